/** Fields in which models put what they have to say, when they write an object where a text is due. */
const sayingFields = [
  'text',
  'statement',
  'claim',
  'question',
  'argument',
  'risk',
  'step',
  'point',
  'content',
  'description',
  'title',
  'name',
]
/** Lists in lists are read this deep. */
const DEEPEST = 4

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The text that a model wrote in place of a text; empty when it says nothing that can be read. */
export function textOf(value: unknown): string {
  if (typeof value === 'string') return value.trim()
  if (typeof value === 'number') return String(value)
  if (Array.isArray(value)) return textsOf(value).join(' ')
  if (!isRecord(value)) return ''
  const said = sayingFields.map((field) => value[field]).find((text) => typeof text === 'string' && text.trim() !== '')
  if (typeof said === 'string') return said.trim()
  const texts = Object.values(value).filter((text): text is string => typeof text === 'string' && text.trim() !== '')
  return texts.length > 3 ? '' : texts.map((text) => text.trim()).join(': ')
}

/**
 * The texts of what a model wrote where a list of texts is due: null for nothing, a single text, lists in lists, objects around the
 * texts. An entry that says nothing is left out, and takes no other with it.
 */
export function textsOf(value: unknown, depth = 0): string[] {
  if (Array.isArray(value)) return depth < DEEPEST ? value.flatMap((entry) => textsOf(entry, depth + 1)) : []
  const text = textOf(value)
  return text === '' ? [] : [text]
}

/** Entries of what a model wrote where a list of objects is due: a text is read line by line, an object alone is a list of one. */
export function entriesOf(value: unknown): unknown[] {
  if (Array.isArray(value)) return value
  if (typeof value === 'string') return value.split(/\r?\n/).filter((line) => line.trim() !== '')
  return isRecord(value) ? [value] : []
}

/** "Name: what is said of it" in its two halves, bullets and bold marks taken off; null without a colon. */
export function namedLine(text: string): { name: string; rest: string } | null {
  const line = /^[\s*•–-]*([^:]{1,80}):\s*(.*)$/s.exec(text)
  return line === null ? null : { name: (line[1] ?? '').trim(), rest: (line[2] ?? '').replace(/^\**\s*/, '').trim() }
}
