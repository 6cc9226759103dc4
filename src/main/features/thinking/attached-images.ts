import type { BlobStore } from '../../core/crypto/blob-store'
import type { Engine } from '../../core/jobs/engine'
import { IMAGE_TOKENS } from '../../core/llm/generate'
import type { PromptImage } from '../../core/llm/model-call'
import type { AttachmentStore } from '../attachments/attachment-store'
import type { PromptRoom } from './digest'

export interface AttachedImagesDeps {
  attachments: AttachmentStore
  blobs: Pick<BlobStore, 'read'>
  engine: Engine
}

/** Pictures that go with one prompt, the first that were attached. */
const MAX_IMAGES = 4
/** A larger file is not sent; its small picture stands for it. */
const MAX_SENT_BYTES = 4 * 1024 * 1024
/** What models take; of other formats the small picture is sent. */
const sentTypes = new Set(['image/jpeg', 'image/png', 'image/webp', 'image/gif'])

/** The pictures of an item for a model; none for the built-in engine, which has no eyes. A picture that cannot be read is left out. */
export async function readAttachedImages({ attachments, blobs, engine }: AttachedImagesDeps, itemId: string): Promise<PromptImage[]> {
  if (engine.contextTokens() === Number.POSITIVE_INFINITY) return []
  const images: PromptImage[] = []
  for (const { id, kind, name, mime, bytes, width } of attachments.ofItem(itemId)) {
    if (kind !== 'image' || images.length >= MAX_IMAGES) continue
    const file = attachments.file(id)
    const small = attachments.preview(id)
    // Without a size its head could not be read, and a server may refuse the whole request for it.
    if (file && width !== null && sentTypes.has(mime) && bytes <= MAX_SENT_BYTES) {
      // A damaged file shows itself where it is looked at; the thought can be worked on without it.
      const whole = await blobs.read(file.blobId, file.wrappedKey).catch(() => null)
      if (whole) images.push({ name, mime, base64: whole.toString('base64') })
    } else if (small) images.push({ name, mime: small.mime, base64: small.bytes.toString('base64') })
  }
  return images
}

/** What is left for text beside pictures. */
export function roomBesideImages(room: PromptRoom, images: readonly PromptImage[]): PromptRoom {
  return { ...room, prompt: Math.max(256, room.prompt - images.length * IMAGE_TOKENS) }
}
