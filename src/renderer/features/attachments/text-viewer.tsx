import { ChevronLeft, ChevronRight, X } from 'lucide-react'
import { type KeyboardEvent, useEffect, useState } from 'react'
import type { Attachment } from '../../../shared/attachment'
import { client } from '../../base/client'
import { IconButton } from '../../ui/button'
import { Dialog } from '../../ui/dialog'
import { errorWords } from '../../ui/error-words'
import { Late } from '../../ui/late'

/** A page of plain text longer than this is shown up to here: the window lays out all of it at once. */
const MOST_SHOWN = 200_000

/** The text that was read out of a file, a page at a time, as words alone. Arrow keys turn the pages, Esc closes. */
export function TextViewer({ attachment, first, onClose }: { attachment: Attachment; first: number; onClose: () => void }) {
  const [page, setPage] = useState(first)
  const [read, setRead] = useState<{ page: number; pages: number; text: string }>()
  const [problem, setProblem] = useState<string>()
  const { id, name } = attachment
  useEffect(() => {
    let wanted = true
    client
      .call('read-attachment-text', { id, page })
      .then((found) => wanted && setRead(found))
      .catch((error: unknown) => wanted && setProblem(errorWords(error)))
    return () => {
      wanted = false
    }
  }, [id, page])
  const pages = read?.pages ?? 1
  const go = (to: number) => to >= 1 && to <= pages && setPage(to)
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowLeft') go(page - 1)
    else if (event.key === 'ArrowRight') go(page + 1)
    else return
    event.preventDefault()
  }
  return (
    <Dialog label={`Text of ${name}`} frame="read-win" onClose={onClose}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: listens to the keys of what is inside */}
      <div className="pic-in" onKeyDown={onKeyDown}>
        <header>
          <span className="pic-name cut" dir="auto">
            {name}
          </span>
          <span className="pic-meta num" role="status">
            {attachment.kind === 'pdf' && read ? `Page ${page} of ${pages}` : ''}
          </span>
          {pages > 1 && (
            <>
              <IconButton icon={ChevronLeft} label="Page before" keys="←" disabled={page === 1} onClick={() => go(page - 1)} />
              <IconButton icon={ChevronRight} label="Next page" keys="→" disabled={page === pages} onClick={() => go(page + 1)} />
            </>
          )}
          <IconButton icon={X} label="Close" keys="Esc" autoFocus onClick={onClose} />
        </header>
        {problem !== undefined ? (
          <p className="read-text hint">{problem}</p>
        ) : read?.page !== page ? (
          <Late>Opening the text…</Late>
        ) : (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
          <pre className="read-text" dir="auto" tabIndex={0}>
            {read.text === '' ? 'This page has no text.' : read.text.slice(0, MOST_SHOWN)}
            {read.text.length > MOST_SHOWN && '\n\nThe rest is not shown here. Save a copy to read all of it.'}
          </pre>
        )}
      </div>
    </Dialog>
  )
}
