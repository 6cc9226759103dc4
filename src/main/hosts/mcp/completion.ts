import { createClient } from '../../../shared/client'
import { plainLine } from '../../../shared/untrusted-text'
import type { McpCaller } from './caller'
import { RpcFailure, rpcCodes } from './messages'
import type { JsonObject } from './present'
import { itemTemplate, tagTemplate, titleTemplate } from './resources'
import { titlesLike } from './titles'

/** Most values of one answer, as the protocol has it. */
const MAX_VALUES = 100

type Reference = { type: 'ref/prompt'; name: string } | { type: 'ref/resource'; uri: string }

const titles = async (text: string, caller: McpCaller) => (await titlesLike(text, caller)).map(({ title }) => title)
const idsByTitle = async (text: string, caller: McpCaller) => (await titlesLike(text, caller)).map(({ id }) => id)

async function tagsLike(text: string, caller: McpCaller): Promise<string[]> {
  const { tags } = await createClient(caller.endpoint).call('list-tags', {})
  const typed = text.toLowerCase()
  const fitting = tags.map(({ name }) => name).filter((name) => name.toLowerCase().includes(typed) && plainLine(name, 100) === name)
  const startsWith = (name: string) => name.toLowerCase().startsWith(typed)
  return [...fitting.filter(startsWith), ...fitting.filter((name) => !startsWith(name))]
}

/** What can be completed: the argument of a prompt, or the variable of an address. */
const completers: Record<string, (text: string, caller: McpCaller) => Promise<string[]>> = {
  'deep-think item': titles,
  [`${itemTemplate} id`]: idsByTitle,
  [`${titleTemplate} title`]: titles,
  [`${tagTemplate} tag`]: tagsLike,
}

/** Values for a field that is being filled in, best first. Throws RpcFailure for a field that does not exist. */
export async function complete(reference: Reference, argument: { name: string; value: string }, caller: McpCaller): Promise<JsonObject> {
  const about = reference.type === 'ref/prompt' ? reference.name : reference.uri
  const field = `${about} ${argument.name}`
  const find = Object.hasOwn(completers, field) ? completers[field] : undefined
  if (!find) throw new RpcFailure(rpcCodes.invalidParams, 'There is no such prompt or resource template, or it has no such argument.')
  const found = [...new Set(await find(argument.value.slice(0, 200), caller))]
  return { completion: { values: found.slice(0, MAX_VALUES), total: found.length, hasMore: found.length > MAX_VALUES } }
}
