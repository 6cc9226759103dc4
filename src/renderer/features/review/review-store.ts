import { create } from 'zustand'
import type { EventType } from '../../../shared/contract/events'
import type { ReviewEntry, ReviewSection } from '../../../shared/contract/review'
import { atMostEvery } from '../../base/at-most-every'
import { client } from '../../base/client'
import { onEvent } from '../../base/live-events'
import { currentTime } from '../../ui/clock'
import { errorWords } from '../../ui/error-words'
import { showToast } from '../../ui/toast'
import { allEntries, neighbourOf, type ReadSection, type ReadSections, type ReviewCounts, reviewSections, withEntry } from './review-rows'

interface Review {
  /** How much there is of each kind; undefined before the first answer. */
  counts: ReviewCounts | undefined
  /** What was read of the lists, page by page; undefined until the place was opened. */
  sections: ReadSections | undefined
  problem: string | undefined
  /** The entry the keys act on, by its key. */
  active: string | undefined
  /** Entries answered today. */
  answered: number
}

const PAGE = 100
const empty: Review = { counts: undefined, sections: undefined, problem: undefined, active: undefined, answered: 0 }
export const useReview = create<Review>(() => empty)

/** Entries that were answered, until a reading that began after the answer: they must not come back for a moment in between. */
const answering = new Map<string, number>()
/** Entries whose thought is being edited. */
const held = new Set<string>()
let reading = 0
let day = ''

/** Reads how much there is, for the side. */
export async function loadReviewCounts(): Promise<void> {
  const answer = await client.call('get-review', {}).catch(() => undefined)
  if (answer && answering.size === 0) useReview.setState({ counts: answer.counts })
}

async function readSection(section: ReviewSection, wanted: number): Promise<{ read: ReadSection; total: ReviewCounts[ReviewSection] }> {
  const entries: ReviewEntry[] = []
  let cursor: string | null = null
  for (;;) {
    const page: Awaited<ReturnType<typeof readPage>> = await readPage(section, cursor)
    entries.push(...page.entries)
    cursor = page.nextCursor
    if (cursor === null || entries.length >= wanted) return { read: { entries, nextCursor: cursor }, total: page.total }
  }
}

function readPage(section: ReviewSection, cursor: string | null) {
  return client.call('list-review', { section, limit: PAGE, ...(cursor === null ? {} : { cursor }) })
}

/** Keeps an entry whose thought is being edited, although what is saved meanwhile may have answered it. */
export function hold({ key }: ReviewEntry): void {
  held.add(key)
}

/** The editing is over: the entry stays only where the vault still has it. */
export function letGoOf({ key }: ReviewEntry): void {
  held.delete(key)
}

function withHeld(list: readonly ReviewEntry[], before: readonly ReviewEntry[]): readonly ReviewEntry[] {
  let kept = list
  before.forEach((entry, at) => {
    if (held.has(entry.key) && !answering.has(entry.key)) kept = withEntry(kept, entry, at)
  })
  return kept
}

/** Reads all four lists anew, each as far as it was read before. */
export async function loadReview(): Promise<void> {
  reading += 1
  const turn = reading
  const today = new Date(currentTime()).toDateString()
  if (day !== today) useReview.setState({ answered: 0 })
  day = today
  const known = useReview.getState().sections
  try {
    const read = await Promise.all(reviewSections.map((section) => readSection(section, known?.[section].entries.length ?? 0)))
    if (turn !== reading) return
    const { sections: before, active } = useReview.getState()
    for (const [key, since] of answering) if (since < turn) answering.delete(key)
    const [sections, counts] = [{} as ReadSections, {} as ReviewCounts]
    reviewSections.forEach((section, place) => {
      const found = read[place]
      if (!found) return
      const fresh = found.read.entries.filter(({ key }) => !answering.has(key))
      const hidden = found.read.entries.length - fresh.length
      sections[section] = { entries: withHeld(fresh, before?.[section].entries ?? []), nextCursor: found.read.nextCursor }
      counts[section] = { count: Math.max(0, found.total.count - hidden), more: found.total.more }
    })
    useReview.setState({ sections, counts, problem: undefined, active: activeIn(sections, before, active) })
  } catch (error) {
    if (turn === reading) useReview.setState({ problem: errorWords(error) })
  }
}

