import { useState } from 'react'
import type { Item } from '../../shared/entities'
import { BODY_PIECE, LONG_BODY, pieceEnd } from '../base/body-text'
import { CrossBody } from '../features/hive/cross-body'
import { LinkedMarkdown, LinkedPlainText } from '../features/links/linked-body'
import { ReportBody } from '../features/research/report-body'
import { useFoundPassage } from '../features/search/found-passage'
import { formatNumber } from '../ui/format-time'
import { guessLanguage } from '../ui/person-text'

/** So much is shown before a found passage, so that one sees where it stands. */
const BEFORE_PASSAGE = 2000

function LongBody({ text, at }: { text: string; at: number }) {
  const [start, setStart] = useState(() => (at > BODY_PIECE - BEFORE_PASSAGE ? pieceEnd(text, at - BEFORE_PASSAGE) : 0))
  const [end, setEnd] = useState(() => pieceEnd(text, start + BODY_PIECE))
  return (
    <>
      <p className="hint">This thought is very long, so it is shown as plain text, a piece at a time. All of it is kept and searched.</p>
      {start > 0 && (
        <p className="meta">
          <button
            type="button"
            className="link"
            onClick={() => {
              setStart(0)
              setEnd(pieceEnd(text, BODY_PIECE))
            }}
          >
            Show from the beginning
          </button>
        </p>
      )}
      <div className="prose plain-text" dir="auto" lang={guessLanguage(text)}>
        <LinkedPlainText text={text.slice(start, end)} />
      </div>
      {end < text.length && (
        <p className="meta">
          <button type="button" className="link" onClick={() => setEnd(pieceEnd(text, end + BODY_PIECE))}>
            Show more
          </button>
          <span className="num">
            {formatNumber(end)} of {formatNumber(text.length)} characters
          </span>
        </p>
      )}
    </>
  )
}

/** The person's own text, in serif, with the names in it as links. */
export function ItemBody({ item, text }: { item: Pick<Item, 'id' | 'kind'>; text: string }) {
  const found = useFoundPassage()
  if (text.trim() === '') return null
  const at = found.itemId === item.id ? found.at : 0
  return text.length > LONG_BODY ? (
    <LongBody key={`${item.id} ${found.token}`} text={text} at={at} />
  ) : item.kind === 'research' ? (
    <ReportBody reportId={item.id} text={text} />
  ) : item.kind === 'cross-synthesis' ? (
    <CrossBody key={item.id} itemId={item.id} text={text} />
  ) : (
    <LinkedMarkdown className="prose" text={text} />
  )
}
