import type { ChangeEvent, ClipboardEvent, DragEvent } from 'react'
import { LONG_BODY } from './body-text'

/** Texts above this many UTF-16 units are never put into a text field: laying out one of 12 MB holds the window up for minutes. */
export const LONGEST_FIELD = LONG_BODY
/** Growth in one step that can only be an insertion, not typing. */
const INSERTED = 1000

/** `text` with `inserted` in place of what stands between the two offsets. */
export function insertText(text: string, start: number, end: number, inserted: string): string {
  return text.slice(0, start) + inserted + text.slice(end)
}

/** Whether a change put so much into a field at once that the text is better kept outside it. Slow growth by typing never is. */
export function isLongInsert(before: string, after: string): boolean {
  return after.length > LONGEST_FIELD && after.length - before.length > INSERTED
}

/** "12 MB", "1.2 MB", "140 kB": about the size of a text as UTF-8, judged by its opening: encoding all of it would hold the window up. */
export function sizeWords(text: string): string {
  const opening = text.slice(0, 10_000)
  const bytes = (text.length * new TextEncoder().encode(opening).length) / Math.max(1, opening.length)
  if (bytes < 1_000_000) return `${Math.round(bytes / 1000)} kB`
  const megabytes = bytes / 1_000_000
  return `${megabytes < 10 ? Math.round(megabytes * 10) / 10 : Math.round(megabytes)} MB`
}

/** The text that a body and an addition below it make. */
export function appendText(body: string, addition: string): string {
  if (addition.trim() === '') return body
  if (!/\S/.test(body)) return addition
  if (/[\r\n][ \t]*[\r\n][ \t]*$/.test(body.slice(-50))) return body + addition
  return `${body}${/[\r\n]$/.test(body.slice(-1)) ? '\n' : '\n\n'}${addition}`
}

/**
 * What a text field needs so that a very long paste, drop or other insertion never reaches it: `take` gets the whole text as it
 * would have become, and the field keeps what it had. `change` gets everything else.
 */
export function longTextProps(value: string, change: (text: string) => void, take: (whole: string) => void) {
  const insert = (field: HTMLTextAreaElement, data: DataTransfer): boolean => {
    const inserted = data.getData('text/plain')
    const whole = insertText(value, field.selectionStart, field.selectionEnd, inserted)
    if (!isLongInsert(value, whole)) return false
    take(whole)
    return true
  }
  return {
    value,
    onChange: (event: ChangeEvent<HTMLTextAreaElement>) =>
      isLongInsert(value, event.target.value) ? take(event.target.value) : change(event.target.value),
    onPaste: (event: ClipboardEvent<HTMLTextAreaElement>) => {
      if (insert(event.currentTarget, event.clipboardData)) event.preventDefault()
    },
    onDrop: (event: DragEvent<HTMLTextAreaElement>) => {
      if (insert(event.currentTarget, event.dataTransfer)) event.preventDefault()
    },
  }
}
