import type { Context } from './context'
import { shortId } from './find-id'
import { fitWidth, safeLine } from './terminal-text'

/** A moment in this computer's own time, such as `2026-11-30 19:10`. */
export function localTime(at: number): string {
  const date = new Date(at)
  const two = (number: number) => String(number).padStart(2, '0')
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())} ${two(date.getHours())}:${two(date.getMinutes())}`
}

/** One line of a list: the end of an id, a column of fixed width, and a text that is cut at the edge of a terminal. */
export function listLine(context: Context, id: string, column: string, text: string): string {
  const words = safeLine(text)
  // In a file or a pipe nothing is cut off.
  const shown = context.io.outColumns === null ? words : fitWidth(words, context.columns - 12 - column.length)
  return `${shortId(id)}  ${context.dim(column)}  ${shown}\n`
}
