import { encodingOf } from '../text/text-encoding'
import type { ReadingMessage, ReadingTask } from './reading-messages'

const HEAD_BYTES = 64 * 1024

/** Tells a text file as one page, in whatever encoding it is. */
export function readPlainFile(task: ReadingTask, tell: (message: ReadingMessage) => void): void {
  const encoding = encodingOf(task.bytes.subarray(0, HEAD_BYTES)) ?? 'windows-1252'
  // Four bytes a character at most: more need not be looked at.
  const seen = task.bytes.subarray(0, task.maxLength * 4)
  const text = new TextDecoder(encoding).decode(seen).replaceAll('\0', '').replace(/\r\n?/g, '\n')
  const cut = text.length > task.maxLength || seen.length < task.bytes.length
  tell({ kind: 'begun', pages: 1 })
  tell({ kind: 'page', text: text.slice(0, task.maxLength).replace(/[\ud800-\udbff]$/, '') })
  tell({ kind: 'done', cut: cut ? 'length' : null })
}
