import { useState } from 'react'
import { formatNumber } from '../../ui/format-time'
import { Markdown } from '../../ui/markdown'
import { guessLanguage } from '../../ui/person-text'
import { BODY_PIECE, LONG_BODY, pieceEnd } from './body-text'

function LongBody({ text }: { text: string }) {
  const [end, setEnd] = useState(() => pieceEnd(text, BODY_PIECE))
  return (
    <>
      <p className="hint">This thought is very long, so it is shown as plain text, a piece at a time. All of it is kept and searched.</p>
      <div className="prose plain-text" dir="auto" lang={guessLanguage(text)}>
        {text.slice(0, end)}
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

/** The person's own text, in serif. */
export function ItemBody({ text }: { text: string }) {
  if (text.trim() === '') return null
  return text.length > LONG_BODY ? <LongBody text={text} /> : <Markdown className="prose" text={text} person />
}
