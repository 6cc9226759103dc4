import type { TelegramState, TelegramStatus } from '../../../shared/contract/telegram'
import { formatNumber } from '../../ui/format-time'
import type { StatusKind } from '../../ui/status-dot'

/** What the bot does, in a word, and the shape that stands for it. */
export const stateWords: Record<TelegramState, { word: string; kind: StatusKind }> = {
  off: { word: 'Switched off', kind: 'cancel' },
  'no-token': { word: 'Not set up', kind: 'cancel' },
  connecting: { word: 'Connecting', kind: 'wait' },
  listening: { word: 'Listening', kind: 'run' },
  waiting: { word: 'Waiting', kind: 'retry' },
  refused: { word: 'Refused', kind: 'dead' },
  taken: { word: 'Used elsewhere', kind: 'dead' },
  'local-only': { word: 'Local only', kind: 'cancel' },
}

export function botWords({ bot }: TelegramStatus): string {
  if (bot === null) return ''
  return bot.username === '' ? bot.name : `${bot.name} (@${bot.username})`
}

export const savedWords = (count: number) => (count === 1 ? '1 thought' : `${formatNumber(count)} thoughts`)

export function waitingFilesWords(count: number): string {
  return count === 1 ? 'One file is still being fetched.' : `${formatNumber(count)} files are still being fetched.`
}

export function failedFilesWords(count: number): string {
  return count === 1
    ? 'One file could not be fetched. Its thought is there; send the file once more, or'
    : `${formatNumber(count)} files could not be fetched. Their thoughts are there; send the files once more, or`
}
