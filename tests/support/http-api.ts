import { expect } from 'vitest'
import type { AppOptions } from '../../src/main/app/app'
import { serveHttp } from '../../src/main/hosts/http/server'
import type { ApiScope, HttpApiState } from '../../src/shared/contract/http-api'
import { startWithVault, type TestApp } from './app'

export const everyScope: ApiScope[] = ['search', 'read', 'write', 'jobs']

/** A vault whose HTTP API is on, and a token for everything. */
export async function startWithHttpApi(options: Partial<AppOptions> = {}): Promise<TestApp & { url: string; secret: string; id: string }> {
  const running = await startWithVault({ openHttpHost: serveHttp, ...options })
  const { listening } = await running.window.call('set-http-api', { enabled: true })
  const { secret, token } = await running.window.call('create-api-token', { name: 'Test', scopes: everyScope, expiresAt: null })
  return { ...running, url: listening?.url ?? '', secret, id: token.id }
}

/** Waits until the API of a vault that was just unlocked listens. */
export async function waitUntilListening(window: TestApp['window']): Promise<NonNullable<HttpApiState['listening']>> {
  await expect.poll(async () => (await window.call('get-http-api', {})).listening).not.toBeNull()
  const { listening } = await window.call('get-http-api', {})
  if (!listening) throw new Error('it stopped listening')
  return listening
}
