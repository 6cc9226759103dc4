import { meansClosed, plainName, readOpenClosed, readYesNo } from './fit-words'
import { isRecord } from './json-values'
import type { JsonSchema } from './schema-for-model'

/** Names that models give to the property by which a member of a list is known. */
const nameSynonyms = new Set(['name', 'id', 'key', 'title', 'label', 'type'])

/**
 * A list made of a map, where a list of objects is due that name themselves: `{"problem-stated": "closed"}`,
 * `{"problem-stated": {status, reason}}`, `{"closed": ["problem-stated"], "open": [...]}`, `{"pre-mortem": "text"}`; and where a list of
 * texts is due, the texts of the map. Undefined when the map is a single member, or cannot be read in one way only.
 */
export function listFromMap(map: Record<string, unknown>, item: JsonSchema): unknown[] | undefined {
  const keys = Object.keys(map)
  if (keys.length === 0) return undefined
  const properties = Object.entries(item.properties ?? {})
  if (properties.length === 0) return item.type === 'string' ? textsFromMap(map) : undefined

  const naming = properties.find(([, part]) => part.enum !== undefined && keys.every((key) => isOneOf(part.enum ?? [], key)))
  const name = naming?.[0] ?? nameProperty(properties)
  if (name === undefined) return undefined
  const known = new Set(properties.map(([property]) => plainName(property)))
  if (naming === undefined && keys.some((key) => known.has(plainName(key)) || nameSynonyms.has(plainName(key)))) return undefined
  const rest = properties.filter(([property]) => property !== name)
  const isGrouped = naming !== undefined && Object.values(map).every(Array.isArray)
  const value = isGrouped
    ? nameProperty(rest)
    : (rest.find(([, part]) => part.enum !== undefined) ?? (rest.length === 1 ? rest[0] : undefined))?.[0]
  const list: Record<string, unknown>[] = []
  for (const [key, member] of Object.entries(map)) {
    if (isRecord(member)) list.push({ [name]: key, ...member })
    else if (Array.isArray(member) && value !== undefined) list.push(...member.map((one) => ({ [name]: key, [value]: one })))
    else if (value !== undefined) list.push({ [name]: key, [value]: member })
    else if (naming !== undefined) list.push({ [name]: key })
    else return undefined
  }
  return list
}

/** `{"1": "cheaper", "2": "healthier"}` as its texts; keys that are words are part of what is said. */
function textsFromMap(map: Record<string, unknown>): string[] | undefined {
  const entries = Object.entries(map)
  if (entries.length < 2 || entries.some(([, text]) => typeof text !== 'string')) return undefined
  const areNumbers = entries.every(([key]) => /^(?:\p{L}+[\s_-]*)?\d+$/u.test(key))
  return entries.map(([key, text]) => (areNumbers ? String(text) : `${key}: ${String(text)}`))
}

/**
 * A member of a list whose name stands in an unusual place: under `name` instead of `gate`, as the only key, before a colon in a text, or
 * with `closed: true` in place of its status. Undefined when it needs nothing.
 */
export function nameTheNameless(member: unknown, item: JsonSchema): Record<string, unknown> | undefined {
  const properties = Object.entries(item.properties ?? {})
  const name = nameProperty(properties)
  const status = statusProperty(properties)
  if (name === undefined) return undefined
  if (typeof member === 'string') return status === undefined ? undefined : readStatusLine(member, name, status, properties)
  if (!isRecord(member)) return undefined

  const known = new Set(properties.map(([property]) => plainName(property)))
  const strange = Object.keys(member).filter((key) => !known.has(plainName(key)))
  const found: Record<string, unknown> = { ...member }
  const has = (property: string): boolean => Object.keys(member).some((key) => plainName(key) === plainName(property))
  if (!has(name)) {
    const synonym = strange.find((key) => nameSynonyms.has(plainName(key)) && typeof member[key] === 'string')
    const [only] = strange
    if (synonym !== undefined) found[name] = member[synonym]
    else if (only !== undefined && strange.length === 1 && status !== undefined && !has(status) && meansClosed(only) === undefined) {
      const value = member[only]
      found[name] = only
      if (isRecord(value)) Object.assign(found, value)
      else found[status] = value
    }
  }
  if (status !== undefined && !has(status) && found[status] === undefined) {
    const answers = strange.flatMap((key) => {
      const says = meansClosed(key)
      const answer = readYesNo(member[key])
      return says === undefined || answer === undefined ? [] : [says === answer]
    })
    if (new Set(answers).size === 1) found[status] = answers[0] === true ? 'closed' : 'open'
  }
  // One text under a name of the model's own, and one text missing: they belong together.
  const missing = properties.filter(
    ([property, part]) => part.type === 'string' && part.enum === undefined && !has(property) && found[property] === undefined,
  )
  const loose = strange.filter((key) => typeof member[key] === 'string' && member[key] !== found[name] && key !== found[name])
  const [target] = missing
  const [source] = loose
  if (missing.length === 1 && loose.length === 1 && target !== undefined && source !== undefined && found[status ?? ''] !== member[source])
    found[target[0]] = member[source]
  return Object.keys(found).length > Object.keys(member).length ? found : undefined
}

/** "problem-stated: closed, because …" as a member with name, status and reason. */
function readStatusLine(
  text: string,
  name: string,
  status: string,
  properties: [string, JsonSchema][],
): Record<string, unknown> | undefined {
  const line = /^\s*([^:=]+?)\s*[:=]\s*([^\s,;:.()–—-]+)\s*[,;:.(–—-]*\s*(.*?)\)?\s*$/s.exec(text)
  const answer = line === null ? undefined : readOpenClosed(line[2])
  if (line === null || answer === undefined) return undefined
  const spare = properties.filter(([property, part]) => property !== name && property !== status && part.type === 'string')
  const [only] = spare
  return { [name]: line[1] ?? '', [status]: answer, ...(only !== undefined && spare.length === 1 ? { [only[0]]: line[3] ?? '' } : {}) }
}

/**
 * Where a member of a list is given twice, once open and once closed, both are open: an answer that contradicts itself settles
 * nothing. The list itself when there is no such pair.
 */
export function settleDoubles(members: unknown[], item: JsonSchema): unknown[] {
  const properties = Object.entries(item.properties ?? {})
  const name = nameProperty(properties)
  const status = statusProperty(properties)
  if (name === undefined || status === undefined) return members
  const nameOf = (member: unknown): string | undefined => {
    const text = isRecord(member) ? member[name] : undefined
    return typeof text === 'string' ? plainName(text) : undefined
  }
  const statuses = new Map<string, Set<unknown>>()
  for (const member of members) {
    const found = nameOf(member)
    if (found !== undefined && isRecord(member)) statuses.set(found, (statuses.get(found) ?? new Set()).add(member[status]))
  }
  const isTorn = (member: unknown): boolean => (statuses.get(nameOf(member) ?? '')?.size ?? 0) > 1
  if (!members.some(isTorn)) return members
  return members.map((member) => (isRecord(member) && isTorn(member) ? { ...member, [status]: 'open' } : member))
}

function statusProperty(properties: [string, JsonSchema][]): string | undefined {
  return properties.find(([, part]) => part.enum?.includes('open') && part.enum.includes('closed'))?.[0]
}

/** The first property of free or chosen text, by which the members of such a list are told apart. */
function nameProperty(properties: [string, JsonSchema][]): string | undefined {
  const [first] = properties
  return first?.[1].type === 'string' ? first[0] : undefined
}

function isOneOf(allowed: unknown[], key: string): boolean {
  return allowed.some((choice) => typeof choice === 'string' && plainName(choice) === plainName(key))
}
