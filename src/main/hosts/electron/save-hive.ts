import type { BrowserWindow } from 'electron'
import { createClient, type Endpoint } from '../../../shared/client'
import { saveFile } from './save-file'

/**
 * Seals what was previewed, once the person has said where the file goes, and writes down that it was saved. Answers its name there; null, with
 * nothing sealed, when the person chose no place.
 */
export async function saveHive(
  previewId: string,
  confirmUnverified: boolean,
  endpoint: Endpoint,
  window: BrowserWindow,
): Promise<string | null> {
  const client = createClient(endpoint)
  let shareId: string | undefined
  const name = await saveFile({ title: 'Save the sealed thought', name: 'thought.hive' }, window, async (file) => {
    const made = await client.call('share-to-file', { previewId, confirmUnverified })
    shareId = made.shareId
    await file.writeFile(Buffer.from(made.base64, 'base64'))
  })
  if (name !== null && shareId !== undefined) await client.call('confirm-share-saved', { shareId, fileName: name })
  return name
}
