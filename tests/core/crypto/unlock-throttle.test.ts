import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createUnlockThrottle } from '../../../src/main/core/crypto/unlock-throttle'
import { AppError } from '../../../src/shared/errors'
import { temporaryFolder } from './support/temporary-folder'

const wrong = () => Promise.reject(new AppError('WRONG_PASSPHRASE', 'wrong'))

function start() {
  const dataDir = temporaryFolder()
  const clock = { now: 1_764_000_000_000 }
  const open = () => createUnlockThrottle({ dataDir, now: () => clock.now })
  return { dataDir, clock, open, file: join(dataDir, 'staging', 'throttle') }
}

describe('createUnlockThrottle', () => {
  it('delays by 1, 2, 4, ... 60 seconds after the fifth failure, across restarts', async () => {
    const { clock, open } = start()
    const seen: number[] = []
    for (let n = 0; n < 14; n++) {
      const throttle = open() // as if the app were started anew each time
      clock.now += throttle.retryAfterSeconds() * 1000
      await expect(throttle.attempt(wrong)).rejects.toThrow('wrong')
      seen.push(open().retryAfterSeconds())
    }
    expect(seen).toEqual([0, 0, 0, 0, 1, 2, 4, 8, 16, 32, 60, 60, 60, 60])
  })

  it('refuses a try during the delay without running it, and allows one when it is over', async () => {
    const { clock, open } = start()
    const throttle = open()
    for (let n = 0; n < 5; n++) await expect(throttle.attempt(wrong)).rejects.toThrow()
    let ran = 0
    const right = async () => ++ran
    await expect(throttle.attempt(right)).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS', data: { retryAfterSeconds: 1 } })
    expect(ran).toBe(0)
    clock.now += 1000
    await expect(throttle.attempt(right)).resolves.toBe(1)
  })

  it('resets after a success, also in the file', async () => {
    const { clock, open, dataDir } = start()
    const throttle = open()
    for (let n = 0; n < 6; n++) {
      await expect(throttle.attempt(wrong)).rejects.toThrow()
      clock.now += 60_000
    }
    await throttle.attempt(async () => 'open')
    for (let n = 0; n < 4; n++) await expect(throttle.attempt(wrong)).rejects.toThrow()
    expect(throttle.retryAfterSeconds()).toBe(0)
    await throttle.attempt(async () => 'open')
    expect(readdirSync(join(dataDir, 'staging'))).toEqual([])
  })

  it('cannot be passed by many tries at once', async () => {
    const { open } = start()
    const throttle = open()
    const results = await Promise.allSettled(Array.from({ length: 50 }, () => throttle.attempt(wrong)))
    const codes = results.map((result) => (result.status === 'rejected' ? result.reason.code : 'open'))
    expect(codes.filter((code) => code === 'WRONG_PASSPHRASE')).toHaveLength(5)
    expect(codes.filter((code) => code === 'TOO_MANY_REQUESTS')).toHaveLength(45)
  })

  it('counts a wrong recovery key, but no mistyped one and no damaged vault', async () => {
    const { open } = start()
    const throttle = open()
    for (let n = 0; n < 20; n++) {
      for (const code of ['BAD_RECOVERY_KEY', 'HEADER_DAMAGED', 'INTERNAL'] as const)
        await expect(throttle.attempt(() => Promise.reject(new AppError(code, code)))).rejects.toThrow(code)
    }
    expect(throttle.retryAfterSeconds()).toBe(0)
    for (let n = 0; n < 5; n++)
      await expect(throttle.attempt(() => Promise.reject(new AppError('WRONG_RECOVERY_KEY', 'w')))).rejects.toThrow()
    expect(throttle.retryAfterSeconds()).toBe(1)
  })

  it('locks nobody out when the clock is set back by two days', async () => {
    const { clock, open } = start()
    for (let n = 0; n < 8; n++) {
      clock.now += 60_000
      await expect(open().attempt(wrong)).rejects.toThrow()
    }
    clock.now -= 2 * 86_400_000
    const throttle = open()
    expect(throttle.retryAfterSeconds()).toBe(8)
    clock.now += 8000
    expect(throttle.retryAfterSeconds()).toBe(0)
  })

  it('keeps counting in memory when its file cannot be written, and starts at zero from a file that is rubbish', async () => {
    const { dataDir, open, file } = start()
    writeFileSync(join(dataDir, 'staging'), 'a file where the folder should be')
    const throttle = open()
    for (let n = 0; n < 5; n++) await expect(throttle.attempt(wrong)).rejects.toThrow('wrong')
    expect(throttle.retryAfterSeconds()).toBe(1)
    const other = start()
    mkdirSync(join(other.dataDir, 'staging'))
    for (const rubbish of ['', 'null', '[]', '{"failures":"9","lastFailure":1}', '{"failures":-3,"lastFailure":1}', '\0\0']) {
      writeFileSync(other.file, rubbish)
      expect(other.open().retryAfterSeconds()).toBe(0)
    }
    expect(file).toContain('throttle')
  })

  it('stores counts only, readable by the owner', async () => {
    const { open, file, clock } = start()
    await expect(open().attempt(wrong)).rejects.toThrow()
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ failures: 1, lastFailure: clock.now })
    expect(statSync(file).mode & 0o777).toBe(0o600)
  })
})
