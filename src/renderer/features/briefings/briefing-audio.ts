import type { Client } from '../../../shared/client'

/** Decodes one base64 part of the audio. */
function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64)
  const bytes = new Uint8Array(text.length)
  for (let index = 0; index < text.length; index += 1) bytes[index] = text.charCodeAt(index)
  return bytes
}

/**
 * Reads a briefing's audio part by part and joins it. `wanted` is asked between parts: false gives null, so that an audio nobody
 * waits for any more is not read to its end. Rejects with the app's own error.
 */
export async function readAudio(client: Pick<Client, 'call'>, id: string, wanted: () => boolean): Promise<Blob | null> {
  const parts: Uint8Array<ArrayBuffer>[] = []
  let offset = 0
  for (;;) {
    const part = await client.call('read-briefing-audio', { id, offset })
    if (!wanted()) return null
    const bytes = bytesOf(part.base64)
    parts.push(bytes)
    offset += bytes.length
    if (part.done || bytes.length === 0) return new Blob(parts, { type: part.mime })
  }
}
