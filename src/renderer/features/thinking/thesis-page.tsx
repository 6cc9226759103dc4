import './thinking-section.css'
import './thesis-page.css'
import { Headphones, RefreshCw } from 'lucide-react'
import { useItemFacts, useReadFacts } from '../../base/item-facts'
import { useKeyHint, usePageKeys } from '../../base/page-keys'
import { PagePane } from '../../base/page-pane'
import { PlaceTitle } from '../../base/place-title'
import { Button } from '../../ui/button'
import { EmptyState } from '../../ui/empty-state'
import { startBrief } from '../briefings/brief-button'
import { useThesis } from './thesis-live'
import { ThesisSheet } from './thesis-sheet'
import { ThinkingSection } from './thinking-section'
import { startDeepThink, useThinking } from './thinking-store'

/** The page of a thesis; while there is none yet, how far it is. */
export function ThesisPage({ itemId }: { itemId: string }) {
  const thesis = useThesis(itemId)
  const problem = useThinking((state) => state.problems[itemId])
  const busy = useThinking((state) => state.busy[itemId])
  const title = useItemFacts((state) => state.facts[itemId]?.title)
  const output = thesis?.output
  useReadFacts([
    itemId,
    ...(output?.contradictions ?? []).map((each) => each.itemId),
    ...(output?.sources ?? []).map((each) => each.itemId),
  ])
  const brief = () => void startBrief(itemId)
  const think = () => void startDeepThink(itemId)
  usePageKeys({ b: brief, d: think })
  const hint = useKeyHint()
  const actions = output && (
    <>
      <Button icon={Headphones} {...hint('B')} onClick={brief}>
        Brief
      </Button>
      <Button icon={RefreshCw} {...hint('D')} busy={busy === 'start' ? 'Starting…' : undefined} onClick={think}>
        Think again
      </Button>
    </>
  )
  return (
    <PagePane label="Thesis" crumb="Theses" actions={actions}>
      {thesis && output ? (
        <ThesisSheet key={thesis.id ?? itemId} itemId={itemId} title={title ?? null} thesis={thesis} output={output} />
      ) : problem ? (
        <div className="job">
          <EmptyState title="This thesis could not be read">{problem}</EmptyState>
        </div>
      ) : (
        thesis && (
          <article className="sheet">
            <div>
              <PlaceTitle title={title ?? null} />
            </div>
            <ThinkingSection itemId={itemId} />
          </article>
        )
      )}
    </PagePane>
  )
}
