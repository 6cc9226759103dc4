import { isList } from './form'
import { isStep, rankedUnits, repeats } from './key-sentence'
import { readThought, sameWords, type Unit } from './reading'

/** The longest a summary may be, in UTF-16 units. */
const MAX_SUMMARY = 240

function clip(text: string): string {
  if (text.length <= MAX_SUMMARY) return text
  const cut = text.slice(0, MAX_SUMMARY - 1)
  const clause = Math.max(cut.lastIndexOf(', '), cut.lastIndexOf('; '), cut.lastIndexOf('、'))
  const at = clause > MAX_SUMMARY * 0.6 ? clause : cut.lastIndexOf(' ') > MAX_SUMMARY * 0.6 ? cut.lastIndexOf(' ') : cut.length
  return `${cut
    .slice(0, at)
    .replace(/[\ud800-\udbff]$/, '')
    .trimEnd()}…`
}

/** Short list items one after the other, as far as they fit. */
function joinItems(units: readonly Unit[]): string {
  let text = ''
  for (const unit of units) {
    const next = text === '' ? unit.text : `${text.replace(/[.;]$/, '')}; ${unit.text}`
    if (next.length > MAX_SUMMARY) break
    text = next
  }
  return text
}

/**
 * One or two of the thought's own sentences in their order, at most 240 characters, without repeating the title; a list gives its first items.
 * '' when the body holds nothing beyond the title (or only code).
 */
export function extractSummary({ title, body }: { title: string; body: string }): string {
  const reading = readThought({ id: '', title, body, createdAt: 0 })
  const head = reading.title
  // A sentence that stands in the note twice, or is the title again, says nothing more.
  const seen = new Set(head ? [sameWords(head.text)] : [])
  const units = reading.units.filter((unit) => {
    const words = sameWords(unit.text)
    const fresh = words !== '' && !seen.has(words)
    seen.add(words)
    return fresh
  })
  const ranked = rankedUnits(reading).filter((unit) => units.includes(unit))
  const items = units.filter((unit) => unit.kind === 'item' || unit.kind === 'task' || unit.kind === 'task-done')
  const telling = ranked.filter((unit) => !isStep(unit, reading))
  const prose = (telling.length > 0 ? telling : ranked).filter((unit) => unit.kind === 'paragraph' && unit.text.length >= 15)
  if (isList(reading)) return joinItems(units.filter((unit) => unit.kind !== 'heading'))
  if (prose.length === 0 && items.length > 0) return joinItems(items) || clip(items[0]?.text ?? '')
  const [first, ...others] = prose.length > 0 ? prose : ranked
  if (!first) {
    // Nothing but quotations, or words that the title has too: say them rather than nothing, unless they are the title.
    const left =
      units.find((unit) => unit.kind === 'quote') ?? units.find((unit) => unit.kind !== 'heading' && !(head && repeats(unit, head)))
    return left ? clip(left.text) : ''
  }
  const second = others
    .slice(0, 6)
    .find((unit) => !repeats(unit, first) && unit.text.length + first.text.length + 1 <= MAX_SUMMARY && unit.question === first.question)
  const chosen = second ? [first, second].sort((a, b) => a.index - b.index) : [first]
  const gap = /[\u3040-\u9fff]/.test(first.text) ? '' : ' '
  return clip(chosen.map((unit) => (second && !/[\p{P}]$/u.test(unit.text) ? `${unit.text}.` : unit.text)).join(gap))
}
