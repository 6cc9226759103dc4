import { randomBytes, randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { createBlobStore } from '../../../src/main/core/crypto/blob-store'
import { plainLength } from '../../../src/main/core/crypto/blob-stream'
import { loadSodium } from '../../../src/main/core/crypto/sodium'
import { temporaryFolder } from './support/temporary-folder'

beforeAll(async () => {
  await loadSodium()
})

const chunk = 65_536
const sealedChunk = chunk + 17
const key = Buffer.alloc(32, 3)
const vaultId = 'ab'.repeat(16)
const code = (value: string) => expect.objectContaining({ code: value })
const damaged = code('BLOB_DAMAGED')

function newStore(options: Partial<{ key: Buffer; vaultId: string; dir: string }> = {}) {
  const dir = options.dir ?? join(temporaryFolder(), 'blobs')
  const store = createBlobStore({ dir, key: options.key ?? key, vaultId: options.vaultId ?? vaultId })
  const pathOf = (id: string) => join(dir, id.replaceAll('-', '').slice(0, 2), `${id.replaceAll('-', '')}.tvb`)
  return { dir, store, pathOf }
}

describe('write and read', () => {
  it.each([0, 1, chunk - 1, chunk, chunk + 1, 16 * chunk - 1, 16 * chunk, 16 * chunk + 1, 33 * chunk])(
    'give back %i bytes',
    async (size) => {
      const { store, pathOf } = newStore()
      const id = randomUUID()
      const bytes = randomBytes(size)
      const written = await store.write(id, bytes)
      expect(written.bytes).toBe(size)
      expect(written.wrappedKey).toHaveLength(72)
      expect((await store.read(id, written.wrappedKey)).equals(bytes)).toBe(true)
      expect(statSync(pathOf(id)).size).toBe(28 + size + 17 * Math.max(1, Math.ceil(size / chunk)))
      expect(plainLength(statSync(pathOf(id)).size)).toBe(size)
    },
  )

  it('store nothing readable, in files and folders of the owner only', async () => {
    const { dir, store, pathOf } = newStore()
    const id = randomUUID()
    const canary = Buffer.from('canary-in-the-coal-mine '.repeat(10_000))
    const { wrappedKey } = await store.write(id, canary)
    const file = readFileSync(pathOf(id))
    expect(file.includes('canary')).toBe(false)
    expect(statSync(pathOf(id)).mode & 0o777).toBe(0o600)
    expect(statSync(join(pathOf(id), '..')).mode & 0o777).toBe(0o700)
    expect(statSync(dir).mode & 0o777).toBe(0o700)
    expect(wrappedKey.includes(key)).toBe(false)
    const second = randomUUID()
    await store.write(second, canary)
    expect(readFileSync(pathOf(second)).subarray(28, 100).equals(file.subarray(28, 100)), 'equal content looks different').toBe(false)
  })

  it('let the event loop run while a large blob is sealed and opened', async () => {
    const { store } = newStore()
    const bytes = Buffer.alloc(24 * 1024 * 1024, 5)
    let turns = 0
    let running = true
    const count = () => {
      turns++
      if (running) setImmediate(count)
    }
    setImmediate(count)
    const { wrappedKey } = await store.write(randomUUID().replaceAll('-', ''), bytes)
    const [id = ''] = await store.list()
    const afterWrite = turns
    await store.read(id, wrappedKey)
    running = false
    expect(afterWrite).toBeGreaterThan(20)
    expect(turns - afterWrite).toBeGreaterThan(20)
  })

  it('refuse an id that is taken, and keep the first content', async () => {
    const { store } = newStore()
    const id = randomUUID()
    const { wrappedKey } = await store.write(id, Buffer.from('first'))
    await expect(store.write(id, Buffer.from('second'))).rejects.toThrow(code('CONFLICT'))
    const results = await Promise.allSettled(Array.from({ length: 5 }, (_, n) => store.write('c'.repeat(32), Buffer.from([n]))))
    expect(
      results.filter(({ status }) => status === 'fulfilled'),
      'of five at once, one',
    ).toHaveLength(1)
    expect((await store.read(id, wrappedKey)).toString()).toBe('first')
  })

  it('refuse ids that are no ids, above all ones that would be paths', async () => {
    const { store, dir } = newStore()
    for (const id of ['', '../../etc/passwd', 'ab', 'g'.repeat(32), `${'a'.repeat(32)}/../x`, 'a'.repeat(33), `${'a'.repeat(31)}\0`]) {
      await expect(store.write(id, Buffer.from('x'))).rejects.toThrow(code('BAD_INPUT'))
      await expect(store.read(id, Buffer.alloc(72))).rejects.toThrow(code('BAD_INPUT'))
      await expect(store.remove(id)).rejects.toThrow(code('BAD_INPUT'))
    }
    expect(existsSync(dir)).toBe(false)
  })
})

describe('a damaged blob is refused as a whole', () => {
  async function stored(size: number) {
    const context = newStore()
    const id = randomUUID()
    const { wrappedKey } = await context.store.write(id, randomBytes(size))
    const path = context.pathOf(id)
    return { ...context, id, wrappedKey, path, good: readFileSync(path), read: () => context.store.read(id, wrappedKey) }
  }

  it('cut at every chunk boundary, near them, and to nothing', async () => {
    const { path, good, read } = await stored(4 * chunk + 100)
    for (const length of [
      0,
      1,
      4,
      27,
      28,
      29,
      45,
      ...[1, 2, 3, 4].flatMap((n) => [-1, 0, 1, 17].map((off) => 28 + n * sealedChunk + off)),
      good.length - 1,
    ]) {
      writeFileSync(path, good.subarray(0, length))
      await expect(read(), `cut to ${length}`).rejects.toThrow(damaged)
    }
    writeFileSync(path, good)
    await expect(read()).resolves.toBeDefined()
  })

  it('with bytes behind its end, also a whole sealed chunk of its own', async () => {
    for (const size of [100, chunk, 2 * chunk]) {
      const { path, good, read } = await stored(size)
      for (const more of [Buffer.alloc(1), Buffer.alloc(17), Buffer.alloc(chunk), good.subarray(28, 28 + sealedChunk)]) {
        writeFileSync(path, Buffer.concat([good, more]))
        await expect(read()).rejects.toThrow(damaged)
      }
    }
  })

  it('with any bit flipped: magic, stream header, content, tag', async () => {
    const { path, good, read } = await stored(2 * chunk + 5)
    const places = [0, 3, 4, 27, 28, 29, 44, 45, 28 + sealedChunk - 1, 28 + sealedChunk, 28 + 2 * sealedChunk, good.length - 1]
    for (const at of [...places, ...Array.from({ length: 40 }, () => Math.floor(Math.random() * good.length))]) {
      const bytes = Buffer.from(good)
      bytes[at] = (bytes[at] ?? 0) ^ (1 << (at & 7))
      writeFileSync(path, bytes)
      await expect(read(), `byte ${at}`).rejects.toThrow(damaged)
    }
  })

  it('with two chunks swapped, one doubled, or one left out', async () => {
    const { path, good, read } = await stored(3 * chunk + 5)
    const start = good.subarray(0, 28)
    const part = (n: number) => good.subarray(28 + n * sealedChunk, 28 + (n + 1) * sealedChunk)
    for (const order of [[1, 0, 2, 3], [0, 2, 1, 3], [0, 0, 1, 2, 3], [0, 1, 3], [0, 2, 3], [3]]) {
      writeFileSync(path, Buffer.concat([start, ...order.map(part)]))
      await expect(read(), order.join()).rejects.toThrow(damaged)
    }
  })

  it('read under another id, another vault, another vault key or another file key', async () => {
    const { store, dir, id, wrappedKey, path, pathOf, good } = await stored(chunk)
    const other = randomUUID()
    mkdirSync(join(pathOf(other), '..'), { recursive: true })
    writeFileSync(pathOf(other), good)
    await expect(store.read(other, wrappedKey), 'a file renamed to another id').rejects.toThrow(damaged)
    await expect(newStore({ dir, vaultId: 'cd'.repeat(16) }).store.read(id, wrappedKey)).rejects.toThrow(damaged)
    await expect(newStore({ dir, key: Buffer.alloc(32, 4) }).store.read(id, wrappedKey)).rejects.toThrow(damaged)
    const another = await store.write('e'.repeat(32), Buffer.from('x'))
    await expect(store.read(id, another.wrappedKey)).rejects.toThrow(damaged)
    await expect(store.read(id, Buffer.alloc(0))).rejects.toThrow(damaged)
    await expect(store.read(id, wrappedKey)).resolves.toBeDefined()
    rmSync(path)
    await expect(store.read(id, wrappedKey)).rejects.toThrow(code('BLOB_MISSING'))
  })
})

describe('remove, list and unfinished files', () => {
  it('list the blobs, not what else lies about; remove once and again', async () => {
    const { dir, store, pathOf } = newStore()
    expect(await store.list()).toEqual([])
    const ids = [randomUUID(), randomUUID()]
    for (const id of ids) await store.write(id, Buffer.from('x'))
    writeFileSync(join(dir, '.DS_Store'), '')
    writeFileSync(join(pathOf(ids[0] ?? ''), '..', 'notes (conflicted copy).tvb'), '')
    expect((await store.list()).sort()).toEqual(ids.map((id) => id.replaceAll('-', '')).sort())
    await store.remove(ids[0] ?? '')
    await store.remove(ids[0] ?? '')
    expect(await store.list()).toHaveLength(1)
  })

  it('leave nothing behind a write that fails, and sweep what a killed write left', async () => {
    const { dir, store, pathOf } = newStore()
    const id = randomUUID()
    await store.write(id, Buffer.alloc(200_000))
    const killed = pathOf('f'.repeat(32))
    mkdirSync(join(killed, '..'), { recursive: true })
    renameSync(pathOf(id), `${killed}.tmp`)
    expect(await store.list()).toEqual([])
    await expect(store.write('f'.repeat(32), Buffer.from('x'))).rejects.toThrow(code('CONFLICT'))
    expect(await store.removeUnfinished()).toBe(1)
    await store.write('f'.repeat(32), Buffer.from('x'))
    expect(readdirSync(join(dir, 'ff'))).toEqual([`${'f'.repeat(32)}.tvb`])
    expect(await store.removeUnfinished()).toBe(0)
  })
})
