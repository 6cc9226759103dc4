import type { BrowserWindow } from 'electron'
import { createClient, type Endpoint } from '../../../shared/client'
import { AppError } from '../../../shared/errors'
import { saveFile } from './save-file'

/** Saves the sound of a briefing as a WAV file where the person says, a part at a time. Answers its name there; null when the person chose no place. */
export async function saveBriefing(id: string, endpoint: Endpoint, window: BrowserWindow): Promise<string | null> {
  const client = createClient(endpoint)
  const { briefing } = await client.call('get-briefing', { id })
  if (!briefing?.audio) throw new AppError('NOT_FOUND', 'This briefing has no audio. Its script can be saved.')
  const title = briefing.title
    .normalize('NFC')
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim()
  const name = `${[...title].slice(0, 80).join('').trim() || 'Briefing'}.wav`
  return saveFile({ title: 'Save audio', name }, window, async (file) => {
    for (let offset = 0; ; ) {
      const { base64, done } = await client.call('read-briefing-audio', { id, offset })
      const bytes = Buffer.from(base64, 'base64')
      await file.writeFile(bytes)
      offset += bytes.length
      if (done) return
    }
  })
}
