import { onEvent } from '../../base/live-events'

/** Pictures kept as pixels, the oldest leaving first. At 560 by 350 pixels each this is about 60 MB at most. */
const MOST_KEPT = 80
/** Pictures opened at once; a list that is scrolled asks for many. */
const AT_ONCE = 3

const kept = new Map<string, ImageBitmap | null>()
const waiting: (() => void)[] = []
let opening = 0

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (opening >= AT_ONCE) await new Promise<void>((go) => waiting.push(go))
  opening += 1
  try {
    return await work()
  } finally {
    opening -= 1
    waiting.shift()?.()
  }
}

/** A picture that was opened before; null for one that cannot be shown, undefined for one that was not tried. */
export function keptPicture(key: string): ImageBitmap | null | undefined {
  return kept.get(key)
}

/**
 * Opens a picture as pixels of about `width`, never as a document, so that nothing in the file can act. `wanted` is asked before the work
 * begins, so that rows which were scrolled past cost nothing. Null when there is none or it cannot be opened.
 */
export function openPicture(
  key: string,
  width: number,
  load: () => Promise<Blob | null>,
  wanted: () => boolean,
): Promise<ImageBitmap | null> {
  return inTurn(async () => {
    const known = kept.get(key)
    if (known !== undefined) return known
    if (!wanted()) return null
    const blob = await load().catch(() => null)
    const picture = blob ? await createImageBitmap(blob, { resizeWidth: width, resizeQuality: 'medium' }).catch(() => null) : null
    kept.set(key, picture)
    for (const oldest of kept.keys()) {
      if (kept.size <= MOST_KEPT) break
      kept.delete(oldest)
    }
    return picture
  })
}

export function followPictures(): void {
  onEvent('vault-locked', () => {
    for (const picture of kept.values()) picture?.close()
    kept.clear()
  })
}
