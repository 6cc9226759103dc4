import './sides.css'
import type { FindingSide } from '../../../shared/contract/reflections'
import { useReadFacts } from '../../base/item-facts'
import { guessLanguage } from '../../ui/person-text'
import { SaidWhere } from '../thinking/said-where'

function Side({ side: { itemId, title, quote, inTrash }, place }: { side: FindingSide; place: number }) {
  return (
    <li className="side-of">
      <span className="sr">{place === 0 ? 'One thought: ' : 'The other: '}</span>
      {quote === null ? (
        <p className="side-none">No words of it were quoted.</p>
      ) : (
        <p className="said" dir="auto" lang={guessLanguage(quote)}>
          “{quote}”
        </p>
      )}
      <SaidWhere itemId={itemId} title={title} />
      {inTrash && <span className="from">It lies in the trash.</span>}
    </li>
  )
}

/** Two thoughts that disagree, beside each other: the person's own words, whence and when. */
export function SideBySide({ sides }: { sides: readonly FindingSide[] }) {
  useReadFacts(sides.map(({ itemId }) => itemId))
  return (
    <ul className="sides">
      {sides.map((side, place) => (
        <Side key={side.itemId} side={side} place={place} />
      ))}
    </ul>
  )
}
