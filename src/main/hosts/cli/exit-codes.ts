import type { ErrorCode } from '../../../shared/errors'

/** What the command tells the shell. 10 to 14 are those of `cortexa serve` too. docs/cli.md lists them; a test compares. */
export const exitCodes = {
  done: [0, 'done'],
  failed: [1, 'something went wrong; the message says what'],
  usage: [2, 'the command line or the input cannot be used; nothing was done'],
  notRunning: [3, 'Cortexa is not running, or cannot be reached safely'],
  notFound: [4, 'there is no such thing, more than one fits, or it stays here and is kept from programs'],
  jobDead: [5, 'the job gave up; it can be retried'],
  jobCancelled: [6, 'the job was cancelled'],
  jobWaits: [7, 'the job waits, for a server or for the queue to be resumed, and goes on by itself'],
  otherVersion: [8, 'the running Cortexa is of another version'],
  wrongPassphrase: [10, 'the passphrase is wrong, or too many wrong ones were tried'],
  inUse: [11, 'another program has the vault open'],
  locked: [12, 'the vault is locked'],
  noVault: [13, 'there is no vault in the folder'],
  damaged: [14, 'the vault is damaged, or from a newer version'],
  interrupted: [130, 'stopped with Ctrl+C; a job that was begun goes on'],
} as const satisfies Record<string, readonly [number, string]>

export type ExitName = keyof typeof exitCodes

export const exitCode = (name: ExitName): number => exitCodes[name][0]

const byError: Partial<Record<ErrorCode, ExitName>> = {
  BAD_INPUT: 'usage',
  TOO_LARGE: 'usage',
  NOT_FOUND: 'notFound',
  ITEM_NOT_FOUND: 'notFound',
  ITEM_PRIVATE: 'notFound',
  JOB_NOT_FOUND: 'notFound',
  VAULT_LOCKED: 'locked',
  VAULT_ABSENT: 'noVault',
  VAULT_IN_USE: 'inUse',
  VAULT_DAMAGED: 'damaged',
  VAULT_TOO_NEW: 'damaged',
}

/** The name of the exit code for an error of the app. */
export const exitForError = (code: ErrorCode): ExitName => byError[code] ?? 'failed'
