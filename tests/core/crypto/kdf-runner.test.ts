import { argon2Sync } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { calibrateKdf, fitToTime } from '../../../src/main/core/crypto/kdf-parameters'
import { createKdfRunner } from '../../../src/main/core/crypto/kdf-runner'
import { bundle } from './support/bundle'
import { temporaryFolder } from './support/temporary-folder'

let workerFile: string
beforeAll(async () => {
  workerFile = await bundle('src/main/core/workers/kdf-worker.ts')
}, 60_000)

const salt = Buffer.from('sixteen bytes of')

describe('createKdfRunner', () => {
  it('derives real Argon2id in the built worker, and leaves the caller its passphrase and salt', async () => {
    const runKdf = createKdfRunner({ workerFile })
    const passphrase = Buffer.from('orbit kelp lantern')
    const key = await runKdf(passphrase, salt, { t: 3, m: 65_536 })
    expect(
      key.equals(argon2Sync('argon2id', { message: passphrase, nonce: salt, parallelism: 1, tagLength: 32, memory: 65_536, passes: 3 })),
    ).toBe(true)
    expect(passphrase.toString()).toBe('orbit kelp lantern')
    expect(salt.toString()).toBe('sixteen bytes of')
  })

  it('runs one derivation at a time and gives each caller its own key', async () => {
    const runKdf = createKdfRunner({ workerFile })
    const finished: number[] = []
    const buffers = [1, 2, 3].map((n) => Buffer.alloc(20, n))
    const runs = buffers.map((bytes, n) =>
      runKdf(bytes, salt, { t: 1, m: n === 0 ? 65_536 : 8 }).then((key) => {
        finished.push(n)
        return key
      }),
    )
    for (const bytes of buffers) bytes.fill(0) // the runs that wait have copied theirs
    const keys = await Promise.all(runs)
    expect(finished, 'the quick ones waited for the slow one').toEqual([0, 1, 2])
    for (const [n, key] of keys.entries())
      expect(
        key.equals(
          argon2Sync('argon2id', {
            message: Buffer.alloc(20, n + 1),
            nonce: salt,
            parallelism: 1,
            tagLength: 32,
            memory: n === 0 ? 65_536 : 8,
            passes: 1,
          }),
        ),
      ).toBe(true)
  })

  it('keeps the main thread free while it derives', async () => {
    const runKdf = createKdfRunner({ workerFile })
    let turns = 0
    const timer = setInterval(() => turns++, 5)
    await runKdf(Buffer.from('x'), salt, { t: 3, m: 65_536 })
    clearInterval(timer)
    expect(turns).toBeGreaterThan(5)
  })

  it('says what to do when the worker fails, and goes on with the next derivation', async () => {
    const runKdf = createKdfRunner({ workerFile })
    await expect(runKdf(Buffer.from('x'), Buffer.alloc(3), { t: 1, m: 8 })).rejects.toMatchObject({
      code: 'INTERNAL',
      message: expect.stringContaining('memory'),
    })
    await expect(runKdf(Buffer.from('x'), salt, { t: 1, m: 8 })).resolves.toHaveLength(32)
    await expect(createKdfRunner({ workerFile: `${workerFile}.missing` })(Buffer.from('x'), salt, { t: 1, m: 8 })).rejects.toMatchObject({
      code: 'INTERNAL',
    })
  })

  it('does not hang when the worker ends without an answer', async () => {
    const mute = join(temporaryFolder(), 'mute.cjs')
    writeFileSync(mute, 'process.exit(0)')
    await expect(createKdfRunner({ workerFile: mute })(Buffer.from('x'), salt, { t: 1, m: 8 })).rejects.toMatchObject({ code: 'INTERNAL' })
  })
})

describe('calibration', () => {
  it('halves the memory until one derivation takes at most a second, never below 64 MiB', () => {
    const full = { t: 3, m: 262_144 }
    expect(fitToTime(full, 900).m).toBe(262_144)
    expect(fitToTime(full, 1100).m).toBe(131_072)
    expect(fitToTime(full, 3600).m).toBe(65_536)
    expect(fitToTime(full, 60_000).m).toBe(65_536)
    expect(fitToTime(full, 0).m).toBe(262_144)
  })

  it('raises the memory again from a cheaper measurement on a faster computer', () => {
    expect(fitToTime({ t: 3, m: 65_536 }, 200)).toEqual({ t: 3, m: 262_144 })
    expect(fitToTime({ t: 3, m: 65_536 }, 400)).toEqual({ t: 3, m: 131_072 })
  })

  it('measures one derivation with the default cost', async () => {
    const times = [1000, 1000 + 2000]
    const asked: unknown[] = []
    const parameters = await calibrateKdf(
      async (_, __, cost) => {
        asked.push(cost)
        return Buffer.alloc(32)
      },
      () => times.shift() ?? 0,
    )
    expect(asked).toEqual([{ t: 3, m: 262_144 }])
    expect(parameters).toEqual({ t: 3, m: 131_072 })
  })
})
