import { ApiScope, type ApiToken } from '../../../shared/contract/http-api'
import type { VaultDatabase } from '../../core/db/open-database'

/** A token as the vault keeps it. */
export interface StoredApiToken extends ApiToken {
  /** 32 bytes. */
  digest: Buffer
}

interface TokenRow {
  id: string
  name: string
  digest: Buffer
  scopes: string
  createdAt: number
  expiresAt: number | null
  lastUsedAt: number | null
  revokedAt: number | null
}

export type ApiTokenStore = ReturnType<typeof createApiTokenStore>

/** What a newer program wrote and this one does not know is no scope here: a token never may more than it says. */
function readScopes(text: string): ApiScope[] {
  const stored: unknown = JSON.parse(text)
  const list = Array.isArray(stored) ? stored : []
  return list.flatMap((one) => ApiScope.safeParse(one).data ?? [])
}

/** The tokens of programs, by digest. Writes run inside the caller's transaction. */
export function createApiTokenStore(db: VaultDatabase) {
  const columns = `id, name, digest, scopes, created_at AS createdAt, expires_at AS expiresAt, last_used_at AS lastUsedAt, revoked_at AS revokedAt`
  const all = db.prepare<[], TokenRow>(`SELECT ${columns} FROM api_tokens ORDER BY created_at DESC, id DESC`)
  const one = db.prepare<[string], TokenRow>(`SELECT ${columns} FROM api_tokens WHERE id = ?`)
  const insert = db.prepare('INSERT INTO api_tokens (id, name, digest, scopes, created_at, expires_at) VALUES (?, ?, ?, ?, ?, ?)')
  const revoke = db.prepare('UPDATE api_tokens SET revoked_at = ? WHERE id = ?')
  const use = db.prepare('UPDATE api_tokens SET last_used_at = ? WHERE id = ?')
  const forget = db.prepare('DELETE FROM api_tokens WHERE revoked_at < ? OR expires_at < ?')

  const read = (row: TokenRow): StoredApiToken => ({ ...row, scopes: readScopes(row.scopes) })

  return {
    /** The newest first. */
    list: (): StoredApiToken[] => all.all().map(read),
    find(id: string): StoredApiToken | null {
      const row = one.get(id)
      return row ? read(row) : null
    },
    add(token: Omit<StoredApiToken, 'lastUsedAt' | 'revokedAt'>): void {
      insert.run(token.id, token.name, token.digest, JSON.stringify(token.scopes), token.createdAt, token.expiresAt)
    },
    /** Null lets it in again. */
    setRevoked: (id: string, at: number | null): void => void revoke.run(at, id),
    setUsed: (id: string, at: number): void => void use.run(at, id),
    /** For good: what was revoked or has expired before `time`. */
    forgetEnded: (time: number): number => forget.run(time, time).changes,
  }
}
