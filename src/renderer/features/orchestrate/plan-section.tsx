import './orchestration.css'
import { Square } from 'lucide-react'
import { splitAdvice } from '../../base/error-advice'
import { firstWords } from '../../base/first-words'
import { Button } from '../../ui/button'
import { StatusDot } from '../../ui/status-dot'
import { openPlan, stopPlan, usePlans } from './plan-store'
import { isAlive, planState, stepCount } from './plan-words'
import { usePlan } from './use-plan'

/** The newest plan of a thought on the thought's page: how it stands, the beginning of its answer, and the way to all of it. */
export function PlanSection({ itemId }: { itemId: string }) {
  const plan = usePlan(itemId)
  const others = usePlans((state) => (state.lists[itemId]?.length ?? 1) - 1)
  const busy = usePlans((state) => (plan ? state.busy[plan.id] : undefined))
  if (!plan) return null
  const { kind, word } = planState(plan)
  const alive = isAlive(plan)
  const words =
    plan.status === 'failed'
      ? splitAdvice(plan.error ?? 'This plan failed.').what
      : plan.status === 'done'
        ? firstWords(plan.answer.replace(/\s?\[\d{1,3}\]/g, '').replace(/[*#`_]+/g, ''), 240, '')
        : plan.goal
  return (
    <section className="think plan-sec" aria-label="Plan">
      <div className="think-h">
        <h2>Plan</h2>
        <StatusDot kind={kind} word={word} />
        <span className="crumb num">{stepCount(plan)}</span>
        <span className="end">
          {alive && (
            <Button icon={Square} iconFill busy={busy === 'stop' ? 'Stopping…' : undefined} onClick={() => void stopPlan(plan)}>
              Stop
            </Button>
          )}
          <Button data-open-plan="" onClick={() => openPlan(itemId, plan.id)}>
            Open the plan
          </Button>
        </span>
      </div>
      {words !== '' && (
        <p className="think-offer folded" dir="auto">
          {words}
        </p>
      )}
      {others > 0 && <p className="think-foot">{others === 1 ? '1 earlier plan' : `${others} earlier plans`}</p>}
    </section>
  )
}
