import { z } from 'zod'
import type { FindingKind } from '../../../shared/contract/reflections'
import { plainLine, withoutHidden } from '../../../shared/untrusted-text'
import { entriesOf, isRecord, textOf } from '../../core/llm/model-lists'
import { foldText } from '../../core/text/normalise-text'

/** Of one kind; more are no help to anybody, and no model is asked for so many. */
const MOST_OF_A_KIND = 12
const LONGEST_TITLE = 120
const LONGEST_TEXT = 1200
const LONGEST_NARRATIVE = 4000
const LONGEST_QUOTE = 400
/** Citations of one finding; a pattern over more items than this is told by those. */
const MOST_CITED = 30

/** An item as it was read, by its place: `[1]` is the first. */
export interface ReadItem {
  id: string
  title: string
  body: string
}

export interface FoundFinding {
  kind: FindingKind
  title: string
  text: string
  question: string | null
  /** Not empty, each item once; of a contradiction exactly two. */
  citations: readonly { itemId: string; quote: string | null }[]
}

export interface FoundReflection {
  findings: FoundFinding[]
  narrative: string
  /** Citations that name nothing that was read, and findings left out for want of a valid one. */
  dropped: number
}

/** Numbers in what a model wrote for citations: 3, "[3]", "3, 5", {"item": 3}. What names no number is 0, which names nothing. */
function numbersOf(value: unknown): number[] {
  if (typeof value === 'number') return [Number.isInteger(value) ? value : 0]
  if (Array.isArray(value)) return value.flatMap(numbersOf)
  if (isRecord(value)) return numbersOf(value.item ?? value.number ?? value.n ?? value.id ?? value.items ?? '')
  if (typeof value !== 'string' || value.trim() === '') return []
  const found = value.match(/\d{1,6}/g)
  return found === null ? [0] : found.map(Number)
}

const Numbers = z.preprocess(numbersOf, z.array(z.number().int()))
const Text = z.preprocess((value) => textOf(value), z.string())
const Side = z.preprocess(
  (value) =>
    isRecord(value) ? { item: numbersOf(value)[0] ?? 0, quote: textOf(value.quote) } : { item: numbersOf(value)[0] ?? 0, quote: '' },
  z.object({ item: z.number().int(), quote: z.string() }),
)

/** Each entry by itself: one that cannot be read takes no other with it. */
function listOf<T extends z.ZodType>(entry: T) {
  return z
    .preprocess(
      (value) =>
        entriesOf(value).flatMap((raw) => {
          const parsed = entry.safeParse(isRecord(raw) ? raw : { title: '', text: raw, items: [] })
          return parsed.success ? [parsed.data] : []
        }),
      z.array(entry),
    )
    .nullish()
}

const Plain = z.object({ title: Text, text: Text, items: Numbers })

/** A reflection as a model is asked for it; items are named by their numbers. */
export const ModelReflection = z
  .object({
    themes: listOf(Plain),
    contradictions: listOf(z.object({ title: Text, text: Text, a: Side, b: Side })),
    patterns: listOf(Plain),
    gaps: listOf(z.object({ title: Text, text: Text, question: Text, items: Numbers })),
    connections: listOf(Plain),
    narrative: Text,
  })
  .refine(
    (reply) =>
      reply.narrative !== '' ||
      [reply.themes, reply.contradictions, reply.patterns, reply.gaps, reply.connections].some((list) => (list?.length ?? 0) > 0),
    { message: 'says nothing' },
  )
export type ModelReflection = z.infer<typeof ModelReflection>

const MARK = /\s*\[(?:item:\s*)?(\d{1,4}(?:\s*[,;–-]\s*\d{1,4})*)\]/g
/** A text of a model without marks of citation and what is not seen. */
const bare = (text: string, limit: number) =>
  withoutHidden(text.replace(MARK, ''))
    .trim()
    .slice(0, limit)
    .replace(/[\ud800-\udbff]$/, '')
    .trim()
