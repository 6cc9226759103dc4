import { timingSafeEqual } from 'node:crypto'
import type { ApiScope } from '../../../shared/contract/http-api'
import type { Access } from '../../../shared/http-access'
import { digestApiSecret } from './api-token-secret'
import type { StoredApiToken } from './api-token-store'

/** What is said of the last use is no finer than this. */
const MINUTE_MS = 60_000

interface KnownToken {
  id: string
  digest: Buffer
  scopes: readonly ApiScope[]
  expiresAt: number | null
}

/**
 * The tokens in force, kept in memory so that a program hears "locked" and not "unknown" after a lock: digests and scopes,
 * no names. `used` is told of each use with its time down to the minute.
 */
export function createHttpApiAccess(deps: { now: () => number; used: (id: string, at: number) => void }) {
  const { now } = deps
  let known: readonly KnownToken[] = []

  const inForce = (token: KnownToken) => known.includes(token) && (token.expiresAt === null || now() < token.expiresAt)

  const access: Access = {
    admit(secret) {
      const digest = digestApiSecret(secret)
      let found: KnownToken | null = null
      // All of them, always: how long it takes does not say which one was meant.
      for (const token of known) if (timingSafeEqual(digest, token.digest)) found = token
      if (found === null || !inForce(found)) return null
      const token = found
      return { id: token.id, may: (scope) => token.scopes.includes(scope), isValid: () => inForce(token), counted: true }
    },
    used: (id) => deps.used(id, Math.floor(now() / MINUTE_MS) * MINUTE_MS),
  }

  return {
    access,
    /** Takes the tokens of an open vault; those that are revoked are left out. Gives the ids of those no longer in force. */
    take(tokens: readonly StoredApiToken[]): string[] {
      const before = known
      // One that stays is the same object, so that what it began goes on.
      known = tokens
        .filter((token) => token.revokedAt === null)
        .map(({ id, digest, scopes, expiresAt }) => before.find((old) => old.id === id) ?? { id, digest, scopes, expiresAt })
      return before.filter((old) => !known.includes(old)).map((old) => old.id)
    },
  }
}
