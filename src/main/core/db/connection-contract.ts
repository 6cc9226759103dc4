import { AppError } from '../../../shared/errors'
import type { Connection } from './sqlite-driver'

export type Cipher = 'aegis' | 'chacha20'

/** Page cache in KiB. With 64 MB warm reads cost the same as without encryption (measured). */
const cacheKibibytes = 65_536

/** How the two ciphers must be configured inside the library: AEGIS-256 is its variant 4, and no legacy ChaCha20. */
const cipherSettings: Record<Cipher, { parameter: string; value: number }> = {
  aegis: { parameter: 'algorithm', value: 4 },
  chacha20: { parameter: 'legacy', value: 0 },
}

/** Name, the value to set, and what reading it back must give. The order matters: the switch to WAL lowers `synchronous`. */
const pragmas: [name: string, set: string, expected: string | number][] = [
  ['temp_store', 'MEMORY', 2],
  ['cell_size_check', 'ON', 1],
  ['trusted_schema', 'OFF', 0],
  ['mmap_size', '0', 0],
  ['busy_timeout', '5000', 5000],
  // One process owns the vault (owner-lock.ts); without the shared index file an enqueue takes 89 µs instead of 103 (decision 0007).
  ['locking_mode', 'EXCLUSIVE', 'exclusive'],
  ['journal_mode', 'WAL', 'wal'],
  ['synchronous', 'FULL', 2],
  ['foreign_keys', 'ON', 1],
  ['secure_delete', 'ON', 1],
  ['wal_autocheckpoint', '1000', 1000],
  ['cache_size', String(-cacheKibibytes), -cacheKibibytes],
]
const macPragmas: typeof pragmas = [
  ['fullfsync', 'ON', 1],
  ['checkpoint_fullfsync', 'ON', 1],
]

/** Chooses the cipher, before the key is given, and makes sure the library took it. */
export function selectCipher(connection: Connection, cipher: Cipher): void {
  connection.pragma(`cipher='${cipher}'`)
  if (connection.pragma('cipher', { simple: true }) !== cipher) throw brokenContract('cipher')
}

/** Sets every rule of the connection and reads each back. A rule that did not take means the vault does not open. */
export function applyContract(connection: Connection, cipher: Cipher, platform: NodeJS.Platform = process.platform): void {
  const { parameter, value: variant } = cipherSettings[cipher]
  // Not earlier: a statement reads the file, and that needs the key.
  if (connection.prepare('SELECT sqlite3mc_config(?, ?)').pluck().get(cipher, parameter) !== variant) throw brokenContract('cipher')
  for (const [name, value, expected] of platform === 'darwin' ? [...pragmas, ...macPragmas] : pragmas) {
    connection.pragma(`${name}=${value}`)
    if (connection.pragma(name, { simple: true }) !== expected) throw brokenContract(name)
  }
}

function brokenContract(name: string): AppError {
  return new AppError(
    'VAULT_DAMAGED',
    `The vault was not opened, because a safety setting of its database (${name}) could not be switched on. Nothing was changed. Install the app again, or move the vault folder to a disk of this computer.`,
  )
}
