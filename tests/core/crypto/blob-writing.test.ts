import { randomBytes, randomFillSync } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync, truncateSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createBlobReading } from '../../../src/main/core/crypto/blob-reading'
import { createBlobStore } from '../../../src/main/core/crypto/blob-store'
import { loadSodium } from '../../../src/main/core/crypto/sodium'

const id = '0192aa00-0000-7000-8000-000000000001'
let dir: string
beforeAll(() => loadSodium())
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'cortexa-blob-'))
})
afterEach(() => rmSync(dir, { recursive: true, force: true }))

const store = () => createBlobStore({ dir, key: randomBytes(32), vaultId: '0'.repeat(32) })
const files = () => readdirSync(dir, { recursive: true, encoding: 'utf8' }).filter((name) => name.includes('.tvb'))
const chunk = 64 * 1024

describe('a blob written bit by bit', () => {
  it.each([[[0]], [[1]], [[chunk]], [[chunk, chunk]], [[chunk - 1, 1, 1]], [[10, 5 * chunk + 7, 0, 3 * chunk, 99]]])(
    'is the same blob however it is cut: %j',
    async (lengths) => {
      const blobs = store()
      const bytes = Buffer.alloc(lengths.reduce((sum, length) => sum + length, 0))
      randomFillSync(bytes)
      const writing = await blobs.begin(id)
      let at = 0
      for (const length of lengths) {
        const part = Buffer.from(bytes.subarray(at, at + length))
        await writing.append(part)
        // The caller's bytes are its own again.
        part.fill(0)
        at += length
      }
      const { wrappedKey, bytes: size } = await writing.finish()
      expect(size).toBe(bytes.length)
      expect((await blobs.read(id, wrappedKey)).equals(bytes)).toBe(true)
      const parts: Buffer[] = []
      for await (const piece of blobs.stream(id, wrappedKey)) parts.push(piece)
      expect(Buffer.concat(parts).equals(bytes)).toBe(true)
    },
  )

  it('leaves nothing when it is given up, and its id is free again', async () => {
    const blobs = store()
    const writing = await blobs.begin(id)
    await writing.append(Buffer.alloc(200_000))
    expect(files()).toHaveLength(1)
    await expect(blobs.begin(id)).rejects.toMatchObject({ code: 'CONFLICT' })
    await writing.abandon()
    await writing.abandon()
    expect(files()).toEqual([])
    await expect(writing.append(Buffer.alloc(1))).rejects.toThrow()
    const { wrappedKey } = await blobs.write(id, Buffer.from('again'))
    expect((await blobs.read(id, wrappedKey)).toString()).toBe('again')
  })

  it('tells at its end, while it is streamed, that it was cut', async () => {
    const blobs = store()
    const { wrappedKey } = await blobs.write(id, Buffer.alloc(10 * chunk))
    truncateSync(join(dir, files()[0] ?? ''), 28 + 8 * (chunk + 17))
    const read = async () => {
      for await (const _ of blobs.stream(id, wrappedKey));
    }
    await expect(read()).rejects.toMatchObject({ code: 'BLOB_DAMAGED' })
  })
})

describe('reading in parts', () => {
  it('gives the right bytes in order, out of order, side by side and past the end', async () => {
    const blobs = store()
    const bytes = Buffer.alloc(7 * chunk + 123)
    randomFillSync(bytes)
    const { wrappedKey } = await blobs.write(id, bytes)
    const reading = createBlobReading(blobs)
    const part = async (offset: number, length: number) => (await reading.read(id, wrappedKey, offset, length)).bytes
    for (let offset = 0; offset < bytes.length; offset += 100_000)
      expect((await part(offset, 100_000)).equals(bytes.subarray(offset, offset + 100_000))).toBe(true)
    expect((await part(300_001, 50)).equals(bytes.subarray(300_001, 300_051))).toBe(true)
    const both = await Promise.all([part(0, 90_000), part(0, 90_000), part(200_000, 10)])
    expect(both.map((one, at) => one.equals(bytes.subarray(at === 2 ? 200_000 : 0, at === 2 ? 200_010 : 90_000)))).toEqual([
      true,
      true,
      true,
    ])
    expect(await reading.read(id, wrappedKey, bytes.length, 10)).toMatchObject({ bytes: Buffer.alloc(0), done: true })
    expect(await reading.read(id, wrappedKey, bytes.length - 5, 10)).toMatchObject({ done: true })
    reading.close()
  })
})
