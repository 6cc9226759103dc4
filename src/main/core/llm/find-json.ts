import { plainName } from './fit-words'
import { isRecord, parseOrUndefined } from './json-values'
import type { JsonSchema } from './schema-for-model'
import { readTolerantJson } from './tolerant-json'

/** A value found in a reply. `supplied` holds closing brackets that were missing at its end, see `readTolerantJson`. */
export interface FoundValue {
  value: unknown
  mended: boolean
  supplied: string
}

/** So many characters are read in vain, in one reply, before the search for an object is given up. */
const mostWasted = 50_000
/** So many brackets are tried in one reply. */
const mostTries = 5_000

/**
 * Every object and array in the text that is not inside another one, in order; or the text itself when it is JSON as a whole. Where there
 * is none, the text is tried once more as JSON that was escaped, quoted like a mail, written for a web page, or lost its first brace.
 */
export function findValues(text: string): FoundValue[] {
  const strict = parseOrUndefined(text)
  if (typeof strict === 'string') return findValues(strict).map(asMended)
  if (strict !== undefined) return [{ value: strict, mended: false, supplied: '' }]
  const found = search(text)
  if (found.some(({ value }) => isRecord(value) || Array.isArray(value)) && !hasOtherSpelling(text)) return found
  const spelt = otherSpelling(text)
  return spelt === undefined ? found : [...found, ...search(spelt).map(asMended)]
}

function search(text: string): FoundValue[] {
  const found: FoundValue[] = []
  const opening = /[{[]/g
  let wasted = 0
  for (let tries = 0; tries < mostTries && wasted < mostWasted; tries += 1) {
    const start = opening.exec(text)?.index
    if (start === undefined) break
    const read = readTolerantJson(text, start)
    if (read.ok) {
      found.push({ value: read.value, mended: read.mended, supplied: read.supplied })
      opening.lastIndex = read.end
    } else if (read.end >= text.length) {
      // The object was cut: what is whole inside it is only a part of the answer.
      break
    } else wasted += read.end - start
  }
  return found
}

const quotedMail = /^(?:\s*>.*(?:\n|$))+$/
const escaped = /^[^"]*[{[]\s*(?:\\n\s*)*\\"/
const forWebPage = /^[^"]*[{[]\s*&(?:quot|#34|#x22);/i
const braceless = /^\s*["“][^"”\n]{1,60}["”]\s*:/

function hasOtherSpelling(text: string): boolean {
  return quotedMail.test(text) || escaped.test(text) || forWebPage.test(text) || braceless.test(text)
}

function otherSpelling(text: string): string | undefined {
  if (quotedMail.test(text)) return text.replace(/^\s*> ?/gm, '')
  if (forWebPage.test(text)) {
    return text
      .replace(/&(?:quot|#34|#x22);/gi, '"')
      .replace(/&(?:apos|#39|#x27);/gi, "'")
      .replace(/&lt;/gi, '<')
      .replace(/&gt;/gi, '>')
      .replace(/&amp;/gi, '&')
  }
  if (escaped.test(text)) {
    const read = parseOrUndefined(`"${text.replace(/\r?\n/g, '\\n').replace(/\t/g, '\\t')}"`)
    return typeof read === 'string' ? read : undefined
  }
  // Some servers put the first brace into the prompt, so that the reply begins behind it.
  return braceless.test(text) ? `{${text}` : undefined
}

function asMended(found: FoundValue): FoundValue {
  return { ...found, mended: true }
}

const schemaTypes = new Set(['object', 'array', 'string', 'number', 'integer', 'boolean', 'null'])

/** Whether a value is a JSON Schema, or the properties of one, that the model handed back instead of filling it in. */
export function isSchema(value: unknown): boolean {
  if (!isRecord(value)) return false
  if (isRecord(value.properties) && typeof value.type === 'string') return true
  const members = Object.values(value)
  const isPart = (member: unknown): boolean => isRecord(member) && (schemaTypes.has(String(member.type)) || Array.isArray(member.anyOf))
  return members.length > 0 && members.every(isPart)
}

/** What stands one level inside: the members of a wrapper, also those written into a string. */
export function membersOf({ value, supplied }: FoundValue): FoundValue[] {
  if ((!isRecord(value) && !Array.isArray(value)) || isSchema(value)) return []
  return Object.values(value).flatMap((member): FoundValue[] => {
    if (typeof member === 'object' && member !== null) return [{ value: member, mended: true, supplied }]
    return typeof member === 'string' && /^\s*(?:```\w*\s*)?[{[]/.test(member) ? findValues(member).map(asMended) : []
  })
}

/**
 * One object made of several, where each gives other properties of the form: an answer in JSON lines, or a list of its parts. Nothing when
 * two of them give the same property, for then they are two answers. Where the form is a list, one list of all the objects.
 */
export function mergeParts(found: FoundValue[], form: JsonSchema): FoundValue[] {
  if (form.type === 'array') {
    const members = found.filter(({ value, supplied }) => isRecord(value) && supplied === '').map(({ value }) => value)
    return members.length < 2 || members.length < found.length ? [] : [{ value: members, mended: true, supplied: '' }]
  }
  const names = new Set(Object.keys(form.properties ?? {}).map(plainName))
  const parts = found.flatMap(({ value, supplied }) => (supplied === '' ? (Array.isArray(value) ? value : [value]) : []))
  const merged = new Map<string, [string, unknown]>()
  let used = 0
  for (const part of parts) {
    const entries = isRecord(part) ? Object.entries(part).filter(([key]) => names.has(plainName(key))) : []
    for (const [key, member] of entries) {
      if (merged.has(plainName(key))) return []
      merged.set(plainName(key), [key, member])
    }
    if (entries.length > 0) used += 1
  }
  return used < 2 ? [] : [{ value: Object.fromEntries(merged.values()), mended: true, supplied: '' }]
}
