import { z } from 'zod'
import { Id, Timestamp } from '../entities'
import { command, windowOnly } from './define'

/** What a token may do. Which command needs which is said in one table, `scopes.ts`. */
export const ApiScope = z.enum(['search', 'read', 'write', 'jobs'])
export type ApiScope = z.infer<typeof ApiScope>

/** What each scope lets a program do, as people read it. */
export const scopeMeanings: Record<ApiScope, string> = {
  search: 'Find thoughts by words and meaning.',
  read: 'Read thoughts, theses, briefings and links, and follow events.',
  write: 'Add, change and delete thoughts, tags and links.',
  jobs: 'Start thinking and research, and steer the queue.',
}

export const LONGEST_TOKEN_NAME = 100
/** Tokens that may be in force at once; every request is compared with all of them. */
export const MOST_API_TOKENS = 50

/** A token as the window shows it. The token itself is shown once, when it is made, and is not in the vault. */
export const ApiToken = z.object({
  id: Id,
  name: z.string(),
  scopes: z.array(ApiScope),
  createdAt: Timestamp,
  /** Null for a token that does not end by itself. */
  expiresAt: Timestamp.nullable(),
  /** The last request with it, down to the minute; null before the first. */
  lastUsedAt: Timestamp.nullable(),
  revokedAt: Timestamp.nullable(),
})
export type ApiToken = z.infer<typeof ApiToken>

export const HttpApiState = z.object({
  /** The switch, as the vault keeps it. */
  enabled: z.boolean(),
  /** The number the person chose; null while the system chooses one. */
  port: z.number().int().nullable(),
  /** Where programs reach it; null while it does not listen. */
  listening: z.object({ url: z.string(), port: z.number().int(), addresses: z.array(z.string()), since: Timestamp }).nullable(),
  /** Why it does not listen although it is on, in words. */
  problem: z.string().nullable(),
})
export type HttpApiState = z.infer<typeof HttpApiState>

const Empty = z.strictObject({})
const TokenId = z.strictObject({ id: Id })

/** The switch of the HTTP API and its tokens. For the window alone: a program must not be able to let in another. */
export const httpApiCommands = {
  'get-http-api': command({
    summary: 'Whether programs on this computer are served over HTTP, and where',
    effect: 'read',
    expose: windowOnly,
    input: Empty,
    output: HttpApiState,
  }),
  'set-http-api': command({
    summary: 'Serve programs on this computer over HTTP, or stop it, or choose the port; answers once it listens or cannot',
    effect: 'write',
    expose: windowOnly,
    input: z.strictObject({ enabled: z.boolean().optional(), port: z.number().int().min(1024).max(65_535).nullable().optional() }),
    output: HttpApiState,
  }),
  'list-api-tokens': command({
    summary: 'The tokens that programs use, the newest first',
    effect: 'read',
    expose: windowOnly,
    input: Empty,
    output: z.object({ tokens: z.array(ApiToken) }),
  }),
  'create-api-token': command({
    summary: 'Make a token for a program. It is in the answer and nowhere else',
    effect: 'write',
    expose: windowOnly,
    input: z.strictObject({
      name: z.string().max(1000),
      scopes: z.array(ApiScope).max(20),
      expiresAt: Timestamp.nullable(),
    }),
    output: z.object({ secret: z.string(), token: ApiToken }),
  }),
  'revoke-api-token': command({
    summary: 'Refuse a token from now on; what it follows ends at once',
    effect: 'write',
    expose: windowOnly,
    input: TokenId,
    output: ApiToken,
  }),
  'restore-api-token': command({
    summary: 'Let a token in again that was revoked within the last ten minutes',
    effect: 'write',
    expose: windowOnly,
    input: TokenId,
    output: ApiToken,
  }),
}
