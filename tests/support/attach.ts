import type { Attachment } from '../../src/shared/attachment'
import type { Client } from '../../src/shared/client'

/** Attaches a file part by part, as the window does. */
export async function attach(
  client: Client,
  itemId: string,
  name: string,
  bytes: Uint8Array,
): Promise<{ attachment: Attachment; isDuplicate: boolean }> {
  const { uploadId, partBytes } = await client.call('begin-attachment', { itemId, name, bytes: bytes.length })
  for (let offset = 0; offset < bytes.length; offset += partBytes) {
    const base64 = Buffer.from(bytes.subarray(offset, offset + partBytes)).toString('base64')
    await client.call('append-attachment', { uploadId, offset, base64 })
  }
  return client.call('finish-attachment', { uploadId })
}

/** The whole file, read in parts. */
export async function readAttachment(client: Client, id: string): Promise<Buffer> {
  const parts: Buffer[] = []
  for (let offset = 0; ; ) {
    const part = await client.call('read-attachment', { id, offset })
    parts.push(Buffer.from(part.base64, 'base64'))
    offset += parts.at(-1)?.length ?? 0
    if (part.done) return Buffer.concat(parts)
  }
}
