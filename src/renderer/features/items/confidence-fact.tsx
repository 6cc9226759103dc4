import { useId, useState } from 'react'
import { confidenceFormula, STALE_BELOW, tidyScore } from '../../../shared/confidence'
import type { Item } from '../../../shared/entities'
import { confidenceNow, confidenceReason, confidenceWord } from '../../base/confidence-words'
import { reviewItem } from './review-item'
import './confidence.css'

/** How sure a thought still is, in a word and a number; pressed, it says why and offers to start its clock anew. */
export function ConfidenceFact({ item, now }: { item: Item; now: number }) {
  const [open, setOpen] = useState(false)
  const id = useId()
  const value = confidenceNow(item, now)
  const word = confidenceWord(value)
  const reason = confidenceReason(item, now)
  return (
    <>
      <button
        type="button"
        className={`certain certain-${word}`}
        title={reason}
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        <i aria-hidden="true">
          <b style={{ inlineSize: `${Math.round(Math.min(1, value) * 100)}%` }} />
        </i>
        <span className="num">
          Confidence {tidyScore(value)}, {word}
        </span>
      </button>
      <span className="certain-why" id={id} hidden={!open}>
        {reason} <span className="num">({confidenceFormula(item.validation.score, item.validation.at, now)})</span>{' '}
        {item.deletedAt === null && value >= STALE_BELOW && (
          <button type="button" className="link" onClick={() => void reviewItem(item)}>
            Still true
          </button>
        )}
      </span>
    </>
  )
}
