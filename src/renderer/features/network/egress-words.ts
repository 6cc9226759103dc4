import type { EgressEntry, EgressKind } from '../../../shared/contract/network'

/** What a request was for, in a word. */
export const kindWords: Record<EgressKind, string> = {
  page: 'Page',
  search: 'Search',
  image: 'Picture',
  telegram: 'Telegram',
  model: 'Model',
  test: 'Test',
}

const failureWords: Record<string, string> = {
  WEB_LOCAL_ONLY: 'kept here: local only',
  WEB_BLOCKED_ADDRESS: 'not opened',
  WEB_TIMEOUT: 'took too long',
  WEB_TOO_LARGE: 'too large, left',
  WEB_BAD_TYPE: 'not readable, left',
  WEB_UNREACHABLE: 'not reached',
  WEB_TOO_MANY_REDIRECTS: 'led on without end',
  CANCELLED: 'stopped',
}
const reasonWords: Record<string, string> = {
  private: 'a private address',
  name: 'a name of this network',
  port: 'an unusual port',
  scheme: 'no web address',
  address: 'no web address',
  credentials: 'a password in the address',
  downgrade: 'from https to http',
}

/** What became of a request: "answered", "404", "not opened: a private address". */
export function outcomeWords({ status, failure, reason, durationMs, kind }: EgressEntry): string {
  if (failure === null && status === null) return durationMs === null ? 'no end is known' : kind === 'test' ? 'asked' : 'answered'
  if (status !== null && status >= 300 && (failure === null || failure === 'WEB_STATUS'))
    return status < 400 ? 'led on to another address' : `answered with ${status}`
  if (failure === null) return 'answered'
  const words = failureWords[failure] ?? 'failed'
  return reason === null ? words : `${words}: ${reasonWords[reason] ?? reason}`
}

/** A number of bytes in the unit that reads best: "640 B", "12 kB", "3.4 MB". */
export function bytesWords(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`
  if (bytes < 1_000_000) return `${(bytes / 1000).toFixed(bytes < 10_000 ? 1 : 0)} kB`
  return `${(bytes / 1_000_000).toFixed(1)} MB`
}
