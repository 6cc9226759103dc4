import { type BrowserWindow, dialog, shell } from 'electron'
import { readExternalUrl } from './external-url'

/** Asks the person whether this address may be opened in their browser, naming its host. Answers whether it was opened. */
export async function openExternalLink(text: string, window: BrowserWindow): Promise<boolean> {
  const url = readExternalUrl(text)
  if (url === null) return false
  const { response } = await dialog.showMessageBox(window, {
    type: 'question',
    title: 'Cortexa',
    message: `Open ${url.host} in your browser?`,
    detail: `${url.href}\n\nThe site will see that you came, as with any link.`,
    buttons: ['Open', 'Cancel'],
    defaultId: 1,
    cancelId: 1,
    noLink: true,
  })
  if (response !== 0) return false
  await shell.openExternal(url.href)
  return true
}
