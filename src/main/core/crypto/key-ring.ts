import { randomBytes as systemRandomBytes } from 'node:crypto'
import { performance } from 'node:perf_hooks'
import { AppError } from '../../../shared/errors'
import type { Cipher } from '../db/connection-contract'
import { createHeaderFile } from './header-file'
import { calibrateKdf, fitToTime, type KdfParameters, kdfLimits, type RunKdf } from './kdf-parameters'
import { makePassphraseSlot, makeRecoverySlot, openSlot } from './key-slots'
import { assertStrongPassphrase, passphraseBytes } from './passphrase'
import { readRecoveryKey, writeRecoveryKey } from './recovery-key'
import { moveSecret } from './secret-memory'
import { loadSodium, readySodium } from './sodium'
import { encodeHeader, headerMac, type KeySlot, type ReadHeader, type VaultHeader } from './vault-header'
import { deriveHeaderKey, deriveRecoveryKey, deriveVaultKeys, type VaultKeys, vaultKeyOf, wipeKey } from './vault-keys'

export { checkRecoveryGroups } from './recovery-key'
export type { VaultKeys } from './vault-keys'

export interface KeyRingOptions {
  dataDir: string
  runKdf: RunKdf
  now: () => number
  randomBytes?: (length: number) => Buffer
  /** For tests: fixed cheap parameters. The read limits are lowered to them. Never set in the app. */
  kdfParameters?: KdfParameters
  /** For new vaults. See docs/decisions/0001-cipher-aegis.md. */
  cipher?: Cipher
}

export type KeyRing = ReturnType<typeof createKeyRing>

/**
 * Makes and opens the key file of a vault. The vault key is random; passphrase and recovery key only wrap it, so both can
 * change while database and blobs stay as they are. Calls wait for each other. Every failure is an AppError: what is wrong
 * with the key file (HEADER_MISSING, HEADER_DAMAGED, HEADER_TAMPERED, HEADER_UNSUPPORTED, VAULT_TOO_NEW), what is wrong with
 * the input (WRONG_PASSPHRASE, WEAK_PASSPHRASE, BAD_RECOVERY_KEY, WRONG_RECOVERY_KEY), VAULT_ABSENT, VAULT_EXISTS, DISK_FULL.
 * After a failure the files are what they were.
 */
