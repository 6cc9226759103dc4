import { RotateCcw, X } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import type { ListedLink } from '../../../shared/contract/links'
import { titleOrUntitled } from '../../base/item-title'
import { MarkedText } from '../../base/marked-text'
import { useNavigation } from '../../base/navigation-store'
import { IconButton } from '../../ui/button'
import { PersonText } from '../../ui/person-text'
import { rejectLink, removeLink, takeBackRejection } from './link-acts'

export type LinkSide = 'outgoing' | 'backlink' | 'related' | 'rejected'

const madeBy: Partial<Record<ListedLink['kind'], string>> = {
  manual: 'Added by you',
  research: 'From research',
  synthesis: 'From a synthesis',
  reflection: 'From a reflection',
}

/** A cosine in a word. Models differ in how near they put texts, so it is no more than a word. */
export function closenessWord(score: number): string {
  return score >= 0.8 ? 'very close' : score >= 0.6 ? 'close' : 'somewhat close'
}

function Reason({ link, side }: { link: ListedLink; side: LinkSide }) {
  if (link.mention)
    return (
      <q className="mention">
        <MarkedText text={link.mention.text} marks={[link.mention.mark]} />
      </q>
    )
  if (link.kind === 'wikilink') return <span className="from">{side === 'backlink' ? 'Named in its text' : 'Named in this text'}</span>
  if (link.kind !== 'auto')
    return link.reason === '' ? <span className="from">{madeBy[link.kind]}</span> : <PersonText text={link.reason} />
  return (
    <span className="from" dir="auto">
      {link.reason === 'close in meaning' ? closenessWord(link.score) : `${link.reason} · ${closenessWord(link.score)}`}
    </span>
  )
}

/** One link: the other thought, why they are linked, and what can be done about it. Delete on the link does that too. */
export function LinkRow({ itemId, link, side, locked }: { itemId: string; link: ListedLink; side: LinkSide; locked: boolean }) {
  const openItem = useNavigation((state) => state.openItem)
  const act =
    locked || link.kind === 'wikilink'
      ? undefined
      : side === 'rejected'
        ? { icon: RotateCcw, label: 'Link again', run: () => void takeBackRejection(link) }
        : link.kind === 'manual'
          ? { icon: X, label: 'Remove link', run: () => void removeLink(itemId, link, side === 'outgoing') }
          : { icon: X, label: 'Not related', run: () => void rejectLink(link) }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Delete' || !act || side === 'rejected') return
    event.preventDefault()
    // On the page around it Delete is for the whole thought.
    event.stopPropagation()
    act.run()
  }
  return (
    <li>
      <a
        href={`#${link.item.id}`}
        onKeyDown={onKeyDown}
        onClick={(event) => {
          event.preventDefault()
          openItem(link.item.id)
        }}
      >
        <PersonText text={titleOrUntitled(link.item.title)} />
      </a>
      <Reason link={link} side={side} />
      {act && (
        <IconButton icon={act.icon} label={act.label} aria-label={`${act.label}: ${titleOrUntitled(link.item.title)}`} onClick={act.run} />
      )}
    </li>
  )
}
