import { z } from 'zod'
import { type Client, createClient, type Endpoint } from '../../../shared/client'
import { type CommandName, contract } from '../../../shared/contract'
import type { ApiScope } from '../../../shared/contract/http-api'
import { scopeOf } from '../../../shared/contract/scopes'
import type { Fence } from './fence'
import type { Work } from './follow-work'
import { withoutAbsent } from './messages'
import { type Json, type JsonObject, namedItems, present } from './present'

/** Most results of one reply, and the bytes of a whole reply as JSON (docs/security.md H28). */
export const MOST_RESULTS = 20
export const MOST_BYTES = 32 * 1024

/** What a tool gets to work with. */
export interface ToolCall<I> {
  input: I
  /** Calls the app. The same question is asked once for a reply. Rejects with AppError. */
  call: Client['call']
  /** Calls the app each time it is called. */
  callAgain: Client['call']
  /** Waits for work in the background, once for a reply. Resolves with whether it has ended. */
  follow(work: Work): Promise<boolean>
  /**
   * Things as an assistant gets them, each with `untrusted: true` and its texts fenced when it names an item whose text is from outside;
   * `outside` says that of all of them, or of each. Texts are cut to `units`.
   */
  show(things: readonly object[], options: { units: number; outside?: boolean | readonly boolean[] }): Promise<JsonObject[]>
}

/**
 * How an answer is made to fit. `once`: it is short, and asked for once, as everything that writes is. `page`: by fewer results, at
 * most `limit`. `text`: by a shorter piece of one long text. `detail`: by shorter texts.
 */
export type Fitting = 'once' | 'page' | 'text' | 'detail'

export interface McpTool {
  name: string
  title: string
  description: string
  /** The command of the contract that it stands for; scope and effect are the command's. */
  command: CommandName
  /** In words, what each field of the input is. */
  fields: Record<string, string>
  input: z.ZodObject
  fitting: Fitting
  destructive: boolean
  answer(call: ToolCall<Record<string, unknown>>, size: number): Promise<JsonObject>
}

/** States a tool with a typed input. */
export function defineTool<I extends z.ZodObject>(
  tool: Omit<McpTool, 'input' | 'answer' | 'destructive'> & {
    input: I
    destructive?: boolean
    answer(call: ToolCall<z.output<I>>, size: number): Promise<JsonObject>
  },
): McpTool {
  const { answer, destructive = false, ...rest } = tool
  return { ...rest, destructive, answer: (call, size) => answer(call as unknown as ToolCall<z.output<I>>, size) }
}

export const scopeOfTool = (tool: McpTool): ApiScope => scopeOf(tool.command) ?? 'jobs'
export const effectOfTool = (tool: McpTool): 'read' | 'write' => contract[tool.command].effect

/** The tool as `tools/list` gives it. */
export function describeTool(tool: McpTool): JsonObject {
  const { $schema: _, ...schema } = z.toJSONSchema(tool.input, { io: 'input' }) as JsonObject
  const properties = Object.fromEntries(
    Object.entries((schema.properties ?? {}) as Record<string, JsonObject>).map(([name, property]) => [
      name,
      { ...property, ...(tool.fields[name] ? { description: tool.fields[name] } : {}) },
    ]),
  )
  const isRead = effectOfTool(tool) === 'read'
  return {
    name: tool.name,
    title: tool.title,
    description: tool.description,
    inputSchema: { ...schema, properties },
    annotations: {
      title: tool.title,
      readOnlyHint: isRead,
      ...(isRead ? {} : { destructiveHint: tool.destructive, idempotentHint: false }),
      openWorldHint: false,
    },
  }
}

const textSizes = [24_000, 12_000, 6000, 3000, 1500, 700]
const detailSizes = [4000, 2000, 1000, 500, 250, 120, 60, 40]

