import type { CollectedFacts } from '../../../shared/contract/collect'
import type { Piece } from '../history/diff-model'
import { compareLine } from '../history/diff-words'

export interface ChangedField {
  label: string
  pieces: Piece[]
}

const fields: readonly [string, (facts: CollectedFacts) => string][] = [
  ['Name', ({ name }) => name],
  ['Description', ({ description }) => description],
  ['Category', ({ category }) => category],
  ['Tags', ({ tags }) => tags.join(', ')],
  ['Brand', ({ brand }) => brand],
  ['Featured', ({ featured }) => (featured ? 'yes' : 'no')],
  ['Address', ({ sourceUrl }) => sourceUrl],
  ['Also at', ({ alsoSeenAt }) => alsoSeenAt.join(', ')],
  ['Pictures', ({ images }) => images.join(', ')],
  ['Text', ({ markdown }) => markdown],
]

/** Unchanged characters shown at each side of a change, and the most that are shown of one change. */
const AROUND = 60
const MOST_OF_ONE = 400
/** The most that is shown of one field. */
const MOST_OF_FIELD = 1200
/** Texts longer than this together are compared around their first difference only, so many characters on. */
const LONGEST_COMPARED = 20_000
const WINDOW = 2000
/** Comparing takes about this long at most, for one field. */
const FIELD_MS = 20

/** A place in `text` near `at` that cuts no word, and no character, in two. */
function endNear(text: string, at: number): number {
  const space = text.lastIndexOf(' ', at)
  const cut = space > at - 20 ? space : at
  return /[\uDC00-\uDFFF]/.test(text.charAt(cut)) ? cut - 1 : cut
}

function startNear(text: string, at: number): number {
  const space = text.indexOf(' ', at)
  const cut = space >= 0 && space < at + 20 ? space : at
  return /[\uDC00-\uDFFF]/.test(text.charAt(cut)) ? cut + 1 : cut
}

/** The changes with some words around them; what is left out is a "…". */
export function aroundChanges(pieces: readonly Piece[]): Piece[] {
  const shown: Piece[] = []
  let length = 0
  pieces.forEach((piece, place) => {
    if (piece.kind === 'skip' || length > MOST_OF_FIELD) return
    const { kind, text } = piece
    if (kind !== 'same') {
      const cut = text.length > MOST_OF_ONE ? `${text.slice(0, endNear(text, MOST_OF_ONE))}…` : text
      length += cut.length
      shown.push({ kind, text: cut })
      if (length > MOST_OF_FIELD) shown.push({ kind: 'same', text: ' … and more.' })
      return
    }
    const before = place === 0 ? '' : text.slice(0, endNear(text, AROUND))
    const after = place === pieces.length - 1 ? '' : text.slice(startNear(text, text.length - AROUND))
    if (text.length <= 2 * AROUND + 20) shown.push({ kind, text })
    else shown.push({ kind, text: `${before}…${after}` })
    length += Math.min(text.length, 2 * AROUND)
  })
  return shown
}

/** The two texts; of long ones what stands around their first difference, so that comparing never holds up the window. */
function firstChange(was: string, is: string): [string, string, boolean] {
  if (was.length + is.length <= LONGEST_COMPARED) return [was, is, false]
  let same = 0
  while (same < was.length && same < is.length && was.charCodeAt(same) === is.charCodeAt(same)) same += 1
  const start = same < 2 * AROUND ? 0 : startNear(was, same - 2 * AROUND)
  return [was.slice(start, endNear(was, same + WINDOW)), is.slice(start, endNear(is, same + WINDOW)), true]
}

/** What a proposal changes, field by field, with the words that went and came. */
export function changedFields(before: CollectedFacts, after: CollectedFacts, now: () => number): ChangedField[] {
  return fields.flatMap(([label, read]) => {
    const [was, is] = [read(before), read(after)]
    if (was === is) return []
    const until = now() + FIELD_MS
    const [from, to, isCut] = firstChange(was, is)
    const { pieces } = compareLine(from, to, () => until - now())
    const shown = aroundChanges(pieces)
    return [{ label, pieces: isCut ? [...shown, { kind: 'same', text: ' … and perhaps more below.' }] : shown }]
  })
}
