import { createClient } from '../../../shared/client'
import { AppError } from '../../../shared/errors'
import { isFromOutside } from '../../../shared/origin'
import { plainLine } from '../../../shared/untrusted-text'
import type { McpCaller } from './caller'
import { createFence, type Fence } from './fence'
import { RpcFailure, rpcCodes } from './messages'
import { beginning, type JsonObject } from './present'
import { idOfTitle } from './titles'
import { MOST_BYTES, MOST_RESULTS } from './tool'

const uriStart = 'cortexa://item/'
const titleStart = 'cortexa://title/'
const tagStart = 'cortexa://tag/'
const mimeType = 'text/markdown'

export const itemTemplate = `${uriStart}{id}`
export const titleTemplate = `${titleStart}{title}`
export const tagTemplate = `${tagStart}{tag}`

export const resourceTemplates: readonly JsonObject[] = [
  { uriTemplate: itemTemplate, name: 'item', title: 'A thought', description: 'The text of a thought by its id.', mimeType },
  {
    uriTemplate: titleTemplate,
    name: 'title',
    title: 'A thought by title',
    description: 'The text of the thought with this title.',
    mimeType,
  },
  {
    uriTemplate: tagTemplate,
    name: 'tag',
    title: 'Thoughts with a tag',
    description: 'The newest thoughts with a tag, by title.',
    mimeType,
  },
]

/** A page of the thoughts of the vault as resources, newest first. */
export async function listResources(cursor: string | undefined, caller: McpCaller, newMark: () => string): Promise<JsonObject> {
  const { items, nextCursor } = await createClient(caller.endpoint).call('list-items', {
    limit: MOST_RESULTS,
    ...(cursor === undefined ? {} : { cursor }),
  })
  const fence = createFence(newMark())
  const resources = items.map((item): JsonObject => {
    const outside = isFromOutside(item)
    const title = beginning(item.title, 100)
    return {
      uri: uriStart + item.id,
      name: item.id,
      title: outside ? fence.around(title) : title,
      mimeType,
      ...(outside ? { description: fence.notice, _meta: { untrusted: true } } : {}),
    }
  })
  return { resources, ...(nextCursor === null ? {} : { nextCursor }) }
}

/** What stands behind the beginning of an address, decoded; null for an address of another kind or with an empty or broken name. */
function nameIn(uri: string, start: string): string | null {
  if (!uri.startsWith(start) || uri.length > 2000) return null
  try {
    return decodeURIComponent(uri.slice(start.length)) || null
  } catch {
    return null
  }
}

/**
 * The text of one thought, or the thoughts of a tag, within MOST_BYTES. Throws RpcFailure for an address that names none, AppError otherwise.
 */
export async function readResource(uri: string, caller: McpCaller, newMark: () => string): Promise<JsonObject> {
  const tag = nameIn(uri, tagStart)
  if (tag !== null) return readTag(uri, tag, caller, createFence(newMark()))
  const title = nameIn(uri, titleStart)
  const named = nameIn(uri, uriStart) ?? ''
  const id = title === null ? named : await idOfTitle(title, caller, rpcCodes.resourceNotFound)
  if (!/^[\w-]{1,64}$/.test(id)) throw notFound(uri)
  const { text, untrusted } = await readItemText(id, caller, createFence(newMark())).catch((error: unknown) => {
    throw error instanceof AppError && (error.code === 'ITEM_NOT_FOUND' || error.code === 'ITEM_PRIVATE') ? notFound(uri, error) : error
  })
  return { contents: [{ uri, mimeType, text, ...(untrusted ? { _meta: { untrusted: true } } : {}) }] }
}

/** The newest thoughts of a tag as a list of links. */
async function readTag(uri: string, tag: string, caller: McpCaller, fence: Fence): Promise<JsonObject> {
  if (tag.length > 100) throw notFound(uri)
  const { items, total } = await createClient(caller.endpoint).call('list-items', { tag, limit: MOST_RESULTS })
  if (items.length === 0) throw notFound(uri)
  const untrusted = items.some(isFromOutside)
  const lines = items.map((item) => {
    const title = plainLine(item.title, 200)
    return `- ${isFromOutside(item) ? fence.around(title) : title} (${uriStart}${item.id})`
  })
  if (total > items.length) lines.push(`\n${total - items.length} more. list_thoughts gives them.`)
  const text = `${untrusted ? `${fence.notice}\n\n` : ''}${lines.join('\n')}`
  return { contents: [{ uri, mimeType, text, ...(untrusted ? { _meta: { untrusted: true } } : {}) }] }
}

function notFound(uri: string, error?: AppError): RpcFailure {
  return new RpcFailure(rpcCodes.resourceNotFound, error?.message ?? 'There is no such resource. Thoughts are cortexa://item/ID.', {
    uri: beginning(uri, 200),
  })
}

/** Title and text of a thought, fenced with a notice when it is from outside or `always`, and cut to what a reply may hold. */
export async function readItemText(
  id: string,
  caller: McpCaller,
  fence: Fence,
  always = false,
): Promise<{ text: string; untrusted: boolean }> {
  const item = await createClient(caller.endpoint).call('get-item', { id })
  const untrusted = isFromOutside(item)
  const title = beginning(item.title, 1000)
  const whole = item.body.startsWith(title) || item.body === '' ? item.body || title : `# ${title}\n\n${item.body}`
  const rest = `\n\nThis is the beginning. read_thought gives the rest, in pieces.`
  for (let units = MOST_BYTES; ; units = Math.floor(units / 2)) {
    const piece = beginning(whole, units)
    const shown = untrusted || always ? fence.around(piece) : piece
    const text = `${untrusted ? `${fence.notice}\n\n` : ''}${shown}${piece === whole ? '' : rest}`
    // A thousand bytes for the frame around it.
    if (Buffer.byteLength(JSON.stringify(text)) <= MOST_BYTES - 1000) return { text, untrusted }
  }
}
