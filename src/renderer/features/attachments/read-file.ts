import { client } from '../../base/client'

/** Bytes that the window opens at once. */
export const MAX_SHOWN_BYTES = 200 * 1024 * 1024

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64)
  const bytes = new Uint8Array(text.length)
  for (let index = 0; index < text.length; index += 1) bytes[index] = text.charCodeAt(index)
  return bytes
}

/** Reads an attached file part by part. `wanted` is asked between parts: false gives null, so that nobody reads what nobody waits for. */
export async function readFile(id: string, wanted: () => boolean): Promise<Blob | null> {
  const parts: Uint8Array<ArrayBuffer>[] = []
  for (let offset = 0; ; ) {
    const part = await client.call('read-attachment', { id, offset })
    if (!wanted()) return null
    const bytes = bytesOf(part.base64)
    parts.push(bytes)
    offset += bytes.length
    if (part.done || bytes.length === 0) return new Blob(parts, { type: part.mime })
  }
}

/** The small picture of an image; null while there is none. */
export async function readPreview(id: string): Promise<Blob | null> {
  const { preview } = await client.call('read-attachment-preview', { id })
  return preview && new Blob([bytesOf(preview.base64)], { type: preview.mime })
}
