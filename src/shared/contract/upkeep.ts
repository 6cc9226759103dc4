import { z } from 'zod'
import { Id } from '../entities'
import { command, commandLine } from './define'

/** What an id can be the id of. */
export const IdKind = z.enum(['item', 'job', 'collection'])
export type IdKind = z.infer<typeof IdKind>

/** A file that is not whole in a backup. */
export const BackupProblem = z.object({
  kind: z.enum(['attachment', 'briefing', 'picture', 'other']),
  /** The name of an attachment; empty for other kinds, and for a thought that stays here when a program asks. */
  name: z.string(),
  /** The title of the thought; null without one, or when it is kept from the caller. */
  title: z.string().nullable(),
  private: z.boolean(),
  /** Whether the vault's own file is not whole, or only the copy. */
  where: z.enum(['vault', 'copy']),
  fault: z.enum(['missing', 'damaged', 'unreadable']),
})
export type BackupProblem = z.infer<typeof BackupProblem>

export const upkeepCommands = {
  'find-id': command({
    summary: 'The ids of a kind that begin or end with these letters, at most five; none of what stays here',
    effect: 'read',
    expose: commandLine,
    input: z.strictObject({ kind: IdKind, part: z.string().regex(/^[0-9a-f-]{4,36}$/) }),
    output: z.object({ matches: z.array(z.object({ id: Id, title: z.string() })) }),
  }),
  'make-backup': command({
    summary: 'Copy the whole vault, encrypted as it is, into its backups folder, and read every byte of the copy back',
    effect: 'write',
    expose: commandLine,
    input: z.strictObject({}),
    output: z.object({
      /** The folder of the copy. It is a vault folder: Cortexa can be started with it. */
      path: z.string(),
      bytes: z.number().int(),
      /** Counted in the copy. */
      items: z.number().int(),
      jobs: z.number().int(),
      /** Encrypted files of attachments and briefings that were read back whole. */
      files: z.number().int(),
      /** False when a file is not whole. The folder's name ends with `-incomplete` then. */
      complete: z.boolean(),
      /** The first 50 files that are not whole. */
      problems: z.array(BackupProblem),
      problemCount: z.number().int(),
      /** Older backups whose files were links to the vault's: how many, the files copied now, and those that are still shared. */
      older: z.object({ backups: z.number().int(), separated: z.number().int(), shared: z.number().int() }),
    }),
  }),
}
