import { useEffect, useRef, useState } from 'react'
import type { Attachment } from '../../../shared/attachment'
import { Late } from '../../ui/late'
import { fitWithin, isTooLarge, keepPreview, openImage } from './make-preview'
import { MAX_SHOWN_BYTES, readFile, readPreview } from './read-file'

async function load(attachment: Attachment, size: 'small' | 'whole', wanted: () => boolean): Promise<ImageBitmap | null> {
  if (isTooLarge(attachment) || attachment.bytes > MAX_SHOWN_BYTES) throw new Error('too large')
  const small = size === 'small' && attachment.preview ? await readPreview(attachment.id) : null
  const blob = small ?? (await readFile(attachment.id, wanted))
  if (!blob || !wanted()) return null
  if (small === null) void keepPreview(attachment, blob)
  return openImage(blob)
}

/**
 * An attached image, drawn as pixels: as the small picture, or whole. It is never handed to the page as a document, so nothing in the file
 * can act. `side` is the longest side in CSS pixels. `onFail` is told when it cannot be shown.
 */
export function Picture({
  attachment,
  size,
  side,
  onFail,
}: {
  attachment: Attachment
  size: 'small' | 'whole'
  side: number
  onFail: () => void
}) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const [shown, setShown] = useState<string>()
  const failed = useRef(onFail)
  failed.current = onFail
  const { id } = attachment
  // biome-ignore lint/correctness/useExhaustiveDependencies: the attachment is another one when its id is
  useEffect(() => {
    let wanted = true
    load(attachment, size, () => wanted)
      .then((image) => {
        const target = canvas.current
        if (!image || !wanted || !target) return image?.close()
        const fit = fitWithin(image, Math.round(side * Math.min(2, devicePixelRatio)))
        target.width = fit.width
        target.height = fit.height
        const context = target.getContext('2d')
        if (context) context.imageSmoothingQuality = 'high'
        context?.drawImage(image, 0, 0, fit.width, fit.height)
        image.close()
        setShown(id)
      })
      .catch(() => wanted && failed.current())
    return () => {
      wanted = false
    }
  }, [id, size, side])
  return (
    <>
      <canvas ref={canvas} className={`picture${shown === id ? '' : ' picture-wait'}`} role="img" aria-label={attachment.name} />
      {size === 'whole' && shown !== id && <Late>Opening the picture…</Late>}
    </>
  )
}
