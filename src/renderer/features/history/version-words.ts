import type { ItemVersion } from '../../../shared/contract/history'
import type { ItemSource } from '../../../shared/entities'
import { formatClock, formatMoment, formatNumber } from '../../ui/format-time'

/** "today, 09:14", "22 September, 17:20", "22 September 2023, 17:20": versions of one day need their time. */
export function versionMoment(at: number, now: number): string {
  const moment = formatMoment(at, now)
  return moment.includes(':') ? moment : `${moment}, ${formatClock(at)}`
}

export const asSentence = (words: string) => words.charAt(0).toUpperCase() + words.slice(1)

/** "1,204 characters", and how many more or fewer than the version before it. */
export function sizeWords(characters: number, before: number | undefined): string {
  const size = characters === 1 ? '1 character' : `${formatNumber(characters)} characters`
  if (before === undefined || before === characters) return size
  return `${size}, ${formatNumber(Math.abs(characters - before))} ${characters > before ? 'more' : 'fewer'}`
}

const writers: Partial<Record<ItemSource, string>> = {
  mcp: 'by a program',
  api: 'by a program',
  cli: 'from the command line',
  import: 'by import',
  hive: 'from a peer',
  telegram: 'by Telegram',
  collect: 'collected',
}

/** Who wrote a text, where it was not the person at the window. */
export const writerWords = (writer: ItemSource | null): string | undefined => (writer === null ? undefined : writers[writer])

const words = (count: number) => (count === 1 ? '1 word' : `${formatNumber(count)} words`)

/** What happened since a version, as a sentence. */
export function changeSentence({ added, removed }: { added: number; removed: number }, against: 'now' | 'next'): string {
  const since = against === 'now' ? 'since then' : 'in the next version'
  if (added === 0 && removed === 0) return `Only spaces or marks changed ${since}.`
  if (removed === 0) return `${words(added)} added ${since}.`
  if (added === 0) return `${words(removed)} removed ${since}.`
  return `${words(removed)} removed and ${formatNumber(added)} added ${since}.`
}

/** What a row says of a version: its size beside that of the version before it, who wrote it. */
export function rowWords(version: ItemVersion, older: ItemVersion | undefined): string {
  return [sizeWords(version.characters, older?.characters), writerWords(version.writtenBy), version.same ? 'same as now' : undefined]
    .filter((part) => part !== undefined)
    .join(', ')
}
