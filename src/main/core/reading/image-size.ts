export interface ImageSize {
  width: number
  height: number
}

/**
 * The size in pixels that an image claims, read from its head without opening it: a picture of a few bytes may claim to fill the memory.
 * Null for a format or a head that does not tell.
 */
export function imageSizeOf(head: Uint8Array, mime: string): ImageSize | null {
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength)
  try {
    switch (mime) {
      case 'image/png':
        return { width: view.getUint32(16), height: view.getUint32(20) }
      case 'image/gif':
        return { width: view.getUint16(6, true), height: view.getUint16(8, true) }
      case 'image/bmp':
        return { width: Math.abs(view.getInt32(18, true)), height: Math.abs(view.getInt32(22, true)) }
      case 'image/webp':
        return webpSize(view)
      case 'image/jpeg':
        return jpegSize(view)
      default:
        return null
    }
  } catch (error) {
    // The head ends before the size.
    if (error instanceof RangeError) return null
    throw error
  }
}

function webpSize(view: DataView): ImageSize | null {
  const form = view.getUint8(15)
  if (form === 0x58) return { width: 1 + u24(view, 24), height: 1 + u24(view, 27) }
  if (form === 0x20) return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff }
  if (form !== 0x4c) return null
  const bits = view.getUint32(21, true)
  return { width: 1 + (bits & 0x3fff), height: 1 + ((bits >> 14) & 0x3fff) }
}

function u24(view: DataView, at: number): number {
  return view.getUint16(at, true) | (view.getUint8(at + 2) << 16)
}

/** Goes from segment to segment until the one that begins the picture. */
function jpegSize(view: DataView): ImageSize | null {
  for (let at = 2; ; at += 2 + view.getUint16(at + 2)) {
    if (view.getUint8(at) !== 0xff) return null
    const marker = view.getUint8(at + 1)
    const isFrame = marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc
    if (isFrame) return { width: view.getUint16(at + 7), height: view.getUint16(at + 5) }
    if (marker === 0xda || marker === 0xd9) return null
  }
}
