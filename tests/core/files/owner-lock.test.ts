import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { takeOwnership } from '../../../src/main/core/files/owner-lock'
import { bundle } from '../crypto/support/bundle'
import { temporaryFolder } from '../crypto/support/temporary-folder'

let program: string
beforeAll(async () => {
  program = await bundle('tests/core/crypto/support/owner-program.ts')
}, 60_000)

const inUse = expect.objectContaining({ code: 'VAULT_IN_USE' })

async function startOwner(dataDir: string) {
  const child = spawn(process.execPath, [program, dataDir], { stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  const [line] = await once(child.stdout, 'data')
  expect(String(line)).toBe('owner\n')
  return child
}

describe('takeOwnership', () => {
  it('keeps a second process out while the first lives, and lets it in the moment it is killed', async () => {
    const dataDir = temporaryFolder()
    for (let round = 0; round < 3; round++) {
      const owner = await startOwner(dataDir)
      expect(() => takeOwnership(dataDir)).toThrow(inUse)
      owner.kill('SIGKILL')
      await once(owner, 'exit')
      takeOwnership(dataDir).release()
    }
  })

  it('keeps another part of the same process out, until it is released', () => {
    const dataDir = temporaryFolder()
    const first = takeOwnership(dataDir)
    expect(() => takeOwnership(dataDir)).toThrow(inUse)
    expect(() => takeOwnership(dataDir), 'the failed try did not drop the lock').toThrow(inUse)
    first.release()
    first.release()
    const second = takeOwnership(dataDir)
    second.release()
  })

  it('still holds after a failed try of the same process: another process stays out', async () => {
    const dataDir = temporaryFolder()
    const first = takeOwnership(dataDir)
    expect(() => takeOwnership(dataDir)).toThrow(inUse)
    const child = spawn(process.execPath, [program, dataDir], { stdio: 'ignore' })
    const [exitCode] = await once(child, 'exit')
    expect(exitCode).toBe(1)
    first.release()
  })

  it('uses an empty private file and leaves nothing else behind', () => {
    const dataDir = temporaryFolder()
    const owner = takeOwnership(dataDir)
    expect(statSync(join(dataDir, 'lock.db')).mode & 0o777).toBe(0o600)
    owner.release()
    expect(readFileSync(join(dataDir, 'lock.db')).length).toBe(0)
  })

  it('is not shut out for ever by rubbish in lock.db', () => {
    const dataDir = temporaryFolder()
    writeFileSync(join(dataDir, 'lock.db'), 'rubbish '.repeat(1000))
    const owner = takeOwnership(dataDir)
    expect(() => takeOwnership(dataDir)).toThrow(inUse)
    owner.release()
  })

  it('names the reason when there is no such folder', () => {
    expect(() => takeOwnership(join(temporaryFolder(), 'missing'))).toThrow(/data folder cannot be used \(ENOENT\)/)
  })
})
