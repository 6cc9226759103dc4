import { RotateCw } from 'lucide-react'
import type { Orchestration } from '../../../shared/contract/orchestrate'
import { useNow } from '../../base/clock'
import { splitAdvice } from '../../base/error-advice'
import { countdown } from '../../base/job-state'
import { useNavigation } from '../../base/navigation-store'
import { useKeyHint } from '../../base/page-keys'
import { Button } from '../../ui/button'
import { askForPlan } from './plan-dialog-store'
import { retryPlan, usePlans } from './plan-store'

function Waiting({ words, nextRunAt }: { words: string; nextRunAt: number }) {
  const left = nextRunAt - useNow(true)
  return (
    <div className="plain soft" role="status">
      <p>{words}</p>
      {left > 0 && <p className="num">Goes on {countdown(left)}. Finished steps are kept.</p>}
    </div>
  )
}

/** What went wrong or is awaited, in full sentences with what to do; nothing while all is well. */
export function PlanState({ plan }: { plan: Orchestration }) {
  const busy = usePlans((state) => state.busy[plan.id])
  const openJob = useNavigation((state) => state.openJob)
  const hint = useKeyHint()
  const { job, jobId } = plan
  if (job?.status === 'pending' && plan.status !== 'pending' && job.waitingFor !== null)
    return <Waiting words={job.waitingFor} nextRunAt={job.nextRunAt} />
  if (plan.status === 'pending') return <p className="hint">It starts as soon as a worker is free. You can go on with something else.</p>
  if (plan.status !== 'failed' && plan.status !== 'stopped') return null
  const stopped = plan.status === 'stopped'
  const { what, advice } = stopped
    ? { what: 'You stopped this plan. Your thought is unchanged, and finished steps are kept.', advice: null }
    : splitAdvice(plan.error ?? 'This plan failed, and no reason was kept. Your thought is unchanged.')
  return (
    <>
      <div className={stopped ? 'plain calm' : 'plain'} role={stopped ? undefined : 'alert'}>
        <p>{what}</p>
        {advice && <p>{advice}</p>}
      </div>
      <div className="acts">
        {jobId !== null && (
          <Button
            variant="primary"
            icon={RotateCw}
            {...hint('R')}
            busy={busy === 'retry' ? 'Starting…' : undefined}
            onClick={() => void retryPlan(plan)}
          >
            {plan.stepsDone > 0 ? 'Go on from the finished steps' : 'Try again'}
          </Button>
        )}
        <Button onClick={() => askForPlan(plan.itemId, plan)}>New plan…</Button>
        {jobId !== null && (
          <Button variant="quiet" onClick={() => openJob(jobId)}>
            Open job
          </Button>
        )}
      </div>
    </>
  )
}
