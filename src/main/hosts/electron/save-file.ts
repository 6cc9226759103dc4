import { type FileHandle, open, rename, rm } from 'node:fs/promises'
import { basename } from 'node:path'
import { type BrowserWindow, dialog } from 'electron'
import { AppError } from '../../../shared/errors'

/**
 * Asks the person where a file goes and has `write` fill it. It is not encrypted there. Answers the name that the file has there, without its
 * folder; null when the person chose no place. An unfinished file is removed; a file that was in its place stays until the new one is whole.
 */
export async function saveFile(
  { title, name }: { title: string; name: string },
  window: BrowserWindow,
  write: (file: FileHandle) => Promise<void>,
): Promise<string | null> {
  const { canceled, filePath } = await dialog.showSaveDialog(window, {
    title,
    defaultPath: name,
    buttonLabel: 'Save',
    properties: ['createDirectory', 'showOverwriteConfirmation'],
  })
  if (canceled || filePath === undefined || filePath === '') return null
  const chosen = basename(filePath)
  const unfinished = `${filePath}.part`
  let file: FileHandle | null = null
  try {
    file = await open(unfinished, 'wx', 0o600)
    await write(file)
    await file.sync()
    await file.close()
    await rename(unfinished, filePath)
    return chosen
  } catch (error) {
    if (file !== null) {
      await file.close().catch(() => undefined)
      await rm(unfinished, { force: true }).catch(() => undefined)
    }
    if (error instanceof AppError) throw error
    throw new AppError('FOLDER_NOT_WRITABLE', `“${chosen}” could not be saved there. Choose another folder, or make room on that disk.`, {
      cause: error,
    })
  }
}
