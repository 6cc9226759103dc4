import type { Unit } from './reading'

/** Longer quotations are cut at a word and end in "…". */
const MAX_QUOTE = 180

/** Marks of quotation that have no partner go; a pair around the whole text goes too, since a quotation brings its own. */
function unwrapped(text: string): string {
  const paired = text
    .replace(/„([^“”„]*)[“”]/g, '‘$1’')
    .replace(/“([^“”]*)”/g, '‘$1’')
    .replace(/(?<=^|[\s(])"([^"]*)"/g, '‘$1’')
    .replace(/[“”„]|(?<!\d)"/g, '')
  const whole = /^‘([^‘]*)’([.!?…]?)$/u.exec(paired)
  return whole ? `${whole[1]}${/[.!?…]$/.test(whole[1] ?? '') ? '' : whole[2]}` : paired
}

/** Inner double quotation marks become single ones, so that the outer pair stays clear. */
const inner = (text: string) => unwrapped(text.trim())

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
