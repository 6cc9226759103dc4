import { type BrowserWindow, dialog } from 'electron'

/** Asks the person for a folder. Answers its whole path; null when they chose none. */
export async function chooseFolder(window: BrowserWindow): Promise<string | null> {
  const { canceled, filePaths } = await dialog.showOpenDialog(window, {
    title: 'Choose a folder',
    buttonLabel: 'Choose',
    properties: ['openDirectory', 'createDirectory'],
  })
  return canceled ? null : (filePaths[0] ?? null)
}