function sizesOf(tool: McpTool, input: Record<string, unknown>): number[] {
  if (tool.fitting === 'once') return [MOST_RESULTS]
  if (tool.fitting === 'text') return textSizes
  if (tool.fitting === 'detail') return detailSizes
  const sizes: number[] = []
  const first = typeof input.limit === 'number' ? Math.min(input.limit, MOST_RESULTS) : MOST_RESULTS
  for (let size = first; size > 0; size = Math.floor(size / 2)) sizes.push(size)
  return sizes
}

/** What a tool gives: data for programs, and the same as text for models that read nothing else. */
export function toolResult(data: JsonObject, notice: string | null): JsonObject {
  const whole = notice === null ? data : { untrusted: true, notice, ...data }
  const text = JSON.stringify(data)
  return { content: [{ type: 'text', text: notice === null ? text : `${notice}\n${text}` }], structuredContent: whole }
}

/**
 * The arguments of a call without the nulls that clients send for optional fields they leave out. A null for a field that is required, or that may
 * be null, stays.
 */
export function withoutAbsentArguments(tool: McpTool, given: Record<string, unknown>): Record<string, unknown> {
  const isAbsentable = (field: unknown) => field instanceof z.ZodOptional && !field.safeParse(null).success
  const kept = withoutAbsent(given)
  return Object.fromEntries(
    Object.entries(given).filter(
      ([name]) => Object.hasOwn(kept, name) || !isAbsentable(Object.hasOwn(tool.input.shape, name) ? tool.input.shape[name] : undefined),
    ),
  )
}

export interface RunOptions {
  endpoint: Endpoint
  fence: Fence
  follow(work: Work): Promise<boolean>
}

/** Runs a tool whose input was parsed. The reply is within MOST_BYTES. Rejects with AppError. */
export async function runTool(tool: McpTool, input: Record<string, unknown>, options: RunOptions): Promise<JsonObject> {
  const { endpoint, fence } = options
  let followed: Promise<boolean> | null = null
  const follow = (work: Work): Promise<boolean> => {
    followed ??= options.follow(work)
    return followed
  }
  const asked = new Map<string, Promise<unknown>>()
  const client = createClient(endpoint)
  const call = ((name, question) => {
    const key = JSON.stringify([name, question])
    const before = asked.get(key)
    if (before) return before
    const answer = client.call(name, question)
    asked.set(key, answer)
    return answer
  }) as Client['call']
  let result: JsonObject = {}
  for (const size of sizesOf(tool, input)) {
    let isFenced = false
    const show: ToolCall<unknown>['show'] = async (things, { units, outside = false }) => {
      const isOutside = outside === true ? () => true : await outsideOf(things, call)
      return things.map((thing, at) => {
        const untrusted = (Array.isArray(outside) && outside[at] === true) || isOutside(thing)
        if (untrusted) isFenced = true
        const shown = present(thing, { units, fence: untrusted ? fence : null }) as Record<string, Json>
        return untrusted ? { untrusted: true, ...shown } : shown
      })
    }
    const data = await tool.answer({ input, call, callAgain: client.call, follow, show }, size)
    result = toolResult(data, isFenced ? fence.notice : null)
    if (Buffer.byteLength(JSON.stringify(result)) <= MOST_BYTES) break
  }
  return result
}

const idsAtOnce = 500

/** Says of a thing whether any item that it names is from outside. One that is not known is taken for that where it is surely an item. */
async function outsideOf(things: readonly object[], call: Client['call']): Promise<(thing: object) => boolean> {
  const { sure, maybe } = namedItems(things)
  const ids = [...new Set([...sure, ...maybe])]
  const known = new Map<string, boolean>()
  for (let at = 0; at < ids.length; at += idsAtOnce) {
    const { origins } = await call('get-origins', { ids: ids.slice(at, at + idsAtOnce) })
    for (const { id, outside } of origins) known.set(id, outside)
  }
  return (thing) => {
    const named = namedItems(thing)
    return [...named.sure].some((id) => known.get(id) ?? true) || [...named.maybe].some((id) => known.get(id) ?? false)
  }
}
