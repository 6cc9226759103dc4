import type { CollectFormField } from '../../../shared/contract/collect'
import { AppError } from '../../../shared/errors'
import { readWhole } from '../../base/read-number'
import { errorWords } from '../../ui/error-words'
import { formatNumber } from '../../ui/format-time'

/** What stands in the fields of the dialog: numbers as they were typed. */
export type FormValues = Record<string, string | boolean>

export interface FormFaults {
  /** By the name of the field; `name`, `prompt` and `description` among them. */
  fields: Record<string, string>
  /** What belongs to no field. */
  rest: string | undefined
  /** The run that stands in the way. */
  otherRun?: { collectionId: string; runId: string }
}

/** The longest texts that the contract takes, in characters. */
export const mostCharacters = { name: 200, prompt: 8000, description: 4000 }

/** Says by how much a text is too long; undefined for one that fits. */
export function tooLongWords(field: keyof typeof mostCharacters, text: string): string | undefined {
  const over = text.trim().length - mostCharacters[field]
  if (over <= 0) return undefined
  return `${formatNumber(over)} ${over === 1 ? 'character' : 'characters'} too many; at most ${formatNumber(mostCharacters[field])} fit.`
}

export const noFaults: FormFaults = { fields: {}, rest: undefined }

export function defaultValues(fields: readonly CollectFormField[]): FormValues {
  return Object.fromEntries(fields.map((field) => [field.name, field.type === 'number' ? String(field.default) : field.default]))
}

/** The values as a run takes them. What is no number goes as it was typed, so that the refusal speaks of it; an empty field too. */
export function formConfig(fields: readonly CollectFormField[], values: FormValues): Record<string, unknown> {
  return Object.fromEntries(
    fields.map((field) => {
      const value = values[field.name] ?? (field.type === 'number' ? String(field.default) : field.default)
      return [field.name, typeof value === 'string' ? (readWhole(value) ?? value) : value]
    }),
  )
}

/** "1 to 500." */
export function limitWords(field: Extract<CollectFormField, { type: 'number' }>): string {
  return `${formatNumber(field.min)} to ${formatNumber(field.max)}.`
}

/** The values of a folded group in a few words: "10 pages to read", "off". */
export function groupWords(fields: readonly CollectFormField[], values: FormValues): string {
  return fields
    .map((field) => {
      const value = values[field.name]
      if (field.type === 'boolean') return `${field.label}: ${value === true ? 'on' : 'off'}`
      return `${field.label}: ${value === undefined || value === '' ? '–' : value}`
    })
    .join(' · ')
}

/** What can be told of a draft before it is sent, by the name of the field. `isNew` asks for what only a new collection needs. */
export function draftFaults(
  draft: Record<keyof typeof mostCharacters, string> & { values: FormValues },
  fields: readonly CollectFormField[],
  isNew: boolean,
): FormFaults['fields'] {
  const faults: FormFaults['fields'] = {}
  if (isNew && draft.name.trim() === '') faults.name = 'Give the collection a name; it can be changed later.'
  if (isNew && draft.prompt.trim() === '' && draft.description.trim() === '')
    faults.prompt = 'Say in a few words what to collect, or describe the collection below.'
  for (const field of ['name', 'prompt', 'description'] as const) {
    const fault = tooLongWords(field, draft[field])
    if (fault !== undefined) faults[field] = fault
  }
  for (const field of fields) {
    const value = draft.values[field.name]
    if (field.type === 'number' && typeof value === 'string' && value.trim() === '')
      faults[field.name] = `Enter a number from ${limitWords(field).replace(/\.$/, '')}.`
  }
  return faults
}

const ownLabels: Record<string, string> = { name: 'The name', prompt: 'What to collect', description: 'The description' }

/** One fault in people's words: the name of the field in place of its key, and a full stop. */
export function faultWords(path: string, message: string, label: string): string {
  const words = message.startsWith(path) ? `${label}${message.slice(path.length)}` : message
  return /[.!?。]$/.test(words) ? words : `${words}.`
}

/** Where the faults of a refused start belong. A failure without faults of its own is told as a whole. */
export function readFaults(error: unknown, fields: readonly CollectFormField[]): FormFaults {
  const told = error instanceof AppError && error.code === 'BAD_INPUT' && Array.isArray(error.data?.errors) ? error.data.errors : []
  const faults: FormFaults = { fields: {}, rest: undefined }
  for (const fault of told as unknown[]) {
    if (typeof fault !== 'object' || fault === null || !('path' in fault) || !('message' in fault)) continue
    const { path, message } = fault
    if (typeof path !== 'string' || typeof message !== 'string') continue
    const name = path.split('.').at(-1) ?? path
    const label = fields.find((field) => field.name === name)?.label ?? ownLabels[name]
    if (label === undefined) faults.rest ??= faultWords(path, message, path)
    else faults.fields[name] ??= faultWords(name, message, label)
  }
  if (Object.keys(faults.fields).length === 0) faults.rest ??= errorWords(error)
  const data = error instanceof AppError && error.code === 'CONFLICT' ? error.data : undefined
  if (typeof data?.runId === 'string' && typeof data.collectionId === 'string')
    faults.otherRun = { collectionId: data.collectionId, runId: data.runId }
  return faults
}
