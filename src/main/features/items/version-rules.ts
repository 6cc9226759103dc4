import { DAY_MS, HOUR_MS } from '../../../shared/timing'

/** Why a text was kept: a new sitting of changes began, much was about to go, or an earlier version took its place. */
export type VersionReason = 'sitting' | 'loss' | 'restore'

/** Saves with pauses up to this long are one sitting, of which the text before it is kept. */
const SITTING_PAUSE_MS = 10 * 60_000
/** A sitting that goes on longer is kept from hour to hour. */
const LONGEST_SITTING_MS = 60 * 60_000
/** One save that takes away so many UTF-16 units, or half of a text that had at least SHORT_TEXT of them, is a loss of its own. */
const MUCH = 200
const SHORT_TEXT = 20

/** Versions of one item, at most. */
export const MOST_VERSIONS = 100
/** Bytes that the versions of one item may take in the vault. A note of 12 MB takes about 5, and each edit of it some 15 kB. */
export const MOST_VERSION_BYTES = 64 * 1024 * 1024

/** How many versions stay as they grow old: all of a day, then one an hour for a week, one a day for a month, one a week. */
const spacing: readonly { olderThan: number; oneIn: number }[] = [
  { olderThan: 30 * DAY_MS, oneIn: 7 * DAY_MS },
  { olderThan: 7 * DAY_MS, oneIn: DAY_MS },
  { olderThan: DAY_MS, oneIn: HOUR_MS },
]

/** From this age on, versions may be dropped because of their age. */
export const THINNED_AFTER_MS = DAY_MS

export interface TextState {
  givenTitle: string
  body: string
  /** Which way in wrote it. */
  by: string
}

/** Steps of comparing from either end: long runs are compared as strings, which costs far less than unit by unit. */
const STEP = 4096

function commonStart(a: string, b: string): number {
  const most = Math.min(a.length, b.length)
  let at = 0
  while (at + STEP <= most && a.slice(at, at + STEP) === b.slice(at, at + STEP)) at += STEP
  while (at < most && a.charCodeAt(at) === b.charCodeAt(at)) at += 1
  return at
}

function commonEnd(a: string, b: string, most: number): number {
  let length = 0
  const same = (next: number) => a.slice(a.length - next, a.length - length) === b.slice(b.length - next, b.length - length)
  while (length + STEP <= most && same(length + STEP)) length += STEP
  while (length < most && a.charCodeAt(a.length - 1 - length) === b.charCodeAt(b.length - 1 - length)) length += 1
  return length
}

/** What one edit took out and put in, in UTF-16 units, seen as a single place of change. */
export function editSize(before: string, after: string): { removed: number; added: number } {
  const start = commonStart(before, after)
  const end = commonEnd(before, after, Math.min(before.length, after.length) - start)
  return { removed: before.length - start - end, added: after.length - start - end }
}

export interface SaveInTime {
  now: number
  /** When `before` was saved. */
  writtenAt: number
  /** When the newest version was kept; null when there is none. */
  lastVersionAt: number | null
  /** Something of `before` stands in no version. */
  hasNewWords: boolean
}

/**
 * Whether the text that a save replaces is kept, and why. Of many saves in one sitting only the text before the first is, and the text before
 * each that takes much away. A thought that only grows while it is first written needs none.
 */
export function reasonToKeep(before: TextState, after: TextState, removed: number, time: SaveInTime): VersionReason | null {
  const { now, writtenAt, lastVersionAt, hasNewWords } = time
  if (`${before.givenTitle}${before.body}`.trim() === '') return null
  // A clock that was set back by more than a pause ends a sitting too.
  const sameSitting = Math.abs(now - writtenAt) <= SITTING_PAUSE_MS && before.by === after.by
  const much =
    removed >= MUCH || (before.body.length >= SHORT_TEXT && removed * 2 >= before.body.length) || (removed > 0 && after.body.trim() === '')
  if (lastVersionAt === null) {
    const onlyGrows = removed === 0 && before.givenTitle === after.givenTitle
    return sameSitting && onlyGrows ? null : much ? 'loss' : 'sitting'
  }
  if (much && (hasNewWords || !sameSitting)) return 'loss'
  return sameSitting && Math.abs(now - lastVersionAt) < LONGEST_SITTING_MS ? null : 'sitting'
}

export interface KeptVersion {
  at: number
  reason: VersionReason
}

/** Versions in the order in which they are given up when there are too many: the oldest first, those before a loss last. The newest never is. */
export function giveUpOrder<V extends KeptVersion>(newestFirst: readonly V[]): V[] {
  const oldestFirst = newestFirst.slice(1).reverse()
  return [...oldestFirst.filter(({ reason }) => reason !== 'loss'), ...oldestFirst.filter(({ reason }) => reason === 'loss')]
}

/** The versions to drop because of their age and number: of each span of time the newest stays, and those before a loss do. */
export function versionsToDrop(newestFirst: readonly KeptVersion[], now: number): number[] {
  const taken = new Set<string>()
  const dropped = new Set<number>()
  newestFirst.forEach(({ at, reason }, place) => {
    const rule = spacing.find(({ olderThan }) => now - at > olderThan)
    if (rule === undefined || reason === 'loss' || place === 0) return
    const span = `${rule.oneIn}/${Math.floor(at / rule.oneIn)}`
    if (taken.has(span)) dropped.add(at)
    taken.add(span)
  })
  const left = newestFirst.filter(({ at }) => !dropped.has(at))
  for (const { at } of giveUpOrder(left).slice(0, Math.max(0, left.length - MOST_VERSIONS))) dropped.add(at)
  return [...dropped]
}
