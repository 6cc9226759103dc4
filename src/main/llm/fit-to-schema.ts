import { isRecord, parseOrUndefined } from './json-values'
import type { JsonSchema } from './schema-for-model'

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
        return typeof value === 'string' && /^\s*[+-]?\d+(?:\.\d+)?\s*$/.test(value) ? changed(Number(value)) : value
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
      const name = key in properties ? key : byPlainName.get(plainName(key))
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
    if (Array.isArray(value)) return value.map((member) => adapt(member, item))
    if (value === null) return changed([])
    if (typeof value === 'string') {
      const parsed = parseNested(value)
      if (Array.isArray(parsed)) return changed(parsed.map((member) => adapt(member, item)))
      return item.type === 'string' && item.enum === undefined ? changed(linesOf(value)) : value
    }
    if (isRecord(value)) return changed((listFromMap(value, item) ?? [value]).map((member) => adapt(member, item)))
    return value
  }

  function fitString(value: unknown): unknown {
    if (typeof value === 'number' || typeof value === 'boolean') return changed(String(value))
    if (Array.isArray(value) && value.length > 0 && value.every((line) => typeof line === 'string')) return changed(value.join('\n'))
    if (isRecord(value)) {
      const only = Object.values(value)
      if (only.length === 1 && typeof only[0] === 'string') return changed(only[0])
    }
    return value
  }

  function fitEnum(value: unknown, allowed: unknown[]): unknown {
    if (allowed.includes(value)) return value
    const match =
      typeof value === 'string' ? allowed.find((choice) => typeof choice === 'string' && plainName(choice) === plainName(value)) : undefined
    if (match !== undefined) return changed(match)
    // A gate asked as `open` or `closed` is often answered as if it were a question: is it settled?
    const answer = fitBooleanWord(value)
    if (answer !== undefined && allowed.includes('open') && allowed.includes('closed')) return changed(answer ? 'closed' : 'open')
    return value
  }

  function fitBoolean(value: unknown): unknown {
    const answer = typeof value === 'boolean' ? undefined : fitBooleanWord(value)
    return answer === undefined ? value : changed(answer)
  }

  return { value: adapt(value, schema), changes }
}

const yes = new Set(['yes', 'true', 'y', '1', 'done', 'settled', 'passed', 'pass', 'met', '✓', '✔', '✅', '☑'])
const no = new Set(['no', 'false', 'n', '0', 'notdone', 'unsettled', 'failed', 'fail', 'unmet', 'notmet', '✗', '✘', '❌', '☐'])

function fitBooleanWord(value: unknown): boolean | undefined {
  if (typeof value === 'boolean') return value
  if (value === 1 || value === 0) return value === 1
  if (typeof value !== 'string') return undefined
  const word = value
    .trim()
    .toLowerCase()
    .replace(/\ufe0f|[\s_.-]/g, '')
  return yes.has(word) ? true : no.has(word) ? false : undefined
}

/**
 * `{"problem-stated": "closed", …}` or `{"problem-stated": {status, reason}, …}` where a list of objects is due that name themselves by one
 * of a fixed set: the keys are those names. Undefined when the object is not such a map.
 */
function listFromMap(map: Record<string, unknown>, item: JsonSchema): Record<string, unknown>[] | undefined {
  const properties = Object.entries(item.properties ?? {})
  const keys = Object.keys(map)
  const naming = properties.find(
    ([, part]) => part.enum !== undefined && keys.length > 0 && keys.every((key) => matches(part.enum ?? [], key)),
  )
  if (naming === undefined) return undefined
  const [nameProperty] = naming
  const rest = properties.filter(([name]) => name !== nameProperty)
  const valueProperty = rest.find(([, part]) => part.enum !== undefined) ?? (rest.length === 1 ? rest[0] : undefined)
  return Object.entries(map).map(([key, member]) => {
    if (isRecord(member)) return { [nameProperty]: key, ...member }
    return valueProperty === undefined ? { [nameProperty]: key } : { [nameProperty]: key, [valueProperty[0]]: member }
  })
}

function matches(allowed: unknown[], key: string): boolean {
  return allowed.some((choice) => typeof choice === 'string' && plainName(choice) === plainName(key))
}

/** Lines of a text that stands where a list is due, without bullets and numbers. */
function linesOf(text: string): string[] {
  const lines = text
    .split(/\r?\n/)
    .map((line) => line.replace(/^\s*(?:[-*•–]|\d{1,3}[.)])\s+/, '').trim())
    .filter((line) => line !== '')
  return lines
}

function plainName(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
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
  return /^\s*[{[]/.test(text) ? parseOrUndefined(text) : undefined
}
