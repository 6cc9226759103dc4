import type { ThesisStage } from '../../../shared/entities'
import { useNow } from '../../base/clock'
import { stageNames } from '../../base/thesis-view'
import { formatDuration } from '../../ui/format-time'

/** "14 s", counting while it is shown. */
function Elapsed({ since }: { since: number }) {
  return <>{formatDuration(Math.max(0, useNow(true) - since))}</>
}

const classes: Record<ThesisStage['status'], string> = {
  next: 'next',
  waiting: 'next',
  running: 'live',
  retrying: 'retry',
  done: 'done',
  dead: 'dead',
  cancelled: 'off',
}

function StageState({ stage }: { stage: ThesisStage }) {
  switch (stage.status) {
    case 'running':
      return stage.startedAt === null ? (
        'Writing'
      ) : (
        <>
          Writing, <Elapsed since={stage.startedAt} />
        </>
      )
    case 'done':
      return stage.startedAt === null || stage.finishedAt === null
        ? 'Done'
        : `Done in ${formatDuration(stage.finishedAt - stage.startedAt)}`
    case 'waiting':
      return 'Waiting'
    case 'retrying':
      return 'Retrying'
    case 'dead':
      return 'Failed'
    case 'cancelled':
      return 'Stopped'
    case 'next':
      return 'Next'
  }
}

/** Three bars: solid ink done, accent live, dashed next; under each its name, then its state. */
export function StageBars({ stages }: { stages: readonly ThesisStage[] }) {
  return (
    <ol className="stages">
      {stages.map((stage) => (
        <li key={stage.stage} className={`stage ${classes[stage.status]}`} aria-current={stage.status === 'running' ? 'step' : undefined}>
          <b>{stageNames[stage.stage]}</b>
          <span className="num">
            <StageState stage={stage} />
          </span>
        </li>
      ))}
    </ol>
  )
}
