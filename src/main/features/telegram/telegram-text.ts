/** A marked part of a message's text. Offset and length in UTF-16 units, as Telegram counts them. */
export interface TextEntity {
  type: string
  offset: number
  length: number
  url?: string | undefined
  language?: string | undefined
}

const markers: Record<string, string> = { bold: '**', italic: '_', strikethrough: '~~', code: '`' }

interface Mark {
  start: number
  end: number
  open: string
  close: string
  /** Of marks with the same ends the first one in the message is the outer one. */
  order: number
}

/** The part without the blanks at its ends: "**bold **" is no bold text in Markdown. */
function trimmed(text: string, start: number, end: number): [number, number] {
  const part = text.slice(start, end)
  return [start + (part.length - part.trimStart().length), end - (part.length - part.trimEnd().length)]
}

function markOf(text: string, entity: TextEntity, order: number): Mark | null {
  const [start, end] = trimmed(text, Math.max(0, entity.offset), Math.min(text.length, entity.offset + entity.length))
  if (start >= end) return null
  if (entity.type === 'pre') {
    const fence = text.slice(start, end).includes('```') ? '~~~~' : '```'
    const before = start > 0 && text[start - 1] !== '\n' ? '\n' : ''
    const after = end < text.length && text[end] !== '\n' ? '\n' : ''
    return { start, end, open: `${before}${fence}${entity.language ?? ''}\n`, close: `\n${fence}${after}`, order }
  }
  if (entity.type === 'text_link') {
    const url = entity.url ?? ''
    return url === '' ? null : { start, end, open: '[', close: `](<${url.replace(/[<>\s]/g, encodeURIComponent)}>)`, order }
  }
  const marker = markers[entity.type]
  if (marker === undefined || (entity.type === 'code' && text.slice(start, end).includes('`'))) return null
  // A mark does not reach over a blank line.
  if (/\n\s*\n/.test(text.slice(start, end))) return null
  return { start, end, open: marker, close: marker, order }
}

/**
 * The text of a message as Markdown: bold, italic, struck out, code and links that hide behind words. Everything else stays as it was
 * typed. Entities that point outside of the text, or cross each other, are left out; no character of the text is ever lost.
 */
export function markdownOf(text: string, entities: readonly TextEntity[]): string {
  const marks: Mark[] = []
  for (const [order, entity] of entities.entries()) {
    const mark = markOf(text, entity, order)
    if (mark === null) continue
    const crosses = marks.some(
      (other) =>
        (mark.start < other.start && mark.end > other.start && mark.end < other.end) ||
        (other.start < mark.start && other.end > mark.start && other.end < mark.end),
    )
    if (!crosses) marks.push(mark)
  }
  const literal = marks.filter(({ open }) => open.startsWith('`') || open.trimStart().startsWith('```') || open.includes('~~~~'))
  const shown = marks.filter((mark) => literal.includes(mark) || !literal.some((code) => code.start <= mark.start && mark.end <= code.end))
  const opens = (at: number) =>
    shown
      .filter(({ start }) => start === at)
      .sort((a, b) => b.end - a.end || a.order - b.order)
      .map(({ open }) => open)
  const closes = (at: number) =>
    shown
      .filter(({ end }) => end === at)
      .sort((a, b) => b.start - a.start || b.order - a.order)
      .map(({ close }) => close)
  const cuts = [...new Set([0, ...shown.flatMap(({ start, end }) => [start, end]), text.length])].sort((a, b) => a - b)
  return cuts.map((at, index) => [...closes(at), ...opens(at), text.slice(at, cuts[index + 1] ?? at)].join('')).join('')
}

/** The words behind `#` of a message, as tags. */
export function hashtagsOf(text: string, entities: readonly TextEntity[]): string[] {
  return entities
    .filter(({ type }) => type === 'hashtag')
    .map(({ offset, length }) => text.slice(offset, offset + length).replace(/^#/, ''))
    .filter((tag) => tag !== '')
}
