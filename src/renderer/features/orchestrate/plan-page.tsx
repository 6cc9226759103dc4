import './orchestration.css'
import { BookmarkPlus, RefreshCw, Square } from 'lucide-react'
import type { Orchestration } from '../../../shared/contract/orchestrate'
import { useItemFacts, useReadFacts } from '../../base/item-facts'
import { titleOrUntitled } from '../../base/item-title'
import { useKeyHint, usePageKeys } from '../../base/page-keys'
import { PagePane } from '../../base/page-pane'
import { Button } from '../../ui/button'
import { EmptyState } from '../../ui/empty-state'
import { formatDuration, formatMoment } from '../../ui/format-time'
import { Late } from '../../ui/late'
import { guessLanguage, PersonText } from '../../ui/person-text'
import { StatusDot } from '../../ui/status-dot'
import { useNow } from '../../ui/use-now'
import { EarlierPlans } from './earlier-plans'
import { PlanAnswer } from './plan-answer'
import { askForPlan } from './plan-dialog-store'
import { PlanState } from './plan-state'
import { PlanSteps } from './plan-steps'
import { closePlan, keepAnswer, retryPlan, stopPlan, usePlans } from './plan-store'
import { isAlive, planDuration, plannerWords, planSentence, planState, stepCount } from './plan-words'
import { usePlan } from './use-plan'

function Actions({ plan }: { plan: Orchestration }) {
  const busy = usePlans((state) => state.busy[plan.id])
  const hint = useKeyHint()
  const alive = isAlive(plan)
  const canKeep = plan.status === 'done'
  const stop = () => void stopPlan(plan)
  const keep = () => void keepAnswer(plan)
  const again = () => void askForPlan(plan.itemId, plan)
  const retry = () => void retryPlan(plan)
  usePageKeys({
    ...(alive ? { Escape: stop } : { Escape: closePlan, l: again }),
    ...(canKeep ? { k: keep } : {}),
    ...(plan.status === 'failed' || plan.status === 'stopped' ? { r: retry } : {}),
    o: closePlan,
  })
  return (
    <>
      <Button variant="quiet" {...hint('O')} onClick={closePlan}>
        Open thought
      </Button>
      {canKeep && (
        <Button icon={BookmarkPlus} {...hint('K')} busy={busy === 'keep' ? 'Keeping…' : undefined} onClick={keep}>
          {plan.keptItemId === null ? 'Keep as a thought' : 'Open the kept thought'}
        </Button>
      )}
      {alive ? (
        <Button icon={Square} iconFill keys="Esc" busy={busy === 'stop' ? 'Stopping…' : undefined} onClick={stop}>
          Stop
        </Button>
      ) : (
        plan.status === 'done' && (
          <Button icon={RefreshCw} {...hint('L')} onClick={again}>
            Plan again…
          </Button>
        )
      )}
    </>
  )
}

function Facts({ plan }: { plan: Orchestration }) {
  const now = useNow()
  const duration = plan.status === 'done' ? planDuration(plan.steps) : null
  const planner = plannerWords(plan)
  return (
    <>
      <p className="meta">
        <span className="num">{stepCount(plan)}</span>
        {duration !== null && <span className="num">{formatDuration(duration)}</span>}
        {planner !== null && <span>{planner}</span>}
        <span>Started {formatMoment(plan.createdAt, now)}</span>
      </p>
      {(plan.goal !== '' || plan.webQuestion !== null) && (
        <dl className="plan-facts plan-asked">
          {plan.goal !== '' && (
            <>
              <dt>Goal</dt>
              <dd dir="auto" lang={guessLanguage(plan.goal)}>
                {plan.goal}
              </dd>
            </>
          )}
          {plan.webQuestion !== null && (
            <>
              <dt>Asked of the web</dt>
              <dd dir="auto" lang={guessLanguage(plan.webQuestion)}>
                {plan.webQuestion}
              </dd>
            </>
          )}
        </dl>
      )}
    </>
  )
}

function Sheet({ plan, title }: { plan: Orchestration; title: string }) {
  const { kind, word } = planState(plan)
  return (
    <div className="job job-sheet plan-sheet">
      <h1>
        Plan <StatusDot kind={kind} word={word} pill />
      </h1>
      <p className="sr" role="status">
        {planSentence(plan)}
      </p>
      <PersonText as="p" className="about" text={titleOrUntitled(title)} />
      <Facts plan={plan} />
      <PlanState plan={plan} />
      {plan.warnings.length > 0 && (
        <ul className="plain soft plan-warnings">
          {plan.warnings.map((warning) => (
            <li key={warning}>{warning}</li>
          ))}
        </ul>
      )}
      {plan.steps.length === 0 && plan.status === 'planning' && (
        <p className="hint plan-planning">The model reads the thought and chooses the steps.</p>
      )}
      <PlanAnswer plan={plan} />
      {plan.steps.length > 0 && <PlanSteps plan={plan} />}
      <EarlierPlans itemId={plan.itemId} shown={plan.id} />
    </div>
  )
}

/** The page of a plan: its steps as a picture, one of them in full, and the answer. */
export function PlanPage({ itemId, id }: { itemId: string; id: string }) {
  const plan = usePlan(itemId, id)
  const problem = usePlans((state) => state.problems[itemId])
  const title = useItemFacts((state) => state.facts[itemId]?.title)
  useReadFacts([itemId])
  return (
    <PagePane label="Plan" crumb="Plan" actions={plan && <Actions plan={plan} />}>
      {plan ? (
        <Sheet key={plan.id} plan={plan} title={title ?? ''} />
      ) : problem !== undefined ? (
        <div className="job">
          <EmptyState title="This plan could not be read">{problem}</EmptyState>
        </div>
      ) : (
        <Late>Opening the plan…</Late>
      )}
    </PagePane>
  )
}
