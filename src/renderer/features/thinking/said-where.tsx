import { useItemFacts } from '../../base/item-facts'
import { openThought } from '../../base/open-thesis'
import { currentTime } from '../../ui/clock'
import { formatMoment } from '../../ui/format-time'

/** "You, in <title>, 4 February": whence the person's words are. */
export function SaidWhere({ itemId, title }: { itemId: string; title: string }) {
  const facts = useItemFacts((state) => state.facts[itemId])
  return (
    <span className="from">
      You, in{' '}
      {facts?.gone ? (
        <bdi>{title}</bdi>
      ) : (
        <button type="button" className="link" onClick={() => openThought(itemId)}>
          <bdi>{title}</bdi>
        </button>
      )}
      {facts?.gone ? ', which is no longer in the vault' : facts?.createdAt ? `, ${formatMoment(facts.createdAt, currentTime())}` : ''}
    </span>
  )
}
