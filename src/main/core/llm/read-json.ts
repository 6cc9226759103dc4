import type { z } from 'zod'
import { type FoundValue, findValues, isSchema, membersOf, mergeParts } from './find-json'
import { fitToSchema } from './fit-to-schema'
import { isRecord } from './json-values'
import { splitReasoning } from './reasoning-filter'
import { type JsonSchema, schemaForModel } from './schema-for-model'

/**
 * `repaired` says that the reply was not exactly what was asked for. `fault` is a sentence for the model that is asked again, and for the
 * trace.
 */
export type JsonReading<T> = { ok: true; value: T; repaired: boolean } | { ok: false; fault: string }

/** A reply longer than this (characters) is not read: it is the largest output budget, and reading more would hold the main thread. */
const longestReply = 524_288
/** The answer is among the last objects of a reply. */
const mostCandidates = 100
const unfinished = 'The JSON of the answer is broken or not finished.'
/** Counts for more than the faults of any object that was given whole. */
const cutOff = 1_000_000

/**
 * Reads the object a model was asked for out of its reply. Pure. Looks behind `<think>` blocks, fences and chatter, mends damaged JSON,
 * turns close types into right ones, looks one level into wrappers such as `{"result": {…}}`, puts an answer together that was given as
 * one object a line, and takes of several objects the one that fits the schema: the last of those that say about as much as the fullest.
 * A copy of the empty form is never an answer, and neither is an object that was cut.
 */
export function readJson<T>(reply: string, schema: z.ZodType<T>): JsonReading<T> {
  if (reply.length > longestReply) return { ok: false, fault: 'The answer was far too long. Give one JSON object of a sensible length.' }
  const { text } = splitReasoning(reply)
  const form = schemaForModel(schema)
  const found = findValues(text)
    .filter(({ value }) => isCandidate(value, form))
    .slice(-mostCandidates)
  if (found.length === 0) return { ok: false, fault: faultWithoutJson(text) }
  // Before all else: where most properties are optional, the first of several parts would pass for the whole.
  const merged = choose(mergeParts(found, form), schema, form)
  if (merged.reading.ok) return merged.reading
  const direct = choose(found, schema, form)
  if (direct.reading.ok) return direct.reading
  const wrapped = choose(found.flatMap(membersOf), schema, form)
  if (wrapped.reading.ok) return wrapped.reading
  return wrapped.issues < direct.issues ? wrapped.reading : direct.reading
}

/** A list without an object in it, such as the [1] of a footnote, is no answer where an object is due. */
function isCandidate(value: unknown, form: JsonSchema): boolean {
  if (form.properties === undefined || !Array.isArray(value)) return true
  return value.some((member) => (typeof member === 'object' && member !== null) || typeof member === 'string')
}

function choose<T>(found: FoundValue[], schema: z.ZodType<T>, form: JsonSchema): { reading: JsonReading<T>; issues: number } {
  const fitting: { value: T; repaired: boolean; content: number }[] = []
  let fault = 'The answer held no JSON object that fits the form.'
  let fewestIssues = Number.POSITIVE_INFINITY
  let sawEmptyCopy = false
  for (const { value, mended, supplied } of found) {
    const fitted = fitToSchema(value, form)
    if (isEmptyCopy(value, form)) {
      sawEmptyCopy = true
      continue
    }
    if (!sharesKeys(fitted.value, form)) continue
    if (supplied !== '' && !(/^\}+$/.test(supplied) && isComplete(fitted.value, form))) {
      if (fewestIssues > cutOff) fault = unfinished
      fewestIssues = Math.min(fewestIssues, cutOff)
      continue
    }
    const parsed = schema.safeParse(fitted.value)
    if (parsed.success) {
      fitting.push({ value: parsed.data, repaired: mended || fitted.changes > 0, content: contentOf(value) })
    } else if (parsed.error.issues.length < fewestIssues) {
      fewestIssues = parsed.error.issues.length
      fault = faultOf(parsed.error)
    }
  }
  const fullest = Math.max(0, ...fitting.map((candidate) => candidate.content))
  const chosen = fitting.filter((candidate) => candidate.content * 2 >= fullest).at(-1)
  if (chosen !== undefined) return { reading: { ok: true, value: chosen.value, repaired: chosen.repaired }, issues: 0 }
  if (sawEmptyCopy && fewestIssues === Number.POSITIVE_INFINITY)
    fault = 'The answer was only an empty copy of the form. Fill in every field.'
  return { reading: { ok: false, fault }, issues: fewestIssues }
}

