import { RotateCw } from 'lucide-react'
import { splitAdvice } from '../../base/error-advice'
import { useNavigation } from '../../base/navigation-store'
import { currentStage, stageNames } from '../../base/thesis-view'
import { Button } from '../../ui/button'
import { numberStages } from './citations'
import { StageBars } from './stage-bars'
import { StageProse } from './stage-prose'
import { noSources, retryThinking, startDeepThink, type ThesisView, useThinking } from './thinking-store'

/** A run that failed or was stopped: what happened, what to do, and what was written before it. */
export function ThinkingFailed({ itemId, thesis }: { itemId: string; thesis: ThesisView }) {
  const busy = useThinking((state) => state.busy[itemId])
  const openJob = useNavigation((state) => state.openJob)
  const stages = thesis.stages ?? []
  const stage = currentStage(stages)
  const name = stage ? stageNames[stage.stage] : 'Deep Think'
  const stopped = stage?.status === 'cancelled'
  const { what, advice } = stopped
    ? { what: `You stopped ${name}. Your thought is unchanged, and finished stages are kept.`, advice: null }
    : splitAdvice(
        thesis.error ?? `${name} failed, and no reason was kept. Your thought is unchanged. Retry it, or open the job to see its attempts.`,
      )
  const jobId = stage?.jobId ?? null
  return (
    <section className="think" aria-label="Deep Think">
      <div className="think-h">
        <h2>Deep Think</h2>
      </div>
      <StageBars stages={stages} />
      <div className={stopped ? 'plain calm' : 'plain'} role={stopped ? undefined : 'alert'}>
        <p>{what}</p>
        {advice && <p>{advice}</p>}
      </div>
      <div className="acts">
        <Button
          variant="primary"
          icon={RotateCw}
          busy={busy === 'retry' ? 'Retrying…' : undefined}
          onClick={() => void retryThinking(itemId)}
        >
          {stopped ? `Go on with ${name}` : `Retry ${name}`}
        </Button>
        <Button keys="D" busy={busy === 'start' ? 'Starting…' : undefined} onClick={() => void startDeepThink(itemId)}>
          Start over
        </Button>
        {jobId !== null && (
          <Button variant="quiet" onClick={() => openJob(jobId)}>
            Open job
          </Button>
        )}
      </div>
      {numberStages(stages, noSources).map((each) => (
        <StageProse key={each.stage.stage} stage={each.stage} sources={each.sources} />
      ))}
    </section>
  )
}
