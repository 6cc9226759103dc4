import { secretMemory } from '../../../../src/main/core/crypto/secret-memory'
import { type Cipher, openDatabase } from '../../../../src/main/core/db/open-database'

/*
 * A program that works with a database the way the app does, for tests that look at it from outside.
 * Arguments: file, cipher, what to do. The key comes over stdin with every bit turned over, so that the process
 * holds it nowhere but in the one buffer that it makes itself.
 */
const [, , file = '', cipher = 'aegis', task = ''] = process.argv

const parent = process.ppid

process.stdin.once('data', (turnedOver: Buffer) => {
  process.stdin.pause()
  const key = secretMemory(32)
  for (const [nth, byte] of turnedOver.subarray(0, 32).entries()) key[nth] = ~byte & 255
  if (task === 'keep-key') {
    // The control of the memory test: a key that nobody wipes.
    Object.assign(globalThis, { kept: key })
  } else {
    const db = openDatabase({ file, key, cipher: cipher as Cipher })
    key.fill(0)
    db.exec('CREATE TABLE IF NOT EXISTS t (id INTEGER PRIMARY KEY, body TEXT)')
    const insert = db.prepare('INSERT INTO t (body) VALUES (?)')
    process.stdout.write('open\n')
    if (task === 'commit-until-killed') {
      for (;;) process.stdout.write(`${insert.run('x'.repeat(300)).lastInsertRowid}\n`)
    }
    for (let n = 0; n < 100; n++) insert.run('x'.repeat(300))
    db.close()
  }
  ;(globalThis as { gc?: () => void }).gc?.()
  process.stdout.write('done\n')
  // It waits to be looked at and killed; when the tracer it runs under is killed instead, it ends by itself.
  setInterval(() => process.ppid !== parent && process.exit(), 500)
})
