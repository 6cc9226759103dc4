import { createKdfRunner } from '../../../../src/main/core/crypto/kdf-runner'
import { createKeyRing } from '../../../../src/main/core/crypto/key-ring'

/*
 * Opens the vault in a folder, says so, and wipes its keys when it is told to over stdin.
 * Arguments: folder, passphrase, the built kdf worker.
 */
const [, , dataDir = '', passphrase = '', workerFile = ''] = process.argv
const keyRing = createKeyRing({ dataDir, runKdf: createKdfRunner({ workerFile }), now: Date.now, kdfParameters: { t: 1, m: 8 } })

keyRing.unlock(passphrase).then((keys) => {
  process.stdout.write('open\n')
  process.stdin.once('data', () => {
    keys.wipe()
    ;(globalThis as { gc?: () => void }).gc?.()
    process.stdout.write('wiped\n')
  })
})
