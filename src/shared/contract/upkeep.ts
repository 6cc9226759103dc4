import { z } from 'zod'
import { Id } from '../entities'
import { command, commandLine } from './define'

/** What an id can be the id of. */
export const IdKind = z.enum(['item', 'job', 'collection'])
export type IdKind = z.infer<typeof IdKind>

export const upkeepCommands = {
  'find-id': command({
    summary: 'The ids of a kind that begin or end with these letters, at most five; none of what stays here',
    effect: 'read',
    expose: commandLine,
    input: z.strictObject({ kind: IdKind, part: z.string().regex(/^[0-9a-f-]{4,36}$/) }),
    output: z.object({ matches: z.array(z.object({ id: Id, title: z.string() })) }),
  }),
  'make-backup': command({
    summary: 'Copy the whole vault, encrypted as it is, into its backups folder, and look whether the copy opens and is whole',
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
      /** Encrypted files of attachments and briefings. */
      files: z.number().int(),
    }),
  }),
}
