import { randomBytes } from 'node:crypto'
import { LONGEST_TOKEN_NAME, MOST_API_TOKENS } from '../../../shared/contract/http-api'
import { AppError } from '../../../shared/errors'
import type { Handlers } from '../../core/commands/dispatch'
import { createApiSecret, digestApiSecret } from './api-token-secret'
import type { StoredApiToken } from './api-token-store'
import type { ApiVault, HttpApi } from './http-api'

export interface HttpApiCommandDeps extends ApiVault {
  now: () => number
  newId: () => string
  api: HttpApi
}

type HttpApiCommands = Pick<
  Handlers,
  'get-http-api' | 'set-http-api' | 'list-api-tokens' | 'create-api-token' | 'revoke-api-token' | 'restore-api-token'
>

/** So long a revocation can be taken back: enough for a slip of the hand, too short for a token to come back unnoticed. */
const RESTORE_MS = 600_000

function bad(message: string): AppError {
  return new AppError('BAD_INPUT', message)
}

function tidyName(typed: string): string {
  const name = typed.replace(/\s+/g, ' ').trim()
  if (name === '') throw bad('The token has no name yet. Name the program that is to use it.')
  if (name.length > LONGEST_TOKEN_NAME) throw bad(`This name is longer than ${LONGEST_TOKEN_NAME} characters. Give a shorter one.`)
  return name
}

export function httpApiCommands(s: HttpApiCommandDeps): HttpApiCommands {
  const { api } = s

  function requireToken(s: HttpApiCommandDeps, id: string): StoredApiToken {
    const token = s.apiTokens.find(id)
    if (!token) throw new AppError('NOT_FOUND', 'There is no token with this id. It ended long ago. Look at the list again.')
    return token
  }

  function setRevoked(s: HttpApiCommandDeps, id: string, at: number | null) {
    s.write(() => s.apiTokens.setRevoked(id, at))
    api.tokensChanged(s)
    return api.describe(requireToken(s, id))
  }

  function assertRoom(s: HttpApiCommandDeps): void {
    const inForce = s.apiTokens.list().filter((token) => token.revokedAt === null && (token.expiresAt ?? Infinity) > s.now())
    if (inForce.length >= MOST_API_TOKENS)
      throw new AppError('CONFLICT', `There are ${MOST_API_TOKENS} tokens in force, which is the most. Revoke one first.`)
  }

  return {
    'get-http-api': () => api.state(s),

    'set-http-api': async ({ enabled, port }) => {
      await api.change(s, { ...(enabled === undefined ? {} : { enabled }), ...(port === undefined ? {} : { port }) })
      return api.state(s)
    },

    'list-api-tokens': () => ({ tokens: s.apiTokens.list().map(api.describe) }),

    'create-api-token': ({ name, scopes, expiresAt }) => {
      const tidy = tidyName(name)
      if (scopes.length === 0) throw bad('Nothing is chosen that the token may do. Choose at least one thing.')
      if (expiresAt !== null && expiresAt <= s.now()) throw bad('This day is over. Choose a day that is still to come, or no end.')
      assertRoom(s)
      const secret = createApiSecret(randomBytes)
      const id = s.newId()
      s.write((tx) =>
        s.apiTokens.add({ id, name: tidy, digest: digestApiSecret(secret), scopes: [...new Set(scopes)], createdAt: tx.now, expiresAt }),
      )
      api.tokensChanged(s)
      return { secret, token: api.describe(requireToken(s, id)) }
    },

    'revoke-api-token': ({ id }) => {
      const token = requireToken(s, id)
      return token.revokedAt === null ? setRevoked(s, id, s.now()) : api.describe(token)
    },

    'restore-api-token': ({ id }) => {
      const token = requireToken(s, id)
      if (token.revokedAt === null) return api.describe(token)
      if (s.now() - token.revokedAt > RESTORE_MS)
        throw new AppError('CONFLICT', 'This token was revoked more than ten minutes ago and stays so. Make a new one.')
      assertRoom(s)
      return setRevoked(s, id, null)
    },
  }
}
