import { join, resolve } from 'node:path'
import { openVault } from '../../../src/main/app/open-vault'
import { kdfLimits } from '../../../src/main/core/crypto/kdf-parameters'
import { createKdfRunner } from '../../../src/main/core/crypto/kdf-runner'
import { createKeyRing } from '../../../src/main/core/crypto/key-ring'
import { createSettingsStore } from '../../../src/main/core/settings/settings-store'
import { makeFolder } from './launch'
import { PASSPHRASE } from './person'

const workerFile = resolve(__dirname, '../../../out/main/kdf-worker.js')

/**
 * The folder of a new, empty vault behind PASSPHRASE, with the cheapest key derivation that the window takes and a recovery key that is kept:
 * for tests that are not about the first day.
 */
export async function makeVault(): Promise<string> {
  const dataDir = join(makeFolder('data'), 'vault')
  const kdfParameters = { t: kdfLimits.t.min, m: kdfLimits.m.min }
  const keyRing = createKeyRing({ dataDir, runKdf: createKdfRunner({ workerFile }), now: Date.now, kdfParameters })
  const { keys } = await keyRing.create(PASSPHRASE)
  const vault = await openVault(keys, { dataDir, sqliteBinding: undefined, now: Date.now, onFault: () => {} })
  createSettingsStore(vault.db).writeFlag('recovery-confirmed', '1')
  vault.close()
  keys.wipe()
  return dataDir
}
