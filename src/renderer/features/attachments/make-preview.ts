import type { Attachment } from '../../../shared/attachment'
import { MAX_PREVIEW_BYTES } from '../../../shared/contract/attachments'
import { client } from '../../base/client'
import { partAsBase64 } from './file-bytes'

/** Longest side of the small picture, in pixels. */
const PREVIEW_PIXELS = 512
/** Pixels that are opened at once; a picture can claim to be larger than any memory. */
export const MAX_PIXELS = 100_000_000

export function isTooLarge({ width, height }: Pick<Attachment, 'width' | 'height'>): boolean {
  return (width ?? 0) * (height ?? 0) > MAX_PIXELS
}

/** The picture as pixels, turned upright. Only formats of pixels are opened, so nothing in the file can act. */
export function openImage(blob: Blob): Promise<ImageBitmap> {
  return createImageBitmap(blob)
}

/** The size of a picture within a box of so many pixels a side. */
export function fitWithin({ width, height }: { width: number; height: number }, side: number): { width: number; height: number } {
  const scale = Math.min(1, side / Math.max(width, height, 1))
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

async function shrink(image: ImageBitmap): Promise<Blob | null> {
  for (const [side, quality] of [
    [PREVIEW_PIXELS, 0.8],
    [PREVIEW_PIXELS, 0.5],
    [PREVIEW_PIXELS / 2, 0.5],
  ] as const) {
    const size = fitWithin(image, side)
    const canvas = new OffscreenCanvas(size.width, size.height)
    const context = canvas.getContext('2d')
    if (!context) return null
    context.imageSmoothingQuality = 'high'
    context.drawImage(image, 0, 0, size.width, size.height)
    const blob = await canvas.convertToBlob({ type: 'image/webp', quality })
    if (blob.size <= MAX_PREVIEW_BYTES) return blob
  }
  return null
}

const tried = new Set<string>()

/** Makes the small picture of an image and has the vault keep it, so that the large one is opened once. Tried once for each image. */
export async function keepPreview(attachment: Attachment, file: Blob): Promise<void> {
  if (attachment.preview || tried.has(attachment.id) || isTooLarge(attachment)) return
  tried.add(attachment.id)
  try {
    const image = await openImage(file)
    const small = await shrink(image)
    image.close()
    if (!small) return
    await client.call('set-attachment-preview', { id: attachment.id, base64: await partAsBase64(small, 0, small.size) })
  } catch {
    // A picture that cannot be opened is shown as a file.
  }
}
