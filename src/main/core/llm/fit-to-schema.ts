import { listFromMap, nameTheNameless, settleDoubles } from './fit-lists'
import { hasCross, plainName, readOpenClosed, readYesNo } from './fit-words'
import { isRecord, parseOrUndefined } from './json-values'
import type { JsonSchema } from './schema-for-model'
import { readTolerantJson } from './tolerant-json'

/** A value brought nearer to a schema. `changes` counts what had to be changed, so that an exact answer can be preferred. */
export interface Fitted {
  value: unknown
  changes: number
}

/**
 * Turns close but wrong types into the right ones: a single text where a list is due, a list where a text is due, "yes" for true, "0.7"
 * for 0.7, "Well researched" for `well-researched`, `problemStatement` for `problem_statement`, a map of gates for a list of gates.
 * Adds no information: what is missing stays missing, and an answer that can be read in two ways stays as it is, for the schema to refuse.
 */
export function fitToSchema(value: unknown, schema: JsonSchema): Fitted {
  let changes = 0

  function changed(result: unknown): unknown {
    changes += 1
    return result
  }

  function adapt(value: unknown, schema: JsonSchema): unknown {
    if (schema.anyOf !== undefined) return fitToFirst(value, schema.anyOf)
    if (schema.enum !== undefined) return fitEnum(value, schema.enum)
    switch (schema.type) {
      case 'object':
        return fitObject(value, schema)
      case 'array':
        return fitArray(value, schema)
      case 'string':
        return fitString(value)
      case 'number':
      case 'integer':
        return fitNumber(value)
      case 'boolean':
        return fitBoolean(value)
      default:
        return value
    }
  }

  /** Of several allowed shapes, the one that the value has by type; else the first. */
  function fitToFirst(value: unknown, options: JsonSchema[]): unknown {
    const option = options.find((candidate) => candidate.type === typeOf(value)) ?? options.find((candidate) => candidate.type !== 'null')
    return option === undefined ? value : adapt(value, option)
  }

  function fitObject(given: unknown, schema: JsonSchema): unknown {
    let value = given
    if (typeof value === 'string') value = parseNested(value)
    if (Array.isArray(value) && value.length === 1) value = value[0]
    if (!isRecord(value)) return given
    if (value !== given) changes += 1
    const properties = schema.properties
    if (properties === undefined) return value
    const byPlainName = new Map(Object.keys(properties).map((name) => [plainName(name), name]))
    const entries = new Map<string, unknown>()
    for (const [key, member] of Object.entries(value)) {
      const name = Object.hasOwn(properties, key) ? key : byPlainName.get(plainName(key))
      if (name === undefined || (name !== key && name in value)) {
        if (schema.additionalProperties !== false) entries.set(key, member)
        continue
      }
      if (name !== key) changes += 1
      const part = properties[name]
      if (part === undefined) continue
      // Models write null for "nothing to say"; an optional property is then simply left out.
      if (member === null && !(schema.required ?? []).includes(name) && !allowsNull(part)) changes += 1
      else entries.set(name, adapt(member, part))
    }
    return Object.fromEntries(entries)
  }

  function fitArray(value: unknown, schema: JsonSchema): unknown {
    const item = schema.items ?? {}
    if (Array.isArray(value)) {
      // An empty place in a list of texts says nothing.
      const members = item.type === 'string' ? value.filter((member) => member !== null) : value
      if (members.length < value.length) changes += 1
      return settled(
        members.map((member) => adapt(named(member, item), item)),
        item,
      )
    }
    if (value === null) return changed([])
    if (typeof value === 'string') {
      const parsed = parseNested(value)
      if (Array.isArray(parsed))
        return changed(
          settled(
            parsed.map((member) => adapt(named(member, item), item)),
            item,
          ),
        )
      return item.type === 'string' && item.enum === undefined ? changed(linesOf(value)) : value
    }
    if (isRecord(value))
      return changed(
        settled(
          (listFromMap(value, item) ?? [value]).map((member) => adapt(named(member, item), item)),
          item,
        ),
      )
    return value
  }

  function named(member: unknown, item: JsonSchema): unknown {
    const found = nameTheNameless(member, item)
    return found === undefined ? member : changed(found)
  }

  function settled(members: unknown[], item: JsonSchema): unknown[] {
    const list = settleDoubles(members, item)
    if (list !== members) changes += 1
    return list
  }

  function fitString(value: unknown): unknown {
    if (typeof value === 'number' || typeof value === 'boolean') return changed(String(value))
    if (Array.isArray(value) && value.length > 0 && value.every((line) => typeof line === 'string')) return changed(value.join('\n'))
    if (isRecord(value)) {
      const said = Object.entries(value).filter(([, part]) => part !== null && part !== '')
      // A number that only counts the entries is no part of what is said.
      const worded = said.filter(([key]) => !/^(?:id|nr|no|number|index)$/i.test(key))
      const parts = (worded.length > 0 ? worded : said).map(([, part]) => part)
      if (parts.length > 0 && parts.length <= 4 && parts.every((part) => typeof part === 'string' || typeof part === 'number'))
        return changed(parts.join(': '))
    }
    return value
  }

  function fitNumber(value: unknown): unknown {
    if (typeof value !== 'string') return value
    if (/^\s*[+-]?\d+(?:\.\d+)?\s*$/.test(value)) return changed(Number(value))
    // A decimal comma; three figures behind it may be thousands, and stay for the schema to refuse.
    return /^\s*[+-]?\d+,\d{1,2}\s*$/.test(value) ? changed(Number(value.replace(',', '.'))) : value
  }

  function fitEnum(value: unknown, allowed: unknown[]): unknown {
    if (allowed.includes(value)) return value
    const match =
      typeof value === 'string' && !/[?？]/.test(value) && !hasCross(value)
        ? allowed.find((choice) => typeof choice === 'string' && plainName(choice) === plainName(value))
        : undefined
    if (match !== undefined) return changed(match)
    // A gate asked as `open` or `closed` is often answered as if it were a question: is it settled?
    if (!allowed.includes('open') || !allowed.includes('closed')) return value
    const answer = readOpenClosed(value)
    return answer === undefined ? value : changed(answer)
  }

  function fitBoolean(value: unknown): unknown {
    const answer = typeof value === 'boolean' ? undefined : readYesNo(value)
    return answer === undefined ? value : changed(answer)
  }

  return { value: adapt(value, schema), changes }
}

/** Lines of a text that stands where a list is due, without bullets and numbers. */
function linesOf(text: string): string[] {
  return text
    .split(/\r?\n/)
    .map((line) => line.replace(/^\s*(?:[-*•–]|\d{1,3}[.)])\s+/, '').trim())
    .filter((line) => line !== '')
}

function allowsNull(schema: JsonSchema): boolean {
  return schema.type === 'null' || (schema.anyOf ?? []).some(allowsNull)
}

function typeOf(value: unknown): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'array' : typeof value
}

/** A list or object that was written into a string. */
function parseNested(text: string): unknown {
  if (!/^\s*[{[]/.test(text)) return undefined
  const strict = parseOrUndefined(text)
  if (strict !== undefined) return strict
  const start = text.search(/[{[]/)
  const read = readTolerantJson(text, start)
  return read.ok && read.supplied === '' && text.slice(read.end).trim() === '' ? read.value : undefined
}
