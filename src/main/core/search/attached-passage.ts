import { foldText } from '../text/normalise-text'
import { SLICE_LENGTH } from './body-slices'
import type { Mark } from './find-marks'
import { createPassage } from './passage'
import { parseQuery } from './query-words'

export interface AttachedText {
  id: string
  name: string
  text: string
  /** Where each page begins, in UTF-16 units; null for a file without pages. */
  pageStarts: readonly number[] | null
}

export interface AttachedPassage {
  passage: string
  marks: Mark[]
  /** The file, and the page of it (from 1) that the passage is from. */
  attachment: { id: string; name: string; page: number | null }
}

/** The passage of a file around the words of a query, looked for from `near` on, and the page that it stands on. */
export function attachedPassage(file: AttachedText, query: string, near: number): AttachedPassage {
  const { id, name, text, pageStarts } = file
  if (pageStarts === null) return { ...passageOf(text, query, near), attachment: { id, name, page: null } }
  const page = bestPage(text, pageStarts, query, near)
  const body = text.slice(pageStarts[page] ?? 0, pageStarts[page + 1] ?? text.length).trim()
  return { ...passageOf(body, query, 0), attachment: { id, name, page: page + 1 } }
}

function passageOf(body: string, query: string, near: number): { passage: string; marks: Mark[] } {
  const { passage, marks } = createPassage({ title: '', body }, query, near)
  return { passage, marks }
}

/** The page within the slice from `near` on that holds most letters of the query; the first of them when several do. */
function bestPage(text: string, starts: readonly number[], query: string, near: number): number {
  const words = parseQuery(query).map((word) => word.text)
  const first = Math.max(
    0,
    starts.findLastIndex((start) => start <= near),
  )
  let best = first
  let most = 0
  for (let page = first; page < starts.length && (starts[page] ?? 0) < near + SLICE_LENGTH; page += 1) {
    const folded = foldText(text.slice(starts[page], Math.min(starts[page + 1] ?? text.length, near + SLICE_LENGTH)))
    const held = words.reduce((sum, word) => sum + (folded.includes(word) ? word.length : 0), 0)
    if (held > most) {
      best = page
      most = held
    }
  }
  return best
}
