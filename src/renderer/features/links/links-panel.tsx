import { Plus } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { ListedLink } from '../../../shared/contract/links'
import type { Item } from '../../../shared/entities'
import { IconButton } from '../../ui/button'
import { formatNumber } from '../../ui/format-time'
import { LinkPicker } from './link-picker'
import { LinkRow, type LinkSide } from './link-row'
import { useLinks } from './links-store'

/** A list longer than this shows its rest on request, so that a much named thought does not push its summary out of sight. */
const FIRST_SHOWN = 8

function Group({
  name,
  itemId,
  links,
  side,
  locked,
}: {
  name: string
  itemId: string
  links: readonly ListedLink[]
  side: LinkSide
  locked: boolean
}) {
  const [all, setAll] = useState(false)
  if (links.length === 0) return null
  const shown = all ? links : links.slice(0, FIRST_SHOWN)
  return (
    <>
      <h4>
        {name} <span className="num">{formatNumber(links.length)}</span>
      </h4>
      <ul aria-label={name}>
        {shown.map((link) => (
          <LinkRow key={`${link.linkId} ${side}`} itemId={itemId} link={link} side={side} locked={locked} />
        ))}
      </ul>
      {links.length > shown.length && (
        <button type="button" className="link" onClick={() => setAll(true)}>
          {formatNumber(links.length - shown.length)} more
        </button>
      )}
    </>
  )
}

/** The links of a thought, in its margin: from here, to here with the sentence, close in meaning, and those that were rejected. */
export function LinksPanel({ item }: { item: Item }) {
  const { itemId, links, problem, load } = useLinks()
  const [adding, setAdding] = useState(false)
  const [rejectedOpen, setRejectedOpen] = useState(false)
  const locked = item.deletedAt !== null
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is in the trash is read anew when it comes back
  useEffect(() => {
    setRejectedOpen(false)
    void load(item.id)
  }, [item.id, item.deletedAt, load])
  const own = itemId === item.id ? links : undefined
  const count = own ? own.outgoing.length + own.backlinks.length + own.related.length : 0
  const group = { itemId: item.id, locked }
  return (
    <section className="note links" aria-label="Links">
      <h3>
        Links {count > 0 && <span className="num">{formatNumber(count)}</span>}
        {!locked && <IconButton icon={Plus} label="Add a link" onClick={() => setAdding(true)} />}
      </h3>
      {own && (
        <>
          <Group {...group} name="From here" links={own.outgoing} side="outgoing" />
          <Group {...group} name="Backlinks" links={own.backlinks} side="backlink" />
          <Group {...group} name="Close in meaning" links={own.related} side="related" />
          {count === 0 && (
            <p className="hint">
              {own.reading
                ? 'This thought is long. The names in it are being read…'
                : locked
                  ? 'No links.'
                  : 'No links yet. Type [[ in the text to name another thought, or add a link here.'}
            </p>
          )}
          {own.rejected.length > 0 && (
            <>
              <p className="rejected">
                <span>
                  Rejected: <span className="num">{formatNumber(own.rejected.length)}</span>
                </span>{' '}
                <button type="button" className="link" aria-expanded={rejectedOpen} onClick={() => setRejectedOpen(!rejectedOpen)}>
                  {rejectedOpen ? 'Hide' : 'Show'}
                </button>
              </p>
              {rejectedOpen && (
                <ul aria-label="Rejected">
                  {own.rejected.map((link) => (
                    <LinkRow key={link.linkId} itemId={item.id} link={link} side="rejected" locked={locked} />
                  ))}
                </ul>
              )}
            </>
          )}
        </>
      )}
      {problem !== undefined && itemId === item.id && <p className="hint err">{problem}</p>}
      {adding && <LinkPicker item={item} linked={own ? [...own.outgoing, ...own.backlinks] : []} onClose={() => setAdding(false)} />}
    </section>
  )
}
