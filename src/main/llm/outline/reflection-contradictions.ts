import type { FoundFinding } from '../../domain/model-reflection'
import { findChineseClash } from './chinese-clash'
import { type Clash, findClashes } from './clashes'
import { quotedEnd } from './quote'
import type { ReflectedNote } from './reflection-notes'

/** Pairs looked at, the nearest first: each takes a millisecond or two. */
const MOST_PAIRS = 400
const MOST_FOUND = 8

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
 * Near notes that do not go together: figures that differ, words of opposite meaning, or a denial on one side only. English, German, French and
 * Spanish as in Deep Think, Chinese by a few words. The quotations are verbatim. A note takes part in one contradiction, its strongest. Yields after each pair.
 */
export function* findContradictions(pairs: readonly NotePair[]): Generator<undefined, FoundFinding[]> {
  const found: Found[] = []
  for (const pair of pairs.slice(0, MOST_PAIRS)) {
    const clash = clashOf(pair)
    if (clash) found.push(clash)
    yield
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

function clashOf({ a, b, score }: NotePair): Found | null {
  if (a.reading.lang === 'zh' && b.reading.lang === 'zh') return chinese(a, b)
  const [clash] = findClashes(a.reading, [{ neighbour: { ...b.thought, score }, reading: b.reading }], 1)
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
  const why = contradiction.reason.replace(`Here you write ${quotedEnd(here)} `, '')
  return why
    .replace(/^The figures differ: (.+) here, (.+) there\.$/u, 'The figures differ: $1 in the first, $2 in the second.')
    .replace('but this one says', 'but the first says')
    .replace('and that one “', 'and the second “')
    .replace('and only this one denies it', 'and only the first denies it')
    .replace('and only that one denies it', 'and only the second denies it')
}
