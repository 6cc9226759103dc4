import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, it, onTestFinished } from 'vitest'
import { createKeyRing } from '../../../src/main/core/crypto/key-ring'
import { vaultKeyOf } from '../../../src/main/core/crypto/vault-keys'
import { bundle } from './support/bundle'
import { cheapKdf, countingKdf } from './support/cheap-kdf'
import { inMemoryOf } from './support/process-memory'
import { temporaryFolder } from './support/temporary-folder'

it.skipIf(process.platform !== 'linux')(
  'a process that has locked the vault holds no key any more, nowhere in its memory',
  async () => {
    const [program, workerFile] = [
      await bundle('tests/core/crypto/support/key-ring-program.ts'),
      await bundle('src/main/core/workers/kdf-worker.ts'),
    ]
    const dataDir = temporaryFolder()
    const passphrase = 'orbit kelp lantern'
    const { keys } = await createKeyRing({ dataDir, runKdf: countingKdf().runKdf, now: Date.now, kdfParameters: cheapKdf }).create(
      passphrase,
    )
    const secrets = [vaultKeyOf(keys), keys.database, keys.blobs, keys.index, keys.backup, keys.sequence, keys.secrets, keys.share]
    const child = spawn(process.execPath, ['--expose-gc', program, dataDir, passphrase, workerFile])
    onTestFinished(() => void child.kill('SIGKILL'))
    child.stderr.pipe(process.stderr)
    await once(child.stdout, 'data')
    const whileOpen = inMemoryOf(child.pid ?? 0, secrets)
    expect(Math.min(...whileOpen), 'the control finds all eight while the vault is open').toBeGreaterThan(0)
    child.stdin.write('lock\n')
    await once(child.stdout, 'data')
    expect(inMemoryOf(child.pid ?? 0, secrets)).toEqual([0, 0, 0, 0, 0, 0, 0, 0])
  },
  120_000,
)
