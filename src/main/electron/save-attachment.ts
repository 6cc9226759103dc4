import { type FileHandle, open, rename, rm } from 'node:fs/promises'
import { type BrowserWindow, dialog } from 'electron'
import { createClient, type Endpoint } from '../../shared/client'
import { AppError } from '../../shared/errors'

/**
 * Asks the person where a copy of an attached file goes and writes it there, a part at a time. The copy is no longer encrypted. Answers false
 * when the person chose no place. An unfinished copy is removed; a file that was in its place stays until the copy is whole.
 */
export async function saveAttachment(id: string, endpoint: Endpoint, window: BrowserWindow): Promise<boolean> {
  const client = createClient(endpoint)
  const { name } = await client.call('read-attachment', { id, offset: 0 })
  const { canceled, filePath } = await dialog.showSaveDialog(window, {
    title: 'Save a copy',
    defaultPath: name,
    buttonLabel: 'Save',
    properties: ['createDirectory', 'showOverwriteConfirmation'],
  })
  if (canceled || filePath === undefined || filePath === '') return false
  const unfinished = `${filePath}.part`
  let file: FileHandle | null = null
  try {
    file = await open(unfinished, 'wx', 0o600)
    for (let offset = 0; ; ) {
      const { base64, done } = await client.call('read-attachment', { id, offset })
      const bytes = Buffer.from(base64, 'base64')
      await file.writeFile(bytes)
      offset += bytes.length
      if (done) break
    }
    await file.sync()
    await file.close()
    await rename(unfinished, filePath)
    return true
  } catch (error) {
    if (file !== null) {
      await file.close().catch(() => undefined)
      await rm(unfinished, { force: true }).catch(() => undefined)
    }
    if (error instanceof AppError) throw error
    throw new AppError('FOLDER_NOT_WRITABLE', `"${name}" could not be saved there. Choose another folder, or make room on that disk.`, {
      cause: error,
    })
  }
}
