import type { BrowserWindow } from 'electron'
import { saveFile } from './save-file'

/** Saves a text that the window made, such as an export, where the person says. Answers its name there; null when the person chose no place. */
export function saveText(name: string, text: string, window: BrowserWindow): Promise<string | null> {
  // The name is an offer of the page: it may name a file, never a folder.
  const plain = name.replace(/[\p{Cc}/\\:*?"<>|]+/gu, ' ').trim()
  return saveFile({ title: 'Save as', name: plain === '' || /^\.+$/.test(plain) ? 'export.txt' : plain }, window, (file) =>
    file.writeFile(text, 'utf8'),
  )
}
