import { useState } from 'react'
import { BODY_PIECE, pieceEnd } from '../../base/body-text'
import { formatNumber } from '../../ui/format-time'
import { guessLanguage, withVisibleControls } from '../../ui/person-text'

/** Words of somebody else, as they are: no link, picture or mark of them does anything. A long text comes a piece at a time. */
export function PlainWords({ text }: { text: string }) {
  const [end, setEnd] = useState(() => pieceEnd(text, BODY_PIECE))
  return (
    <>
      <div className="prose hive-plain" dir="auto" lang={guessLanguage(text)}>
        {withVisibleControls(text.slice(0, end))}
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
