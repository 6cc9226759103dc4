import { APICallError, NoSuchToolError, RetryError } from 'ai'
import { describe, expect, it } from 'vitest'
import type { ToolCallingError } from '../../../src/main/core/agent/tool-calling-retry'
import { isToolCallingError, withToolCallingRetry } from '../../../src/main/core/agent/tool-calling-retry'
import { isTransient } from '../../../src/main/core/agent/transient-failure'
import { AppError } from '../../../src/shared/errors'
import { keepLog } from './message-fixture'

/** Runs a function that throws the errors one by one, then gives 'ok'. */
async function attempt(errors: unknown[], more: { signal?: AbortSignal } = {}) {
  const sleeps: number[] = []
  const log = keepLog()
  let calls = 0
  const fn = async (): Promise<string> => {
    const error = errors[calls]
    calls += 1
    if (calls <= errors.length) throw error
    return 'ok'
  }
  const sleep = async (ms: number): Promise<void> => void sleeps.push(ms)
  const options = { providerName: 'p1', modelName: 'm1', logger: log, sleep, now: () => 0, ...more }
  const outcome = await withToolCallingRetry(fn, options).then(
    (value) => ({ value, error: undefined }),
    (error: unknown) => ({ value: undefined, error }),
  )
  return { ...outcome, calls, sleeps, warnings: log.warnings }
}

const api = (statusCode: number, responseHeaders: Record<string, string> = {}) =>
  new APICallError({ message: `status ${statusCode}`, url: 'http://x', requestBodyValues: {}, statusCode, responseHeaders })

describe('the retry of tool calls', () => {
  it('C8: once wrong, then right: two calls, a wait of 1 s, one warning', async () => {
    const { value, calls, sleeps, warnings } = await attempt([new Error('Tool call validation failed')])
    expect({ value, calls, sleeps, warnings: warnings.length }).toEqual({ value: 'ok', calls: 2, sleeps: [1000], warnings: 1 })
  })

  it('C8: always wrong: three calls, waits of 1 and 3 s, an error that names model and provider', async () => {
    const original = new Error('Tool call validation failed')
    const { error, calls, sleeps } = await attempt([original, original, original])
    expect(calls).toBe(3)
    expect(sleeps).toEqual([1000, 3000])
    const failure = error as ToolCallingError
    expect(failure.name).toBe('ToolCallingError')
    for (const words of ['m1', 'p1', 'gave up after 3 attempts']) expect(failure.message).toContain(words)
    expect(failure.originalError).toBe(original)
  })

  it('right at once: one call, no warning', async () => {
    expect(await attempt([])).toMatchObject({ value: 'ok', calls: 1, sleeps: [], warnings: [] })
  })

  it.each([408, 409, 429, 500, 503])('asks again after a status of %i, and rethrows the very error in the end', async (status) => {
    const error = api(status)
    expect(await attempt([error, error, error])).toMatchObject({ error, calls: 3 })
  })

  it.each([400, 401, 404])('does not ask again after a status of %i', async (status) => {
    expect(await attempt([api(status)])).toMatchObject({ calls: 1, sleeps: [] })
  })

  it('waits as long as the server asks, up to a minute', async () => {
    expect((await attempt([api(429, { 'retry-after': '7' })])).sleeps).toEqual([7000])
    expect((await attempt([api(429, { 'retry-after': '61' })])).sleeps).toEqual([1000])
    const ours = new AppError('MODEL_RATE_LIMITED', 'busy', { data: { retryAfterMs: 2500 } })
    expect((await attempt([ours])).sleeps).toEqual([2500])
  })

  it('an aborted signal ends it, though the error could be retried', async () => {
    const controller = new AbortController()
    controller.abort()
    expect(await attempt([api(503)], { signal: controller.signal })).toMatchObject({ calls: 1, sleeps: [] })
  })

  it('tells tool-calling errors from others', () => {
    expect(isToolCallingError(new NoSuchToolError({ toolName: 'x' }))).toBe(true)
    expect(isToolCallingError(new Error('Groq: TOOL_USE_FAILED'))).toBe(true)
    expect(
      isToolCallingError(new RetryError({ message: 'm', reason: 'maxRetriesExceeded', errors: [new Error('failed_generation')] })),
    ).toBe(true)
    for (const value of ['tool_use_failed', null, undefined, 7, new Error('Network timeout')]) expect(isToolCallingError(value)).toBe(false)
  })

  it('tells transient errors from others', () => {
    expect(isTransient(new Error('Network timeout'))).toBe(false)
    expect(isTransient(Object.assign(new Error('x'), { code: 'ECONNRESET' }))).toBe(true)
    expect(isTransient(new RetryError({ message: 'm', reason: 'maxRetriesExceeded', errors: [api(503)] }))).toBe(true)
    expect(isTransient(new AppError('MODEL_SERVER_ERROR', 'x', { data: { status: 502 } }))).toBe(true)
    expect(isTransient(new AppError('MODEL_KEY_REFUSED', 'x', { data: { status: 401 } }))).toBe(false)
  })
})
