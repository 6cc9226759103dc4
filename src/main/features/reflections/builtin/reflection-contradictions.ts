import { type Clash, findClashes } from '../../thinking/builtin/clashes'
import { quotedEnd } from '../../thinking/builtin/quote'
import { isSameFrame } from '../../thinking/builtin/sentence-frame'
import { tellsWhenOrHowMany } from '../../thinking/builtin/time-words'
import { ofFirstAndSecond } from '../clash-sides'
import type { FoundFinding } from '../model-reflection'
import { findChineseClash } from './chinese-clash'
import type { ReflectedNote } from './reflection-notes'

/** Pairs looked at, the nearest first: each takes a millisecond or two. */
const MOST_PAIRS = 400
const MOST_FOUND = 8
/** Long titles or other sentences take two notes apart: this much below the floor they are compared where they share so many words. */
const BELOW = 0.15
const SHARED_BELOW = 3

export interface NotePair {
  a: ReflectedNote
  b: ReflectedNote
  score: number
}

interface Found {
  finding: FoundFinding
  strength: number
}

/**
 * Near notes that do not go together: figures that differ, words of opposite meaning, or a denial on one side only. Of notes a little below
 * `floor`, the cosine of what is related, only sentences that are otherwise the same are told. Pairs come nearest first. English, German, French and
 * Spanish as in Deep Think, Chinese by a few words. The quotations are verbatim. A note takes part in one contradiction, its strongest. Yields after each pair.
 */
export function* findContradictions(pairs: readonly NotePair[], floor: number): Generator<undefined, FoundFinding[]> {
  const found: Found[] = []
  let compared = 0
  for (const pair of pairs) {
    if (compared === MOST_PAIRS || pair.score < floor - BELOW) break
    yield
    const near = pair.score >= floor
    if (!near && sharedTerms(pair) < SHARED_BELOW) continue
    compared += 1
    const clash = clashOf(pair, near)
    if (clash) found.push(clash)
  }
  const used = new Set<string>()
  return found
    .sort((x, y) => y.strength - x.strength)
    .filter(({ finding }) => {
      const ids = finding.citations.map(({ itemId }) => itemId)
      if (ids.some((id) => used.has(id))) return false
      for (const id of ids) used.add(id)
      return true
    })
    .slice(0, MOST_FOUND)
    .map(({ finding }) => finding)
}

function sharedTerms({ a, b }: NotePair): number {
  let shared = 0
  for (const [key, { surface }] of a.terms) if (b.terms.has(key) && !tellsWhenOrHowMany(surface)) shared += 1
  return shared
}

function clashOf({ a, b, score }: NotePair, near: boolean): Found | null {
  if (a.reading.lang === 'zh' && b.reading.lang === 'zh') return near ? chinese(a, b) : null
  const [clash] = findClashes(a.reading, [{ neighbour: { ...b.thought, score }, reading: b.reading }], 1)
  const { rules, lang } = a.reading
  if (clash && !near && !(rules && isSameFrame(clash.here.text, clash.there.text, rules, lang))) return null
  return clash ? { strength: clash.strength, finding: findingOf(a, b, clash.here.raw, clash.there.raw, reasonOf(clash)) } : null
}

function chinese(a: ReflectedNote, b: ReflectedNote): Found | null {
  const clash = findChineseClash(a.reading, b.reading)
  return clash ? { strength: clash.strength, finding: findingOf(a, b, clash.here.raw, clash.there.raw, clash.why) } : null
}

function findingOf(a: ReflectedNote, b: ReflectedNote, here: string, there: string, text: string): FoundFinding {
  return {
    kind: 'contradiction',
    title: `“${a.thought.title}” and “${b.thought.title}”`,
    text,
    question: null,
    citations: [
      { itemId: a.thought.id, quote: here },
      { itemId: b.thought.id, quote: there },
    ],
  }
}

/** Deep Think speaks of "here" and "there"; side by side they are the first and the second. */
function reasonOf({ contradiction, here }: Clash): string {
  return ofFirstAndSecond(contradiction.reason.replace(`Here you write ${quotedEnd(here)} `, ''))
}
