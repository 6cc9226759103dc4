import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { copyBytes, haveSameBytes, SourceUnreadable } from '../../../src/main/core/files/copy-bytes'
import { temporaryFolder } from '../crypto/support/temporary-folder'

describe('copied bytes', () => {
  it('are equal, private, another file, and never written over another', async () => {
    const folder = temporaryFolder()
    const [source, target] = [join(folder, 'a'), join(folder, 'b')]
    writeFileSync(source, Buffer.alloc(2_500_000, 'x'))
    expect(await copyBytes(source, target)).toBe(2_500_000)
    expect(await haveSameBytes(source, target)).toBe(true)
    expect([statSync(target).nlink, statSync(target).mode & 0o777]).toEqual([1, 0o600])
    writeFileSync(source, 'other')
    expect(await haveSameBytes(source, target)).toBe(false)
    await expect(copyBytes(source, target)).rejects.toMatchObject({ code: 'EEXIST' })
    expect(readFileSync(target)).toHaveLength(2_500_000)
    await expect(copyBytes(join(folder, 'none'), join(folder, 'c'))).rejects.toBeInstanceOf(SourceUnreadable)
    await expect(copyBytes(source, join(folder, 'c'), AbortSignal.abort())).rejects.toMatchObject({ name: 'AbortError' })
    expect(readdirSync(folder)).toEqual(['a', 'b'])
  })
})
