import type { BrowserWindow } from 'electron'
import { createClient, type Endpoint } from '../../../shared/client'
import { saveFile } from './save-file'

/** Saves a copy of an attached file where the person says, a part at a time. Answers its name there; null when the person chose no place. */
export async function saveAttachment(id: string, endpoint: Endpoint, window: BrowserWindow): Promise<string | null> {
  const client = createClient(endpoint)
  const { name } = await client.call('read-attachment', { id, offset: 0 })
  return saveFile({ title: 'Save a copy', name }, window, async (file) => {
    for (let offset = 0; ; ) {
      const { base64, done } = await client.call('read-attachment', { id, offset })
      const bytes = Buffer.from(base64, 'base64')
      await file.writeFile(bytes)
      offset += bytes.length
      if (done) return
    }
  })
}
