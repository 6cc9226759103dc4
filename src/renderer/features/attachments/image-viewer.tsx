import { ChevronLeft, ChevronRight, Download, Trash2, X } from 'lucide-react'
import { type KeyboardEvent, useState } from 'react'
import type { Attachment } from '../../../shared/attachment'
import { IconButton } from '../../ui/button'
import { Dialog } from '../../ui/dialog'
import { removeAttachment } from './attachments-store'
import { byteWords } from './file-bytes'
import { Picture } from './picture'
import { saveCopy } from './save-copy'

/** One image large, over everything. Arrow keys go to the thought's other images, Esc closes. */
export function ImageViewer({
  images,
  at,
  locked,
  onGo,
  onClose,
}: {
  images: readonly Attachment[]
  at: number
  locked: boolean
  onGo: (at: number) => void
  onClose: () => void
}) {
  const [failed, setFailed] = useState<string>()
  const image = images[at]
  if (!image) return null
  const go = (to: number) => to >= 0 && to < images.length && onGo(to)
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowLeft') go(at - 1)
    else if (event.key === 'ArrowRight') go(at + 1)
    else if (event.key === 'Home') go(0)
    else if (event.key === 'End') go(images.length - 1)
    else return
    event.preventDefault()
  }
  const size = image.width !== null && image.height !== null ? `${image.width} × ${image.height}, ` : ''
  return (
    <Dialog label={image.name} frame="pic-win" onClose={onClose}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: listens to the keys of what is inside */}
      <div className="pic-in" onKeyDown={onKeyDown}>
        <header>
          <span className="pic-name cut" dir="auto">
            {image.name}
          </span>
          <span className="pic-meta num">
            {size}
            {byteWords(image.bytes)}
            {images.length > 1 && ` · ${at + 1} of ${images.length}`}
          </span>
          {images.length > 1 && (
            <>
              <IconButton icon={ChevronLeft} label="Picture before" keys="←" disabled={at === 0} onClick={() => go(at - 1)} />
              <IconButton
                icon={ChevronRight}
                label="Next picture"
                keys="→"
                disabled={at === images.length - 1}
                onClick={() => go(at + 1)}
              />
            </>
          )}
          <IconButton icon={Download} label="Save a copy" onClick={() => void saveCopy(image)} />
          {!locked && (
            <IconButton
              icon={Trash2}
              label="Remove"
              onClick={() => {
                onClose()
                void removeAttachment(image)
              }}
            />
          )}
          <IconButton icon={X} label="Close" keys="Esc" autoFocus onClick={onClose} />
        </header>
        <div className="pic-stage">
          {failed === image.id ? (
            <p className="hint">This picture cannot be shown; it may be damaged or too large. Save a copy to open it elsewhere.</p>
          ) : (
            <Picture key={image.id} attachment={image} size="whole" side={2400} onFail={() => setFailed(image.id)} />
          )}
        </div>
      </div>
    </Dialog>
  )
}
