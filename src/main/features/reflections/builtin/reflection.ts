import { nextTurn } from '../../../core/llm/count-tokens'
import { commonWords } from '../../../core/text/stop-words'
import type { Term } from '../../../core/text/terms'
import { listed } from '../../thinking/builtin/quote'
import { clusterByAverage, cosineTable } from '../cluster-vectors'
import type { FoundFinding, FoundReflection } from '../model-reflection'
import { findContradictions, type NotePair } from './reflection-contradictions'
import { spanWords } from './reflection-dates'
import { findGaps } from './reflection-gaps'
import { commonTerms, noteCounts, type ReflectedNote, type ReflectedThought, readNote } from './reflection-notes'
import { findPatterns } from './reflection-patterns'

const MOST_THEMES = 8
const MOST_CONNECTIONS = 6
/** A word in more than this share of the notes, or in more than this many, connects no two of them. */
const RARE_SHARE = 0.1
const RARE_NOTES = 10

export interface OutlineReflectionOptions {
  /** The cosine from which two thoughts count as related for the embedding model in force. */
  floor: number
  signal: AbortSignal
}

/**
 * A reflection without a model. Themes are groups of near vectors that share a word; contradictions are near notes with opposite words; patterns
 * are words that come back over weeks; gaps are questions nobody answered and open gates; connections are near pairs of different themes that
 * share a rare word and that no link joins. Every text is the person's own words within fixed sentences. Takes turns of the event loop; some
 * hundred notes a second.
 */
export async function outlineReflection(
  thoughts: readonly ReflectedThought[],
  { floor, signal }: OutlineReflectionOptions,
): Promise<FoundReflection> {
  return inTurns(reflect(thoughts, floor), signal)
}

/** So long the work goes on before the event loop has a turn, in milliseconds. */
const TURN_MS = 12

async function inTurns<T>(steps: Generator<undefined, T>, signal: AbortSignal): Promise<T> {
  for (let began = performance.now(); ; ) {
    const step = steps.next()
    if (step.done) return step.value
    if (performance.now() - began < TURN_MS) continue
    await nextTurn()
    signal.throwIfAborted()
    began = performance.now()
  }
}

function* reflect(thoughts: readonly ReflectedThought[], floor: number): Generator<undefined, FoundReflection> {
  const notes: ReflectedNote[] = []
  for (const thought of thoughts) {
    notes.push(readNote(thought))
    yield
  }
  const placed = notes.filter(({ thought }) => thought.vector !== null)
  const { between } = yield* cosineTable(placed.map(({ thought }) => thought.vector ?? new Float32Array(0)))
  const groups = yield* clusterByAverage(placed.length, between, floor)
  const everywhere = noteCounts(notes)
  const themes = yield* themesOf(groups, placed, everywhere, notes.length)
  const pairs = pairsOf(placed, between)
  yield
  const findings = [
    ...themes,
    ...(yield* findContradictions(pairs, floor)),
    ...(yield* findPatterns(notes)),
    ...(yield* findGaps(notes)),
    ...(yield* connectionsOf(pairs, groups, { everywhere, total: notes.length, floor })),
  ]
  return { findings, narrative: narrativeOf(notes, findings), dropped: 0 }
}

function* themesOf(
  groups: readonly number[][],
  placed: readonly ReflectedNote[],
  everywhere: ReadonlyMap<string, number>,
  total: number,
): Generator<undefined, FoundFinding[]> {
  const themes: FoundFinding[] = []
  for (const group of groups) {
    const members = group.flatMap((index) => placed[index] ?? [])
    if (members.length < 2 || themes.length === MOST_THEMES) break
    // Near vectors without a word in common have no name that is not invented.
    const words = nameOf(commonTerms(members, everywhere, total))
    yield
    if (words.length === 0) continue
    const times = members.map(({ thought }) => thought.createdAt)
    const span = spanWords(Math.min(...times), Math.max(...times))
    themes.push({
      kind: 'theme',
      title: capital(listed(words)),
      text: `${members.length} thoughts of ${span} are near each other: ${someTitles(members)}.`,
      question: null,
      citations: members.map(({ thought }) => ({ itemId: thought.id, quote: null })),
    })
  }
  return themes
}

const NAMED = 4

function someTitles(notes: readonly ReflectedNote[]): string {
  const titles = notes.slice(0, NAMED).map(({ thought }) => `“${thought.title}”`)
  return listed(notes.length > NAMED ? [...titles, `${notes.length - NAMED} more`] : titles)
}

