import { createClient } from '../../../shared/client'
import { AppError } from '../../../shared/errors'
import type { McpCaller } from './caller'
import { RpcFailure, rpcCodes } from './messages'

/** Most titles that a search of them looks at; the longest that is offered. */
const MAX_TITLES = 100
const MAX_TITLE_LENGTH = 200

interface Titled {
  id: string
  title: string
}

const fold = (text: string) => text.normalize('NFKC').toLowerCase()

/** Thoughts with this text in their titles, best first. A caller that may not search sees the newest thoughts alone. */
async function search(text: string, caller: McpCaller): Promise<Titled[]> {
  const { call } = createClient(caller.endpoint)
  // Each word for itself, because a phrase would have to be whole while it is typed.
  const words = text.match(/[\p{L}\p{N}]+/gu) ?? []
  if (words.length > 0 && caller.may('search')) {
    const query = words.slice(0, 20).map((word) => `title:${word}`)
    const { hits } = await call('search-items', { query: query.join(' '), limit: MAX_TITLES, quick: true })
    return hits.map(({ id, title }) => ({ id, title }))
  }
  const { items } = await call('list-items', { limit: MAX_TITLES })
  return items.map(({ id, title }) => ({ id, title }))
}

/**
 * Titles of the person's own thoughts that hold `text`, those that begin with it first. Titles from outside are left out: what completes a field has
 * no place for a mark.
 */
export async function titlesLike(text: string, caller: McpCaller): Promise<Titled[]> {
  const found = await search(text, caller)
  const { origins } =
    found.length === 0 ? { origins: [] } : await createClient(caller.endpoint).call('get-origins', { ids: found.map(({ id }) => id) })
  const own = new Set(origins.filter(({ outside }) => !outside).map(({ id }) => id))
  const typed = fold(text)
  const fitting = found.filter(
    ({ id, title }) => own.has(id) && title !== '' && title.length <= MAX_TITLE_LENGTH && fold(title).includes(typed),
  )
  const startsWith = ({ title }: Titled) => fold(title).startsWith(typed)
  return [...fitting.filter(startsWith), ...fitting.filter((one) => !startsWith(one))]
}

/** The id of the thought with exactly this title, in any case. Throws RpcFailure when there is none, or more than one. */
export async function idOfTitle(title: string, caller: McpCaller, code: number = rpcCodes.invalidParams): Promise<string> {
  const found = (await search(title, caller)).filter((one) => fold(one.title) === fold(title))
  const [first, second] = found
  if (first === undefined) throw new RpcFailure(code, 'No thought has this title.')
  if (second !== undefined) throw new RpcFailure(code, `${found.length} thoughts have this title. Name one by its id: ${ids(found)}.`)
  return first.id
}

const ids = (found: readonly Titled[]) =>
  found
    .slice(0, 10)
    .map(({ id }) => id)
    .join(', ')

/** The id of a thought that is named by its id or its title. Throws AppError for a thought that may not be read, RpcFailure for one that is not there. */
export async function idOf(name: string, caller: McpCaller): Promise<string> {
  if (/^[\w-]{1,64}$/.test(name)) {
    try {
      return (await createClient(caller.endpoint).call('get-item', { id: name })).id
    } catch (error) {
      if (!(error instanceof AppError && error.code === 'ITEM_NOT_FOUND')) throw error
    }
  }
  return idOfTitle(name, caller)
}
