import type { BackupContents, ContentsTask } from './backup-contents'
import type { Separation } from './older-backups'

/** The task of a backup thread, or the word to stop it. */
export type BackupRequest = { kind: 'fill'; task: ContentsTask } | { kind: 'separate'; folder: string } | { kind: 'stop' }

export type BackupReply =
  | { kind: 'filled'; contents: BackupContents }
  | { kind: 'separated'; separation: Separation }
  | { kind: 'stopped' }
  | { kind: 'failed'; code: string; message: string; isFileError: boolean }
