import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import type { NamedInText } from '../../../shared/contract/links'
import { nameForTitle, splitHeading } from '../../../shared/wikilinks'
import { firstWords } from '../../base/first-words'
import { titleOrUntitled } from '../../base/item-title'
import { Button } from '../../ui/button'
import { currentTime } from '../../ui/clock'
import { formatWhen } from '../../ui/format-time'
import { PersonText } from '../../ui/person-text'

const EDGE = 8
const GAP = 6
const OPENING_LENGTH = 200

/** What is behind a link: title and first words of its thought, or that there is none yet and how to make it. */
export function LinkCard({
  id,
  anchor,
  named,
  asked,
  onEnter,
  onLeave,
  onClose,
  onCreate,
}: {
  id: string
  anchor: HTMLElement
  named: NamedInText
  /** The person pressed the link: the card takes the focus. */
  asked: boolean
  onEnter: () => void
  onLeave: () => void
  onClose: () => void
  onCreate: () => void
}) {
  const box = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const [at, setAt] = useState<{ left: number; top: number }>()
  const { item } = named
  useLayoutEffect(() => {
    const size = box.current?.getBoundingClientRect()
    // A link over two lines has two boxes; the first is where it begins.
    const place = anchor.getClientRects()[0] ?? anchor.getBoundingClientRect()
    if (!size) return
    const below = place.bottom + GAP
    setAt({
      left: Math.max(EDGE, Math.min(place.left, window.innerWidth - size.width - EDGE)),
      top: below + size.height <= window.innerHeight - EDGE ? below : Math.max(EDGE, place.top - GAP - size.height),
    })
  }, [anchor])
  useEffect(() => {
    const key = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      event.stopPropagation()
      event.preventDefault()
      onClose()
    }
    const press = (event: MouseEvent) => {
      if (event.target instanceof Node && !box.current?.contains(event.target) && !anchor.contains(event.target)) onClose()
    }
    window.addEventListener('keydown', key, true)
    window.addEventListener('scroll', onLeave, true)
    if (asked) document.addEventListener('mousedown', press)
    return () => {
      window.removeEventListener('keydown', key, true)
      window.removeEventListener('scroll', onLeave, true)
      document.removeEventListener('mousedown', press)
    }
  }, [anchor, asked, onClose, onLeave])
  // Once it stands somewhere: what is hidden takes no focus.
  useEffect(() => {
    if (asked && at) button.current?.focus()
  }, [asked, at])
  const { base } = splitHeading(named.name)
  const title = nameForTitle(base === '' ? named.name : base)
  return createPortal(
    // biome-ignore lint/a11y/noStaticElementInteractions: the pointer on it only keeps it from leaving
    // biome-ignore lint/a11y/useAriaPropsSupportedByRole: named only while it is a dialog
    <div
      ref={box}
      id={id}
      className="link-card"
      role={item ? 'tooltip' : 'dialog'}
      aria-label={item ? undefined : 'No thought has this title'}
      style={at ?? { visibility: 'hidden', left: 0, top: 0 }}
      onMouseEnter={onEnter}
      onMouseLeave={onLeave}
    >
      {item ? (
        <>
          <PersonText as="div" className="link-card-t" text={titleOrUntitled(item.title)} />
          {item.opening !== '' && <PersonText as="p" text={firstWords(item.opening, OPENING_LENGTH)} />}
          <span className="hint">{item.deletedAt === null ? formatWhen(item.createdAt, currentTime()) : 'In the trash'}</span>
        </>
      ) : (
        <>
          <p>No thought has this title yet.</p>
          <Button ref={button} onClick={onCreate}>
            Create “{title}”
          </Button>
        </>
      )}
    </div>,
    document.body,
  )
}
