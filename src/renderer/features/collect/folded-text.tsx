import { useState } from 'react'
import { PersonText } from '../../ui/person-text'

/** Texts longer than this are folded. */
const LONG = 280

/** A text of some lines, with a button for the rest of a long one. */
export function FoldedText({ text }: { text: string }) {
  const [isWhole, setWhole] = useState(false)
  const isLong = text.length > LONG || text.split('\n').length > 4
  return (
    <>
      <PersonText as="p" className={isLong && !isWhole ? 'folded' : ''} text={text} />
      {isLong && (
        <button type="button" className="link fold-link" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
          {isWhole ? 'Show less' : 'Show all'}
        </button>
      )}
    </>
  )
}
