import { z } from 'zod'
import { command, programs, windowOnly } from './define'

export const VaultStatus = z.object({
  state: z.enum(['absent', 'locked', 'unlocked', 'broken']),
  /** Why a broken vault cannot be opened: code, sentence and next step. Also set while locked when the last open found something to tell. */
  problem: z.object({ code: z.string(), message: z.string() }).nullable(),
  /** False until two groups of the recovery key were typed back. The window then asks before anything else. */
  recoveryConfirmed: z.boolean(),
  dataDir: z.string(),
  autoLockMinutes: z.number().int().nullable(),
  /** Seconds until the next passphrase try is allowed; 0 when it is allowed now. */
  retryAfterSeconds: z.number(),
  runtime: z.object({ host: z.enum(['electron', 'headless']), name: z.string(), version: z.string(), fallback: z.boolean() }),
  appVersion: z.string(),
})
export type VaultStatus = z.infer<typeof VaultStatus>

const Empty = z.strictObject({})
const Done = z.object({})
const Passphrase = z.string().max(100_000)
/** The recovery key as shown (14 groups of 4), and the two groups (0-based) that are to be typed back. */
const NewRecoveryKey = z.object({ recoveryKey: z.string(), confirmGroups: z.array(z.number().int().min(0).max(13)).length(2) })

export const vaultCommands = {
  'vault-status': command({
    summary: 'Whether a vault is there, locked, open or broken, and on which runtime the app runs',
    effect: 'read',
    expose: programs,
    whileLocked: true,
    input: Empty,
    output: VaultStatus,
  }),
  'suggest-passphrase': command({
    summary: 'A fresh random passphrase of six common words',
    effect: 'read',
    expose: windowOnly,
    whileLocked: true,
    input: Empty,
    output: z.object({ passphrase: z.string() }),
  }),
  'create-vault': command({
    summary: 'Make a new vault and open it',
    effect: 'write',
    expose: windowOnly,
    whileLocked: true,
    input: z.strictObject({ passphrase: Passphrase }),
    output: NewRecoveryKey,
  }),
  'unlock-vault': command({
    summary: 'Open the vault with its passphrase',
    effect: 'write',
    expose: windowOnly,
    whileLocked: true,
    input: z.strictObject({ passphrase: Passphrase }),
    output: Done,
  }),
  'recover-vault': command({
    summary: 'Open the vault with its recovery key and set a new passphrase',
    effect: 'write',
    expose: windowOnly,
    whileLocked: true,
    input: z.strictObject({ recoveryKey: z.string().max(256), newPassphrase: Passphrase }),
    output: Done,
  }),
  'confirm-recovery-key': command({
    summary: 'Type back two groups of the recovery key that was just shown',
    effect: 'write',
    expose: windowOnly,
    input: z.strictObject({ groups: z.array(z.string().max(16)).length(2) }),
    output: Done,
  }),
  'reissue-recovery-key': command({
    summary: 'Make a new recovery key; the old one stops working',
    effect: 'write',
    expose: windowOnly,
    input: Empty,
    output: NewRecoveryKey,
  }),
  'change-passphrase': command({
    summary: 'Change the passphrase',
    effect: 'write',
    expose: windowOnly,
    input: z.strictObject({ current: Passphrase, next: Passphrase }),
    output: Done,
  }),
  'lock-vault': command({ summary: 'Lock the vault', effect: 'write', expose: programs, whileLocked: true, input: Empty, output: Done }),
  'report-activity': command({
    summary: 'The person is at the window: the idle clock starts again',
    effect: 'write',
    expose: windowOnly,
    whileLocked: true,
    input: Empty,
    output: Done,
  }),
}
