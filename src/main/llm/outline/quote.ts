import type { Unit } from './reading'

/** Longer quotations are cut at a word and end in "…". */
const MAX_QUOTE = 180

/** Inner double quotation marks become single ones, so that the outer pair stays clear. */
const inner = (text: string) =>
  text
    .replace(/„([^“”„]*)[“”]/g, '‘$1’')
    .replace(/“([^“”]*)”/g, '‘$1’')
    .replace(/(?<=^|[\s(])"([^"]*)"/g, '‘$1’')

function clip(text: string, limit: number): string {
  if (text.length <= limit) return text
  const cut = text.slice(0, limit - 1)
  const space = cut.lastIndexOf(' ')
  return `${(space > limit * 0.6 ? cut.slice(0, space) : cut).replace(/[\s,;:.–—-]+$/, '').replace(/[\ud800-\udbff]$/, '')}…`
}

/** A quotation inside a sentence: without its full stop. */
export function quoted(unit: Unit | string, limit = MAX_QUOTE): string {
  const text = clip(inner(typeof unit === 'string' ? unit : unit.text), limit)
  return `“${text.replace(/(?<![.…])[.。;:]$/, '')}”`
}

/** A quotation that ends a sentence: with its full stop, or its own mark. */
export function quotedEnd(unit: Unit | string, limit = MAX_QUOTE): string {
  const text = clip(inner(typeof unit === 'string' ? unit : unit.text), limit)
  return /[.!?…。！？؟]$/.test(text) ? `“${text}”` : `“${text.replace(/[,;:]$/, '')}.”`
}

/** "a", "a and b", "a, b and c". */
export function listed(parts: readonly string[], and = 'and'): string {
  if (parts.length < 2) return parts[0] ?? ''
  return `${parts.slice(0, -1).join(', ')} ${and} ${parts[parts.length - 1]}`
}
