import { ATTACHMENT_PART_BYTES } from '../../../shared/contract/attachments'
import { AppError } from '../../../shared/errors'
import { HOUR_MS } from '../../../shared/timing'
import { safeFileName } from '../../core/text/file-name'
import type { AttachmentUploads } from '../attachments/attachment-uploads'
import { type KeepFileDeps, keepFile, requireRoom } from '../attachments/keep-file'
import type { ItemLookup } from '../items/item-commands'
import type { BotApi } from './bot-api'
import { createPause } from './pause'
import type { TelegramStore, WaitingFile } from './telegram-store'

/** What of the open vault the files of messages go into. */
export interface TelegramFilesVault extends ItemLookup, KeepFileDeps {
  now: () => number
  telegram: TelegramStore
  files: { uploads: AttachmentUploads }
  removeBlob: (blobId: string) => Promise<void>
}

export interface TelegramFilesDeps {
  s: TelegramFilesVault
  api: BotApi
  botId: () => string
  onFault: (where: string, error: unknown) => void
  signal: AbortSignal
}

/** So often a file is asked for; the waits between grow to ten minutes. */
const MOST_TRIES = 30
const LONGEST_WAIT_MS = 600_000
/** What says nothing of the file: the next one would meet it too. */
const meansAll = new Set(['TELEGRAM_UNREACHABLE', 'TOO_MANY_REQUESTS', 'WEB_UNREACHABLE', 'WEB_LOCAL_ONLY'])
/** Without a file that waits there is nothing to look for until a message brings one. */
const REST_MS = HOUR_MS

/**
 * Fetches the files of messages, one after the other, and attaches them. What waits is in the vault, so a lock or a crash only has a file fetched
 * again; it is attached in the write that takes it off the list. While Telegram is away, one file is tried for all, ever more seldom, and that
 * counts as no try of the file.
 */
export function createTelegramFiles({ s, api, botId, onFault, signal }: TelegramFilesDeps) {
  const pause = createPause()
  let running: Promise<void> | null = null
  /** Failures in a row that were none of a file's own. */
  let failures = 0

  async function run(): Promise<void> {
    while (!signal.aborted) {
      const file = s.telegram.dueFile(botId(), s.now())
      if (file) {
        const rest = await fetchOne(file)
        if (rest > 0) await pause.sleep(rest, signal)
      } else {
        const next = s.telegram.nextFileAt(botId())
        await pause.sleep(next === null ? REST_MS : Math.max(100, next - s.now()), signal)
      }
    }
  }

  /** Gives how many milliseconds all files are to rest. */
  async function fetchOne(file: WaitingFile): Promise<number> {
    try {
      requireRoom(s, file.itemId)
      const bytes = await api.download(file.fileId, signal)
      if (signal.aborted) return 0
      failures = 0
      if (bytes.length === 0) throw new AppError('NOT_FOUND', 'Telegram sent an empty file.')
      await attach(file, bytes)
      return 0
    } catch (error) {
      if (signal.aborted) return 0
      const known = error instanceof AppError ? error : null
      if (known === null) onFault('telegram-file', error)
      const asked = known?.data?.retryAfterMs
      if (known !== null && meansAll.has(known.code)) {
        const rest = typeof asked === 'number' ? asked : Math.min(2 ** Math.min(failures, 10) * 2000, LONGEST_WAIT_MS)
        failures += 1
        // Another one is tried next time: it may be this file that the server fails at.
        s.write((tx) => s.telegram.moveBackFile(file.id, tx.now))
        return rest
      }
      const isOver = known?.code === 'TOO_LARGE' || known?.code === 'NOT_FOUND' || file.tries + 1 >= MOST_TRIES
      const wait = Math.min(2 ** file.tries * 2000, LONGEST_WAIT_MS)
      s.write((tx) => {
        if (isOver) s.telegram.failFile(file.id, known?.message ?? 'The file could not be fetched.')
        else s.telegram.putOffFile(file.id, tx.now + wait)
        tx.emit('telegram-changed', {})
      })
      return 0
    }
  }

  async function attach({ id, itemId, name }: WaitingFile, bytes: Buffer): Promise<void> {
    const { uploads } = s.files
    const uploadId = await uploads.begin(itemId, safeFileName(name), bytes.length)
    try {
      for (let at = 0; at < bytes.length; at += ATTACHMENT_PART_BYTES)
        await uploads.append(uploadId, at, bytes.subarray(at, at + ATTACHMENT_PART_BYTES))
    } catch (error) {
      await uploads.abandon(uploadId)
      throw error
    }
    const file = await uploads.finish(uploadId)
    try {
      const item = s.items.find(itemId)
      // Deleted meanwhile: it waits until the thought is restored, and goes with it for good.
      if (signal.aborted || !item || item.deleted_at !== null) return await s.removeBlob(file.blobId)
      const kept = keepFile(s, uploadId, file, (tx) => {
        s.telegram.dropFile(id)
        tx.emit('telegram-changed', {})
      })
      if (kept.isDuplicate) await s.removeBlob(file.blobId)
    } catch (error) {
      await s.removeBlob(file.blobId)
      throw error
    }
  }

  return {
    start(): void {
      running ??= run().catch((error: unknown) => onFault('telegram-files', error))
    },
    look: pause.wake,
    done: async (): Promise<void> => void (await running),
  }
}
