import { GitCompareArrows } from 'lucide-react'
import { useMemo } from 'react'
import { useReadFacts } from '../../base/item-facts'
import { Icon } from '../../ui/icon'
import { guessLanguage } from '../../ui/person-text'
import { SaidWhere } from './said-where'
import { useThesis } from './thesis-live'
import { settleContradiction } from './thinking-store'

/** The open contradictions of an item's newest thesis, as notes for the margin. Nothing when there are none. */
export function ContradictionNotes({ itemId }: { itemId: string }) {
  const thesis = useThesis(itemId)
  const open = useMemo(
    () =>
      (thesis?.output?.contradictions ?? [])
        .map((contradiction, index) => ({ ...contradiction, index }))
        .filter(({ index }) => !thesis?.settled?.includes(index)),
    [thesis],
  )
  useReadFacts(open.map((contradiction) => contradiction.itemId))
  return open.map((contradiction) => (
    <div className="note ask" key={contradiction.index}>
      <h3>
        <Icon of={GitCompareArrows} />
        Contradiction
      </h3>
      <q dir="auto" lang={guessLanguage(contradiction.quote)}>
        {contradiction.quote}
      </q>
      <SaidWhere itemId={contradiction.itemId} title={contradiction.title} />
      <span className="from">
        <button
          type="button"
          className="link"
          title={contradiction.reason}
          onClick={() => void settleContradiction(itemId, contradiction.index, true)}
        >
          Settle
        </button>
      </span>
    </div>
  ))
}
