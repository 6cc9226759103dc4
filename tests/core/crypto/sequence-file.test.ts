import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { createSequenceFile } from '../../../src/main/core/crypto/sequence-file'
import { loadSodium } from '../../../src/main/core/crypto/sodium'
import { temporaryFolder } from './support/temporary-folder'

beforeAll(async () => {
  await loadSodium()
})

const key = Buffer.alloc(32, 7)

describe('createSequenceFile', () => {
  it('reads back the last number, also in a new process, and null before the first', () => {
    const file = join(temporaryFolder(), 'vault.seq')
    const sequence = createSequenceFile({ file, key })
    expect(sequence.read()).toBeNull()
    expect(sequence.damaged).toBe(false)
    for (const number of [0, 1, 2, 300, Number.MAX_SAFE_INTEGER]) {
      sequence.write(number)
      expect(sequence.read()).toBe(number)
      expect(createSequenceFile({ file, key }).read()).toBe(number)
    }
    sequence.write(5)
    expect(createSequenceFile({ file, key }).read(), 'backwards too, after a loss was accepted').toBe(5)
    sequence.close()
    sequence.close()
    sequence.write(6)
    expect(sequence.read(), 'opens again after close').toBe(6)
    sequence.close()
    expect(statSync(file)).toMatchObject({ size: 32 })
    expect(statSync(file).mode & 0o777).toBe(0o600)
  })

  it('takes every flipped bit, every cut, appended bytes and another key for damage, never for a number', () => {
    const file = join(temporaryFolder(), 'vault.seq')
    const sequence = createSequenceFile({ file, key })
    sequence.write(41)
    sequence.close()
    const good = readFileSync(file)
    const broken = [
      ...Array.from({ length: 256 }, (_, bit) => {
        const bytes = Buffer.from(good)
        bytes[bit >> 3] = (bytes[bit >> 3] ?? 0) ^ (1 << (bit & 7))
        return bytes
      }),
      ...Array.from({ length: 32 }, (_, length) => good.subarray(0, length)),
      Buffer.concat([good, Buffer.alloc(1)]),
      Buffer.alloc(32),
    ]
    for (const bytes of broken) {
      writeFileSync(file, bytes)
      const reader = createSequenceFile({ file, key })
      expect(reader.read()).toBeNull()
      expect(reader.damaged).toBe(true)
    }
    writeFileSync(file, good)
    expect(createSequenceFile({ file, key: Buffer.alloc(32, 8) }).read()).toBeNull()
    const reader = createSequenceFile({ file, key })
    expect(reader.read()).toBe(41)
    expect(reader.damaged).toBe(false)
  })

  it('repairs a damaged file by the next write', () => {
    const file = join(temporaryFolder(), 'vault.seq')
    writeFileSync(file, 'rubbish')
    const sequence = createSequenceFile({ file, key })
    expect(sequence.read()).toBeNull()
    sequence.write(9)
    expect(sequence.read()).toBe(9)
    expect(sequence.damaged).toBe(false)
    sequence.close()
  })

  it('does not turn a commit that succeeded into a failure when its own disk fails, but says so', () => {
    const folder = temporaryFolder()
    const sequence = createSequenceFile({ file: join(folder, 'missing', 'vault.seq'), key })
    expect(() => sequence.write(1)).not.toThrow()
    expect(sequence.failed).toBe(true)
    const other = createSequenceFile({ file: join(folder, 'vault.seq'), key })
    other.write(1)
    expect(other.failed).toBe(false)
    other.close()
    rmSync(join(folder, 'vault.seq'))
  })
})