export function createKeyRing({ dataDir, runKdf, now, randomBytes = systemRandomBytes, kdfParameters, cipher = 'aegis' }: KeyRingOptions) {
  const limits = { t: { ...kdfLimits.t }, m: { ...kdfLimits.m } }
  if (kdfParameters !== undefined) {
    limits.t.min = Math.min(limits.t.min, kdfParameters.t)
    limits.m.min = Math.min(limits.m.min, kdfParameters.m)
  }
  const clock = () => performance.now()
  const file = createHeaderFile({ dataDir, limits, now })
  let last: Promise<unknown> = Promise.resolve()

  function inTurn<T>(run: () => Promise<T>): Promise<T> {
    const turn = last.then(loadSodium).then(run)
    last = turn.catch(() => undefined)
    return turn
  }

  async function readPresent(): Promise<ReadHeader> {
    const header = await file.read()
    if (header === null)
      throw new AppError('VAULT_ABSENT', 'There is no vault in this folder yet. Make a new one, or choose the folder of an existing vault.')
    return header
  }

  async function openWithPassphrase(passphrase: string): Promise<Opened & { kdf: KdfParameters; tookMs: number }> {
    const header = await readPresent()
    const bytes = passphraseBytes(passphrase)
    try {
      for (const slot of header.slots.filter(({ type }) => type === 'passphrase')) {
        const started = clock()
        const wrappingKey = await runKdf(bytes, slot.salt, slot.kdf)
        const tookMs = clock() - started
        const vaultKey = openSlot(header.vaultId, slot, wrappingKey)
        if (vaultKey !== null) return { ...genuine(header, vaultKey), kdf: slot.kdf, tookMs }
      }
    } finally {
      bytes.fill(0)
    }
    throw new AppError(
      'WRONG_PASSPHRASE',
      'This passphrase does not open the vault. Check the keyboard layout and Caps Lock, then try again, or use your recovery key.',
    )
  }

  async function openWithRecoveryKey(recoveryKey: string): Promise<Opened> {
    const header = await readPresent()
    const secret = readRecoveryKey(recoveryKey)
    try {
      for (const slot of header.slots.filter(({ type }) => type === 'recovery')) {
        const vaultKey = openSlot(header.vaultId, slot, deriveRecoveryKey(secret))
        if (vaultKey !== null) return genuine(header, vaultKey)
      }
    } finally {
      wipeKey(secret)
    }
    throw new AppError(
      'WRONG_RECOVERY_KEY',
      'This is a whole recovery key, but not the one of this vault. It may belong to another vault, or a newer one has replaced it.',
    )
  }

  async function unlocked({ header, vaultKey }: Opened): Promise<VaultKeys> {
    await heal(header)
    return deriveVaultKeys(vaultKey, header)
  }

  async function heal(header: ReadHeader): Promise<void> {
    try {
      await file.heal(header)
    } catch (error) {
      // A vault on a full or read-only disk must still open, to be read and cleaned up. Each unlock tries again.
      if (!(error instanceof AppError)) throw error
    }
  }

  async function write(header: VaultHeader, vaultKey: Buffer): Promise<void> {
    const headerKey = deriveHeaderKey(vaultKey)
    try {
      await file.replace(encodeHeader(header, headerKey))
    } finally {
      wipeKey(headerKey)
    }
  }

  async function passphraseSlot(vault: { vaultId: Buffer; vaultKey: Buffer }, passphrase: string, kdf: KdfParameters): Promise<KeySlot> {
    const bytes = passphraseBytes(passphrase)
    try {
      return await makePassphraseSlot({ runKdf, randomBytes }, vault, bytes, kdf)
    } finally {
      bytes.fill(0)
    }
  }

  function newRecovery(vault: { vaultId: Buffer; vaultKey: Buffer }): { recoveryKey: string; slot: KeySlot } {
    const secret = moveSecret(randomBytes(32))
    const recoveryKey = writeRecoveryKey(secret)
    const slot = makeRecoverySlot(vault, secret, randomBytes(24))
    wipeKey(secret)
    return { recoveryKey, slot }
  }

  /** Replaces all slots of one type. The new header is one generation on. */
  async function replaceSlot({ header, vaultKey }: Opened, slot: KeySlot): Promise<VaultHeader> {
    await heal(header)
    const others = header.slots.filter(({ type }) => type !== slot.type)
    const slots = slot.type === 'passphrase' ? [slot, ...others] : [...others, slot]
    const next = { vaultId: header.vaultId, created: header.created, generation: header.generation + 1, cipher: header.cipher, slots }
    await write(next, vaultKey)
    return next
  }

  return {
    /** Whether there is a vault, by its key file alone. Changes nothing; rejects with the header errors. */
    inspect: (): Promise<'absent' | 'present'> => inTurn(async () => ((await file.read()) === null ? 'absent' : 'present')),

    /** A new vault. Refuses where there is one, or the data of one. The recovery key is not kept: it must be shown now. */
    create: (passphrase: string): Promise<{ keys: VaultKeys; recoveryKey: string }> =>
      inTurn(async () => {
        const assertAbsent = async () => {
          if ((await file.read()) !== null)
            throw new AppError('VAULT_EXISTS', 'There is a vault in this folder already. Open it, or choose another folder.')
        }
        await assertAbsent()
        assertStrongPassphrase(passphrase)
        const vault = { vaultId: randomBytes(16), vaultKey: moveSecret(randomBytes(32)) }
        return await wipedOnFailure(vault.vaultKey, async () => {
          const slot = await passphraseSlot(vault, passphrase, kdfParameters ?? (await calibrateKdf(runKdf, clock)))
          const { recoveryKey, slot: recoverySlot } = newRecovery(vault)
          await assertAbsent()
          const header = { vaultId: vault.vaultId, created: now(), generation: 1, cipher, slots: [slot, recoverySlot] }
          await write(header, vault.vaultKey)
          return { keys: deriveVaultKeys(vault.vaultKey, header), recoveryKey }
        })
      }),

    unlock: (passphrase: string): Promise<VaultKeys> => inTurn(async () => unlocked(await openWithPassphrase(passphrase))),

    unlockWithRecoveryKey: (recoveryKey: string): Promise<VaultKeys> =>
      inTurn(async () => unlocked(await openWithRecoveryKey(recoveryKey))),

    /** Two key derivations; writes only vault.hdr and its copy. Raises the cost of the derivation on a faster computer, never lowers it. */
    changePassphrase: (current: string, next: string): Promise<{ generation: number }> =>
      inTurn(async () => {
        assertStrongPassphrase(next)
        const opened = await openWithPassphrase(current)
        try {
          const fitting = fitToTime(opened.kdf, opened.tookMs)
          const kdf = kdfParameters ?? (fitting.m * fitting.t > opened.kdf.m * opened.kdf.t ? fitting : opened.kdf)
          const slot = await passphraseSlot({ vaultId: opened.header.vaultId, vaultKey: opened.vaultKey }, next, kdf)
          const { generation } = await replaceSlot(opened, slot)
          return { generation }
        } finally {
          wipeKey(opened.vaultKey)
        }
      }),

    /** For a forgotten passphrase. The recovery key stays valid; offer a new one afterwards. */
    resetPassphrase: (recoveryKey: string, next: string): Promise<VaultKeys> =>
      inTurn(async () => {
        assertStrongPassphrase(next)
        const opened = await openWithRecoveryKey(recoveryKey)
        return await wipedOnFailure(opened.vaultKey, async () => {
          const kdf = kdfParameters ?? (await calibrateKdf(runKdf, clock))
          const slot = await passphraseSlot({ vaultId: opened.header.vaultId, vaultKey: opened.vaultKey }, next, kdf)
          return deriveVaultKeys(opened.vaultKey, await replaceSlot(opened, slot))
        })
      }),

    /** A new recovery key for an open vault; the old one stops working. */
    reissueRecoveryKey: (keys: VaultKeys): Promise<{ recoveryKey: string; generation: number }> =>
      inTurn(async () => {
        const vaultKey = vaultKeyOf(keys)
        const header = await readPresent()
        if (header.vaultId.toString('hex') !== keys.vaultId)
          throw new AppError('CONFLICT', 'The key file in the data folder belongs to another vault. Lock the vault and open it again.')
        assertAuthentic(header, vaultKey)
        const { recoveryKey, slot } = newRecovery({ vaultId: header.vaultId, vaultKey })
        const { generation } = await replaceSlot({ header, vaultKey }, slot)
        return { recoveryKey, generation }
      }),
  }
}

interface Opened {
  header: ReadHeader
  vaultKey: Buffer
}

/** The opened header, once the vault key has proved that its holder wrote all of it. Wipes the key otherwise. */
function genuine(header: ReadHeader, vaultKey: Buffer): Opened {
  try {
    assertAuthentic(header, vaultKey)
    return { header, vaultKey }
  } catch (error) {
    wipeKey(vaultKey)
    throw error
  }
}

function assertAuthentic(header: ReadHeader, vaultKey: Buffer): void {
  const headerKey = deriveHeaderKey(vaultKey)
  const isAuthentic = readySodium().memcmp(header.mac, headerMac(header.authenticated, headerKey))
  wipeKey(headerKey)
  if (isAuthentic) return
  throw new AppError(
    'HEADER_TAMPERED',
    'The key file of this vault (vault.hdr) was changed by something other than Cortexa. Nothing was opened or changed. Put back vault.hdr from a backup, and check this computer for unwanted programs.',
  )
}

async function wipedOnFailure<T>(vaultKey: Buffer, run: () => Promise<T>): Promise<T> {
  try {
    return await run()
  } catch (error) {
    wipeKey(vaultKey)
    throw error
  }
}
