import { type MouseEvent, useEffect, useId, useRef, useState } from 'react'
import type { NamedInText } from '../../../shared/contract/links'
import { nameForTitle, splitHeading, type Wikilink } from '../../../shared/wikilinks'
import { client } from '../../base/client'
import { editItem } from '../../base/edit-item'
import { titleOrUntitled } from '../../base/item-title'
import { useNavigation } from '../../base/navigation-store'
import { PersonText } from '../../ui/person-text'
import { createThought } from './link-acts'
import { LinkCard } from './link-card'
import { useLinks } from './links-store'

/** A pointer that rests so long asks what is behind the link; one that passes does not. */
const HOVER_MS = 300
/** Time to reach the card from the link. */
const LEAVE_MS = 200

/** What is read in place of a name: the words given for it, else the title its thought has now. */
export function shownName(link: Wikilink, named: NamedInText | undefined): string {
  if (link.shown !== null) return link.shown
  const item = named?.item
  if (!item) return link.name
  if (link.name.startsWith('#')) return named.heading
  const title = titleOrUntitled(item.title)
  return named.heading === '' ? title : `${title} › ${named.heading}`
}

/** A name in a shown text: opens its thought, or offers to create it. A card says what is behind it before it is opened. */
export function WikilinkAnchor({ link }: { link: Wikilink }) {
  const named = useLinks((state) => state.names.get(link.name))
  const known = useLinks((state) => state.links !== undefined && !state.links.reading)
  const openItem = useNavigation((state) => state.openItem)
  const anchor = useRef<HTMLAnchorElement>(null)
  const [card, setCard] = useState<'no' | 'shown' | 'asked'>('no')
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const cardId = useId()
  useEffect(() => () => clearTimeout(timer.current), [])
  const words = shownName(link, named)
  // Not known yet, or more names than are followed: the words as they are.
  if (!named) return known ? <span>{words}</span> : <span className="wikilink">{words}</span>
  const { item } = named

  const later = (next: 'no' | 'shown', wait: number) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setCard((now) => (now === 'asked' ? now : next)), wait)
  }
  const press = (event: MouseEvent) => {
    event.preventDefault()
    clearTimeout(timer.current)
    if (!item) return setCard('asked')
    setCard('no')
    openItem(item.id)
  }
  const close = () => {
    setCard('no')
    anchor.current?.focus()
  }
  const create = async () => {
    setCard('no')
    const { base } = splitHeading(link.name)
    const own = useLinks.getState().itemId
    const staysHere = own !== undefined && (await client.call('get-item', { id: own }).catch(() => undefined))?.private === true
    const id = await createThought(nameForTitle(base === '' ? link.name : base), staysHere)
    if (id === undefined) return
    openItem(id)
    const made = await client.call('get-item', { id }).catch(() => undefined)
    if (made) editItem(made)
  }
  const state = !item ? 'missing' : item.deletedAt !== null ? 'trashed' : ''
  return (
    <>
      <a
        ref={anchor}
        className={`wikilink ${state}`}
        href={item ? `#${item.id}` : '#create'}
        {...(item ? {} : { role: 'button', 'aria-haspopup': 'dialog' as const })}
        aria-describedby={card === 'shown' && item ? cardId : undefined}
        aria-label={!item ? `${words}, no thought yet` : item.deletedAt !== null ? `${words}, in the trash` : undefined}
        onClick={press}
        onAuxClick={(event) => event.preventDefault()}
        onMouseEnter={() => later('shown', HOVER_MS)}
        onMouseLeave={() => later('no', LEAVE_MS)}
        onFocus={(event) => event.currentTarget.matches(':focus-visible') && later('shown', HOVER_MS)}
        onBlur={() => later('no', LEAVE_MS)}
      >
        <PersonText text={words} />
      </a>
      {card !== 'no' && anchor.current && (
        <LinkCard
          id={cardId}
          anchor={anchor.current}
          named={named}
          asked={card === 'asked'}
          onEnter={() => clearTimeout(timer.current)}
          onLeave={() => later('no', LEAVE_MS)}
          onClose={close}
          onCreate={() => void create()}
        />
      )}
    </>
  )
}
