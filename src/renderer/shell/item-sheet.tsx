import { Lock } from 'lucide-react'
import { type ReactNode, useMemo, useState } from 'react'
import type { Item } from '../../shared/entities'
import { bodyBelowTitle, countWords } from '../base/body-text'
import { titleClass, titleOrUntitled } from '../base/item-title'
import { AttachmentSection } from '../features/attachments/attachment-section'
import { InCollection } from '../features/collect/in-collection'
import { ConfidenceFact } from '../features/items/confidence-fact'
import { useDrafts } from '../features/items/draft-store'
import { setTags } from '../features/items/item-actions'
import { ItemEditor } from '../features/items/item-editor'
import { ItemTags } from '../features/items/item-tags'
import { LongItemEditor } from '../features/items/long-item-editor'
import { MarginSlot } from '../features/items/margin-note'
import { useSuggestedTags } from '../features/items/suggested-tags'
import { trashWords } from '../features/items/trash-words'
import { Confidence } from '../ui/confidence'
import { formatMoment } from '../ui/format-time'
import { Icon } from '../ui/icon'
import { PersonText } from '../ui/person-text'
import { useNow } from '../ui/use-now'
import { ItemBody } from './item-body'
import { LinkedNotes } from './linked-notes'

const sources: Partial<Record<Item['source'], string>> = {
  mcp: 'by a program',
  api: 'by a program',
  cli: 'from the command line',
  import: 'by import',
  hive: 'from a peer',
  telegram: 'by Telegram',
  collect: 'collected',
}

function Meta({ item }: { item: Item }) {
  const now = useNow()
  // The page renders anew as time goes on; the words are counted once.
  const words = useMemo(() => countWords(item.body), [item.body])
  const from = item.kind === 'cross-synthesis' ? 'by comparing two theses' : sources[item.source]
  const suggestions = useSuggestedTags(item.id, item.tags, item.updatedAt)
  return (
    <div className="meta">
      {item.thesis?.status === 'done' && item.thesis.confidence && <Confidence of={item.thesis.confidence} />}
      <span>
        Captured {formatMoment(item.createdAt, now)}
        {from ? `, ${from}` : ''}
      </span>
      {item.kind === 'collected' && <InCollection itemId={item.id} />}
      {words && <span className="num">{words}</span>}
      <ConfidenceFact item={item} now={now} />
      {item.private && (
        <span className="saved" title="No model server, program or export gets its text">
          <Icon of={Lock} small />
          Stays here
        </span>
      )}
      {item.deletedAt !== null && <span>{trashWords(item.deletedAt, now)}</span>}
      <ItemTags
        tags={item.tags}
        suggestions={suggestions}
        locked={item.deletedAt !== null}
        onChange={(tags) => void setTags(item.id, tags)}
      />
    </div>
  )
}

/** The sheet of an item: its words (or their editor) and margin; `children` follow below the words. */
export function ItemSheet({ item, children }: { item: Item; children: ReactNode }) {
  const draft = useDrafts((state) => state.drafts[item.id])
  const [slot, setSlot] = useState<HTMLElement | null>(null)
  return (
    <MarginSlot value={slot}>
      <article className="sheet">
        <div>
          {draft?.base !== undefined ? (
            <LongItemEditor item={item} draft={draft} base={draft.base} />
          ) : draft ? (
            <ItemEditor id={item.id} draft={draft} title={item.title} staysHere={item.private} />
          ) : (
            <>
              <PersonText as="h1" className={titleClass(item.title)} text={titleOrUntitled(item.title)} />
              <Meta item={item} />
              <ItemBody item={item} text={bodyBelowTitle(item.body, item.title, item.givenTitle)} />
            </>
          )}
          <AttachmentSection itemId={item.id} locked={item.deletedAt !== null} offers={draft !== undefined} />
        </div>
        {children}
        <aside className="notes span" aria-label="Margin">
          <LinkedNotes item={item} />
          <div className="notes-more" ref={setSlot} />
        </aside>
      </article>
    </MarginSlot>
  )
}
