import type { Migration } from '../migrate'

/**
 * Tokens of programs. `digest` is the BLAKE2b-256 of a token; the token itself is nowhere. `scopes` is a JSON list. `last_used_at` is
 * written at most every ten minutes. A revoked token stays for a while, so that a person sees what became of it.
 */
export const migration: Migration = {
  version: 19,
  name: 'api-tokens',
  up(db) {
    db.exec(`
      CREATE TABLE api_tokens (
        id TEXT PRIMARY KEY,
        name TEXT NOT NULL,
        digest BLOB NOT NULL UNIQUE CHECK (length(digest) = 32),
        scopes TEXT NOT NULL,
        created_at INTEGER NOT NULL,
        expires_at INTEGER,
        last_used_at INTEGER,
        revoked_at INTEGER
      ) STRICT;
    `)
  },
}
