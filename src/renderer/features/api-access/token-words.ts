import type { ApiScope, ApiToken } from '../../../shared/contract/http-api'
import { formatWhen } from '../../ui/format-time'

export const scopeNames: Record<ApiScope, string> = { search: 'Search', read: 'Read', write: 'Write', jobs: 'Jobs' }

/** "Search, read" */
export function scopesWords(scopes: readonly ApiScope[]): string {
  const words = scopes.map((scope) => scopeNames[scope]).join(', ')
  return words.slice(0, 1) + words.slice(1).toLowerCase()
}

export function isOver({ revokedAt, expiresAt }: ApiToken, now: number): boolean {
  return revokedAt !== null || (expiresAt !== null && expiresAt <= now)
}

/** Inside a column: "Never", "22 Sep", "Revoked 22 Sep". */
export function endWords(token: ApiToken, now: number): string {
  if (token.revokedAt !== null) return `Revoked ${inSentence(token.revokedAt, now)}`
  if (token.expiresAt === null) return 'Never'
  const date = dayWords(token.expiresAt)
  return token.expiresAt <= now ? `Expired ${date}` : date
}

/** "09:14", "yesterday", "Mon", "22 Sep". */
function inSentence(at: number, now: number): string {
  const when = formatWhen(at, now)
  return when === 'Yesterday' ? 'yesterday' : when
}

/** The day in full, since an end is mostly far: "22 Sep 2026". */
function dayWords(at: number): string {
  return new Date(at).toLocaleDateString('en-GB', { day: 'numeric', month: 'short', year: 'numeric' })
}
