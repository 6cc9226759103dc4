import { useEffect, useRef, useState } from 'react'
import { client } from '../../base/client'
import { readFile, readPreview } from '../attachments/read-file'
import { keptPicture, openPicture } from './picture-cache'

export type PictureSize = 'small' | 'large'
const widths: Record<PictureSize, number> = { small: 160, large: 560 }

/** The picture that a run took for a proposal. */
export async function proposalPicture(runId: string, slug: string): Promise<Blob | null> {
  const { picture } = await client.call('read-proposal-picture', { runId, slug })
  if (!picture) return null
  const text = atob(picture.base64)
  return new Blob([Uint8Array.from(text, (letter) => letter.charCodeAt(0))], { type: picture.mime })
}

/** The picture of an item: the small one the vault keeps, else the file. */
export async function itemPicture(attachmentId: string): Promise<Blob | null> {
  return (await readPreview(attachmentId)) ?? readFile(attachmentId, () => true)
}

/** A picture that fills its frame, cut at the sides or the foot; an empty frame until it is there. */
export function PixelPicture({ id, size, load }: { id: string; size: PictureSize; load: () => Promise<Blob | null> }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const [isShown, setShown] = useState(false)
  const latest = useRef(load)
  latest.current = load
  useEffect(() => {
    setShown(false)
    let wanted = true
    const key = `${size} ${id}`
    const draw = (picture: ImageBitmap | null | undefined) => {
      const target = canvas.current
      if (!wanted || !picture || !target) return
      target.width = picture.width
      target.height = Math.min(picture.height, Math.round(picture.width * 0.625))
      target.getContext('2d')?.drawImage(picture, 0, 0)
      setShown(true)
    }
    const known = keptPicture(key)
    if (known !== undefined) draw(known)
    else
      void openPicture(
        key,
        widths[size],
        () => latest.current(),
        () => wanted,
      ).then(draw)
    return () => {
      wanted = false
    }
  }, [id, size])
  // The frame hides the picture from screen readers: its page is named beside it.
  return (
    <span className={`pixels pixels-${size}${isShown ? '' : ' pixels-none'}`} aria-hidden="true">
      <canvas ref={canvas} />
    </span>
  )
}