const marked = (text: string) => [...text.matchAll(MARK)].flatMap((match) => (match[1] ?? '').match(/\d{1,4}/g)?.map(Number) ?? [])
const squeezed = (text: string) =>
  foldText(text)
    .replace(/[“”„«»"‹›「」『』]/g, '"')
    .replace(/\s+/g, ' ')
    .trim()

/**
 * Makes findings of a model's reply. A citation that names no item that was read is dropped and counted; a finding without a valid one is left
 * out and counted; a contradiction needs two different items, and the words of a side are kept only where they stand in its item.
 */
export function readReflection(reply: ModelReflection, items: readonly ReadItem[]): FoundReflection {
  let dropped = 0

  /** The items of these numbers, each once. */
  function cited(numbers: readonly number[]): ReadItem[] {
    const found = new Set<ReadItem>()
    for (const n of numbers) {
      const item = items[n - 1]
      if (item === undefined) dropped += 1
      else found.add(item)
    }
    return [...found].slice(0, MOST_CITED)
  }

  function quoteOf(item: ReadItem, said: string): string | null {
    const quote = bare(said, LONGEST_QUOTE).replace(/^["“”„«»'‘’…\s]+|["“”„«»'‘’…\s]+$/gu, '')
    const words = squeezed(quote)
    return words !== '' && squeezed(`${item.title}\n${item.body}`).includes(words) ? quote : null
  }

  function keep(kind: FindingKind, entry: { title: string; text: string }, question: string | null, citations: FoundFinding['citations']) {
    const text = bare(entry.text, LONGEST_TEXT)
    const title = plainLine(bare(entry.title, LONGEST_TITLE * 4), LONGEST_TITLE) || plainLine(question ?? text, LONGEST_TITLE)
    return title === '' ? [] : [{ kind, title, text: text || (question ?? title), question, citations }]
  }

  function plain(kind: FindingKind, entries: z.infer<typeof Plain>[] | null | undefined, least = 1): FoundFinding[] {
    return (entries ?? []).flatMap((entry) => {
      const before = dropped
      const found = cited([...entry.items, ...marked(entry.text)])
      if (found.length < least) {
        if (dropped === before) dropped += 1
        return []
      }
      return keep(
        kind,
        entry,
        null,
        found.map(({ id }) => ({ itemId: id, quote: null })),
      )
    })
  }

  const contradictions = (reply.contradictions ?? []).flatMap((entry): FoundFinding[] => {
    const before = dropped
    const [left, right] = [cited([entry.a.item])[0], cited([entry.b.item])[0]]
    if (left === undefined || right === undefined || left === right) {
      if (dropped === before) dropped += 1
      return []
    }
    return keep('contradiction', entry, null, [
      { itemId: left.id, quote: quoteOf(left, entry.a.quote) },
      { itemId: right.id, quote: quoteOf(right, entry.b.quote) },
    ])
  })

  const gaps = (reply.gaps ?? []).flatMap((entry): FoundFinding[] => {
    const before = dropped
    const found = cited([...entry.items, ...marked(entry.text), ...marked(entry.question)])
    const question = bare(entry.question, LONGEST_QUOTE) || bare(entry.text, LONGEST_QUOTE) || bare(entry.title, LONGEST_QUOTE)
    if (found.length === 0 || question === '') {
      if (dropped === before) dropped += 1
      return []
    }
    return keep(
      'gap',
      entry,
      question,
      found.map(({ id }) => ({ itemId: id, quote: null })),
    )
  })

  return {
    findings: [
      ...plain('theme', reply.themes),
      ...contradictions,
      ...plain('pattern', reply.patterns),
      ...gaps,
      // One item alone connects nothing.
      ...plain('connection', reply.connections, 2),
    ].filter(withoutRepeats()),
    narrative: bare(reply.narrative, LONGEST_NARRATIVE),
    dropped,
  }
}

/** Lets each finding of a kind through once, by its title, and so many of a kind. */
function withoutRepeats(): (finding: FoundFinding) => boolean {
  const seen = new Set<string>()
  const counts = new Map<FindingKind, number>()
  return ({ kind, title }) => {
    const key = `${kind} ${squeezed(title)}`
    const count = counts.get(kind) ?? 0
    if (seen.has(key) || count === MOST_OF_A_KIND) return false
    seen.add(key)
    counts.set(kind, count + 1)
    return true
  }
}