/**
 * Whether every object has every property of the form. Only then is an object whole that lacks its last brackets: with a property
 * missing, an optional one too, it may as well have been cut.
 */
function isComplete(value: unknown, form: JsonSchema): boolean {
  const parts = form.anyOf ?? [form]
  const part = parts.find((option) => (Array.isArray(value) ? option.type === 'array' : option.properties !== undefined))
  if (Array.isArray(value)) return value.every((member) => isComplete(member, part?.items ?? {}))
  if (!isRecord(value) || part?.properties === undefined) return true
  return Object.entries(part.properties).every(([name, member]) => name in value && isComplete(value[name], member))
}

/** Whether every text the person would read is missing or a placeholder. A form that asks for no text has no empty copy. */
function isEmptyCopy(value: unknown, form: JsonSchema): boolean {
  if (isSchema(value)) return true
  return (
    asksForText(form) &&
    textsOf(value, form).every((text) =>
      /^\s*(?:\.{2,}|…|<[^<>]*>|\[[^[\]]*\]|\{[^{}]*\}|string|text|todo|tbd|n\/?a|null)?\s*$/i.test(text),
    )
  )
}

function asksForText(form: JsonSchema): boolean {
  if (form.type === 'string' || form.type === 'number' || form.type === 'integer') return form.enum === undefined
  const parts = [...Object.values(form.properties ?? {}), ...(form.items === undefined ? [] : [form.items]), ...(form.anyOf ?? [])]
  return parts.some(asksForText)
}

/** Free texts of a value: those that are not a choice from a fixed set. */
function textsOf(value: unknown, form: JsonSchema | undefined): string[] {
  if (typeof value === 'string') return isChoice(value, form) ? [] : [value]
  if (Array.isArray(value)) return value.flatMap((member) => textsOf(member, form?.items))
  if (isRecord(value)) return Object.entries(value).flatMap(([name, member]) => textsOf(member, form?.properties?.[name]))
  return typeof value === 'number' ? [String(value)] : []
}

function isChoice(value: string, form: JsonSchema | undefined): boolean {
  return form?.enum !== undefined || /^(?:open|closed|yes|no|true|false)$/i.test(value)
}

function contentOf(value: unknown): number {
  if (typeof value === 'string') return value.trim().length
  if (typeof value !== 'object' || value === null) return 1
  return Object.values(value).reduce<number>((sum, member) => sum + contentOf(member), 1)
}

function sharesKeys(value: unknown, form: JsonSchema): boolean {
  if (form.properties === undefined || !isRecord(value)) return form.properties === undefined
  return Object.keys(form.properties).length === 0 || Object.keys(form.properties).some((name) => name in value)
}

function faultOf(error: z.ZodError): string {
  const named = error.issues
    .slice(0, 4)
    .map((issue) => `${issue.path.length === 0 ? 'the answer' : `"${issue.path.join('.')}"`}: ${issue.message}`)
  const more = error.issues.length > 4 ? `, and ${error.issues.length - 4} more` : ''
  return `The answer does not fit the form: ${named.join('; ')}${more}.`
}

function faultWithoutJson(text: string): string {
  if (text.trim() === '') return 'The answer was empty.'
  return /[{[]/.test(text) ? unfinished : 'The answer held no JSON object.'
}
