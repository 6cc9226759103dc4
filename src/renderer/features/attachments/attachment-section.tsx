import { Paperclip } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { Attachment } from '../../../shared/attachment'
import { Button } from '../../ui/button'
import { attachFiles } from './attach-files'
import { useAttachments } from './attachments-store'
import { chooseFiles } from './choose-files'
import { FileRow, UploadRow } from './file-row'
import { ImageViewer } from './image-viewer'
import { isTooLarge } from './make-preview'
import { Picture } from './picture'
import { TextViewer } from './text-viewer'
import './attachments.css'

/** Longest side of a picture in the row of pictures, in CSS pixels. */
const SMALL_SIDE = 256
const none: Attachment[] = []

/** Lets the person choose files for a thought. */
export async function attachChosen(itemId: string): Promise<void> {
  const files = await chooseFiles()
  if (files.length > 0) await attachFiles(itemId, files)
}

/** The files of a thought: pictures first, then the others, then what is on its way. `offers` shows the button also without any. */
export function AttachmentSection({ itemId, locked = false, offers = false }: { itemId: string; locked?: boolean; offers?: boolean }) {
  const list = useAttachments((state) => state.lists[itemId]) ?? none
  const uploads = useAttachments((state) => state.uploads)
  const load = useAttachments((state) => state.load)
  const [open, setOpen] = useState<string>()
  const [read, setRead] = useState<{ id: string; page: number }>()
  const [failed, setFailed] = useState<readonly string[]>([])
  useEffect(() => void load(itemId), [itemId, load])

  const own = uploads.filter((upload) => upload.itemId === itemId)
  const images = list.filter((one) => one.kind === 'image' && !failed.includes(one.id) && !isTooLarge(one))
  const others = list.filter((one) => !images.includes(one))
  if (list.length === 0 && own.length === 0 && !offers) return null
  const at = images.findIndex(({ id }) => id === open)
  const reading = list.find(({ id }) => id === read?.id)
  return (
    <section className="files" aria-label="Files">
      {images.length > 0 && (
        <ul className="pictures">
          {images.map((image) => (
            <li key={image.id}>
              <button type="button" title={image.name} aria-label={`Open ${image.name}`} onClick={() => setOpen(image.id)}>
                <Picture
                  key={`${image.id} ${image.preview}`}
                  attachment={image}
                  size="small"
                  side={SMALL_SIDE}
                  onFail={() => setFailed((before) => [...before, image.id])}
                />
              </button>
            </li>
          ))}
        </ul>
      )}
      {(others.length > 0 || own.length > 0) && (
        <ul className="file-list">
          {others.map((one) => (
            <FileRow key={one.id} attachment={one} locked={locked} onRead={(page) => setRead({ id: one.id, page })} />
          ))}
          {own.map((upload) => (
            <UploadRow key={upload.key} upload={upload} />
          ))}
        </ul>
      )}
      {!locked && offers && (
        <Button variant="quiet" icon={Paperclip} onClick={() => void attachChosen(itemId)}>
          Attach files
        </Button>
      )}
      {at >= 0 && (
        <ImageViewer images={images} at={at} locked={locked} onGo={(to) => setOpen(images[to]?.id)} onClose={() => setOpen(undefined)} />
      )}
      {read && reading && <TextViewer attachment={reading} first={read.page} onClose={() => setRead(undefined)} />}
    </section>
  )
}