/** Two words, of which the second is no form of the first. */
function nameOf(terms: readonly Term[]): string[] {
  const [first] = terms
  if (!first) return []
  const second = terms.slice(1, 4).find(({ key }) => key.slice(0, 3) !== first.key.slice(0, 3))
  return second ? [first.surface, second.surface] : [first.surface]
}

function pairsOf(placed: readonly ReflectedNote[], between: (i: number, j: number) => number): (NotePair & { i: number; j: number })[] {
  const pairs: (NotePair & { i: number; j: number })[] = []
  for (const [i, a] of placed.entries())
    for (let j = i + 1; j < placed.length; j++) {
      const b = placed[j]
      // The earlier note is the first of two.
      if (b)
        pairs.push(
          a.thought.createdAt <= b.thought.createdAt ? { a, b, score: between(i, j), i, j } : { a: b, b: a, score: between(i, j), i, j },
        )
    }
  return pairs.sort((x, y) => y.score - x.score)
}

function* connectionsOf(
  pairs: readonly (NotePair & { i: number; j: number })[],
  groups: readonly number[][],
  { everywhere, total, floor }: { everywhere: ReadonlyMap<string, number>; total: number; floor: number },
): Generator<undefined, FoundFinding[]> {
  const groupOf = new Map(groups.flatMap((group, number) => group.map((index) => [index, number] as const)))
  const found: FoundFinding[] = []
  const used = new Set<number>()
  const rare = Math.min(RARE_NOTES, Math.max(2, Math.ceil(total * RARE_SHARE)))
  for (const { a, b, score, i, j } of pairs) {
    if (found.length === MOST_CONNECTIONS || score < floor) break
    if (groupOf.get(i) === groupOf.get(j) || used.has(i) || used.has(j)) continue
    if (a.thought.linked.has(b.thought.id) || b.thought.linked.has(a.thought.id)) continue
    const words = commonTerms([a, b], everywhere, total).filter(({ surface }) => !commonWords.has(surface.toLowerCase()))
    yield
    if (!words.some(({ key }) => (everywhere.get(key) ?? 0) <= rare)) continue
    used.add(i)
    used.add(j)
    found.push({
      kind: 'connection',
      title: `“${a.thought.title}” and “${b.thought.title}”`,
      text: `No link joins them, and both speak of ${listed(words.slice(0, 3).map(({ surface }) => `“${surface}”`))}.`,
      question: null,
      citations: [a, b].map(({ thought }) => ({ itemId: thought.id, quote: null })),
    })
  }
  return found
}

/** What was found, in a few sentences that count and name. */
function narrativeOf(notes: readonly ReflectedNote[], findings: readonly FoundFinding[]): string {
  const times = notes.map(({ thought }) => thought.createdAt)
  const of = (kind: FoundFinding['kind']) => findings.filter((finding) => finding.kind === kind)
  const [themes, contradictions, patterns, gaps, connections] = [
    of('theme'),
    of('contradiction'),
    of('pattern'),
    of('gap'),
    of('connection'),
  ]
  const sentences = [`${notes.length} thoughts of ${spanWords(Math.min(...times), Math.max(...times))}.`]
  const named = themes.slice(0, 3).map(({ title, citations }) => `${lower(title)} (${citations.length})`)
  if (named.length > 0)
    sentences.push(`${themes.length === 1 ? 'One group is' : `The largest of ${themes.length} groups are`} about ${named.join('; ')}.`)
  const [clash] = contradictions
  if (clash)
    sentences.push(
      contradictions.length === 1
        ? `${clash.title} do not go together.`
        : `${contradictions.length} pairs do not go together, first of all ${clash.title}.`,
    )
  if (patterns.length > 0)
    sentences.push(
      `${patterns.map(({ title }) => title.replace(/ comes back$/, '')).join(', ')} ${patterns.length === 1 ? 'comes' : 'come'} back over time.`,
    )
  const questions = gaps.length
  if (questions > 0) sentences.push(`${questions} ${questions === 1 ? 'question has' : 'questions have'} no answer yet.`)
  if (connections.length > 0)
    sentences.push(
      `${connections.length} ${connections.length === 1 ? 'pair' : 'pairs'} of different themes may belong together and ${connections.length === 1 ? 'has' : 'have'} no link.`,
    )
  if (findings.length === 0) sentences.push('Nothing in them was found to repeat, clash or belong together.')
  return sentences.join(' ')
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
const lower = (text: string) => (/^\p{Lu}\p{Lu}/u.test(text) ? text : text.charAt(0).toLowerCase() + text.slice(1))