/** The same entry as before, else the one that has its place now, else the first. */
function activeIn(sections: ReadSections, before: ReadSections | undefined, active: string | undefined): string | undefined {
  const entries = allEntries(sections)
  if (entries.some(({ key }) => key === active)) return active
  const at = before && active !== undefined ? allEntries(before).findIndex(({ key }) => key === active) : -1
  return (entries[Math.max(0, Math.min(at, entries.length - 1))] ?? entries[0])?.key
}

const growing = new Set<ReviewSection>()

/** Reads the next page of a section, where there is one. */
export async function loadMoreReview(section: ReviewSection): Promise<void> {
  const cursor = useReview.getState().sections?.[section].nextCursor ?? null
  if (cursor === null || growing.has(section)) return
  growing.add(section)
  const turn = reading
  try {
    const page = await readPage(section, cursor)
    if (turn !== reading) return
    useReview.setState(({ sections }) => {
      if (!sections) return {}
      const known = new Set(sections[section].entries.map(({ key }) => key))
      const entries = [...sections[section].entries, ...page.entries.filter(({ key }) => !known.has(key) && !answering.has(key))]
      return { sections: { ...sections, [section]: { entries, nextCursor: page.nextCursor } } }
    })
  } catch (error) {
    showToast(errorWords(error))
  } finally {
    growing.delete(section)
  }
}

function shift(entry: ReviewEntry, by: 1 | -1, change: (list: readonly ReviewEntry[]) => readonly ReviewEntry[], active?: string): void {
  useReview.setState(({ sections, counts, answered }) => {
    if (!sections || !counts) return {}
    const { section } = entry
    const { entries, nextCursor } = sections[section]
    return {
      sections: { ...sections, [section]: { entries: change(entries), nextCursor } },
      counts: { ...counts, [section]: { ...counts[section], count: Math.max(0, counts[section].count + by) } },
      answered: Math.max(0, answered - by),
      active,
    }
  })
}

/** Takes an answered entry out of its list and goes to the next. Answers the way to bring it back to its place. */
export function takeOut(entry: ReviewEntry): () => void {
  const { sections } = useReview.getState()
  const entries = sections?.[entry.section].entries ?? []
  const at = entries.findIndex(({ key }) => key === entry.key)
  if (!sections || at < 0) return () => undefined
  answering.set(entry.key, Number.POSITIVE_INFINITY)
  const next = neighbourOf(allEntries(sections), entry.key)
  shift(entry, -1, (list) => list.filter(({ key }) => key !== entry.key), next)
  return () => {
    answering.delete(entry.key)
    // A reading that is under way began before the entry came back.
    reading += 1
    shift(entry, 1, (list) => withEntry(list, entry, at), entry.key)
  }
}

/** The vault has taken the answer: a reading that begins from now on knows of it. */
export function wasAnswered({ key }: ReviewEntry): void {
  if (answering.has(key)) answering.set(key, reading)
}

/** Events after which an entry may come or go. */
const events = [
  'item-changed',
  'thesis-updated',
  'reflection-completed',
  'reflection-updated',
  'review-changed',
  'confidence-updated',
] as const satisfies readonly EventType[]
/** The more is read, the rarer it is read anew. */
const PAUSE_MS = 800

/** Keeps counts and lists current. */
export function followReview(): void {
  const isOpen = () => useReview.getState().sections !== undefined
  const again = atMostEvery(PAUSE_MS, () => (isOpen() ? loadReview() : loadReviewCounts()))
  for (const type of events)
    onEvent(type, () => {
      if (useReview.getState().counts !== undefined) again.ask()
    })
  onEvent('vault-locked', () => {
    reading += 1
    again.stop()
    answering.clear()
    held.clear()
    useReview.setState(empty, true)
  })
}

/** The place was left: its lists are read anew when it is opened again, and until then only the counts are kept. */
export function closeReview(): void {
  reading += 1
  useReview.setState({ sections: undefined, problem: undefined })
}
