/** One field of the Collect dialog. */
export type FormField = { name: string; label: string; help: string; group: FormGroup['id'] } & (
  | { type: 'number'; default: number; min: number; max: number }
  | { type: 'boolean'; default: boolean }
)

export interface FormGroup {
  id: 'volume' | 'search' | 'features'
  label: string
  isFolded: boolean
}

export interface FormError {
  path: string
  message: string
}

/** Groups of the dialog (docs/collect-pipeline.md, "Steps, progress and settings"). */
export const formGroups: readonly FormGroup[] = [
  { id: 'volume', label: 'How much', isFolded: false },
  { id: 'search', label: 'Search', isFolded: true },
  { id: 'features', label: 'Extras', isFolded: true },
]

/** Fields with their defaults and limits (docs/collect-pipeline.md, "Steps, progress and settings"). The dialog is made of them. */
export const formFields = [
  {
    name: 'target_items',
    label: 'Items to find',
    help: 'The run aims at so many new items. It may end with fewer.',
    group: 'volume',
    type: 'number',
    default: 50,
    min: 1,
    max: 500,
  },
  {
    name: 'max_pages_to_process',
    label: 'Pages to read',
    help: 'Each page costs a call of the worker model.',
    group: 'search',
    type: 'number',
    default: 10,
    min: 1,
    max: 1000,
  },
  {
    name: 'capture_screenshots',
    label: 'Take pictures of the pages',
    help: 'For items without a picture of their own.',
    group: 'features',
    type: 'boolean',
    default: false,
  },
] as const satisfies readonly FormField[]

/** What a person may set for a run. Absent means the default. */
export interface CollectForm {
  target_items: number
  max_pages_to_process: number
  capture_screenshots: boolean
}

/** The default of every field. */
export function getDefaultValues(): CollectForm {
  return Object.fromEntries(formFields.map((field) => [field.name, field.default])) as unknown as CollectForm
}

/**
 * Checks what was typed. All faults are told, in the order of the fields. Undefined and null mean the default. Fractions are refused, and so
 * is '' (it would count as 0).
 */
export function validateForm(values: Readonly<Record<string, unknown>>): { isValid: boolean; errors: FormError[] } {
  const errors = formFields.flatMap((field): FormError[] => {
    const value = values[field.name]
    if (value === undefined || value === null) return []
    const message =
      field.type === 'number' ? numberFault(field, value) : typeof value === 'boolean' ? undefined : `${field.name} must be true or false`
    return message === undefined ? [] : [{ path: field.name, message }]
  })
  return { isValid: errors.length === 0, errors }
}

/** The values to run with: what was given and is valid, defaults for the rest. Call `validateForm` before. */
export function formValues(values: Readonly<Record<string, unknown>>): CollectForm {
  const given = Object.entries(values).filter(
    ([name, value]) => value !== undefined && value !== null && formFields.some((field) => field.name === name),
  )
  return {
    ...getDefaultValues(),
    ...Object.fromEntries(given.map(([name, value]) => [name, typeof value === 'string' ? Number(value) : value])),
  }
}

function numberFault({ name, min, max }: { name: string; min: number; max: number }, value: unknown): string | undefined {
  if (value === '') return `${name} must be a whole number`
  const number = typeof value === 'number' ? value : typeof value === 'string' ? Number(value) : Number.NaN
  if (Number.isNaN(number)) return `${name} must be a number`
  if (!Number.isInteger(number) && Number.isFinite(number)) return `${name} must be a whole number`
  return number < min || number > max ? `${name} must be between ${min} and ${max}` : undefined
}
