import { Pencil, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Schedule } from '../../../shared/contract/schedules'
import { useNavigation } from '../../base/navigation-store'
import { Button, IconButton } from '../../ui/button'
import { StatusDot, type StatusKind } from '../../ui/status-dot'
import { openBriefing } from '../briefings/briefing-store'
import { openReflectionOf } from '../reflections/open-reflection'
import { deleteSchedule, runNow, setPaused } from './schedule-acts'
import { exactWords, momentWords, ruleWords, scheduleName, untilWords } from './schedule-words'
import { useSchedules } from './schedules-store'

const outcomes: Record<'done' | 'failed' | 'cancelled', [StatusKind, string]> = {
  done: ['done', 'Done'],
  failed: ['dead', 'Failed'],
  cancelled: ['cancel', 'Cancelled'],
}

interface RowProps {
  schedule: Schedule
  zone: string
  now: number
}

function Moment({ at, zone, now, children }: { at: number; zone: string; now: number; children?: ReactNode }) {
  return (
    <time dateTime={new Date(at).toISOString()} title={exactWords(at, zone)}>
      {momentWords(at, now, zone)}
      {children}
    </time>
  )
}

function NextRun({ schedule: { nextAt, paused, rule }, zone, now }: RowProps) {
  if (paused) return <span className="schedule-none">Paused</span>
  if (nextAt === null) return <span className="schedule-none">{rule.every === 'once' ? 'None, it was to run once' : 'None'}</span>
  return (
    <>
      <Moment at={nextAt} zone={zone} now={now} />
      <span className="schedule-note">{untilWords(nextAt, now)}</span>
    </>
  )
}

/** The way to what a run made: a briefing, a reflection, or a report. */
function Made({ kind, run: { itemId, briefingId } }: { kind: Schedule['kind']; run: NonNullable<Schedule['lastRun']> }) {
  const openItem = useNavigation((state) => state.openItem)
  const [words, open] =
    briefingId !== null
      ? (['Open the briefing', () => void openBriefing(briefingId)] as const)
      : itemId === null
        ? ([undefined, undefined] as const)
        : kind === 'reflection'
          ? (['Open the reflection', () => void openReflectionOf(itemId)] as const)
          : (['Open the report', () => openItem(itemId)] as const)
  if (words === undefined) return null
  return (
    <button type="button" className="link" onClick={open}>
      {words}
    </button>
  )
}

/** What runs now, or came of the last run that really started. */
function LastRun({ schedule: { kind: what, current, lastRun, missed }, zone, now }: RowProps) {
  const openJob = useNavigation((state) => state.openJob)
  const job = current?.jobId ?? lastRun?.jobId
  const [kind, word] = lastRun?.outcome ? outcomes[lastRun.outcome] : (['cancel', 'No result'] as const)
  return (
    <>
      {current?.state === 'running' ? (
        <StatusDot kind="run" word="Running" />
      ) : current ? (
        <>
          <StatusDot kind="wait" word="Waiting" />
          <span className="schedule-note">{current.waitingFor ?? 'Waits for its turn.'}</span>
        </>
      ) : lastRun ? (
        <>
          <span className="schedule-outcome">
            <StatusDot kind={kind} word={word} /> <Moment at={lastRun.startedAt} zone={zone} now={now} />
          </span>
          {lastRun.note !== '' && <span className="schedule-note">{lastRun.note}</span>}
        </>
      ) : (
        !missed && <span className="schedule-none">Not yet</span>
      )}
      {missed && (
        <span className="schedule-missed">
          <Moment at={missed.at} zone={zone} now={now} />: not run. {missed.reason}
        </span>
      )}
      {(job || lastRun?.itemId || lastRun?.briefingId) && (
        <span className="schedule-ways">
          {!current && lastRun && <Made kind={what} run={lastRun} />}
          {job && (
            <button type="button" className="link" onClick={() => openJob(job)}>
              {current ? 'See its job' : 'See how it went'}
            </button>
          )}
        </span>
      )}
    </>
  )
}

/** One schedule: what, when, the next run, the last one, and what a person may do with it. */
export function ScheduleRow(props: RowProps) {
  const { schedule } = props
  const name = scheduleName(schedule)
  const isOwn = schedule.kind === 'research_question'
  const over = schedule.rule.every === 'once' && schedule.nextAt === null && !schedule.paused
  return (
    <li className="schedule">
      <div className="schedule-what">
        <h3 className={isOwn ? 'serif' : undefined} dir="auto" title={name}>
          {name}
        </h3>
        <span className="schedule-note">{ruleWords(schedule.rule)}</span>
      </div>
      <div className="schedule-next num">
        <span className="schedule-label">Next run</span>
        <NextRun {...props} />
      </div>
      <div className="schedule-last num">
        <span className="schedule-label">Last run</span>
        <LastRun {...props} />
      </div>
      <div className="schedule-acts">
        <Button aria-label={`Run now: ${name}`} disabled={schedule.current !== null} onClick={() => void runNow(schedule, name)}>
          Run now
        </Button>
        {!over && (
          <Button
            variant="quiet"
            className="schedule-pause"
            aria-label={`${schedule.paused ? 'Resume' : 'Pause'}: ${name}`}
            onClick={() => void setPaused(schedule, !schedule.paused)}
          >
            {schedule.paused ? 'Resume' : 'Pause'}
          </Button>
        )}
        <span className="schedule-end">
          {isOwn && <IconButton icon={Trash2} label={`Delete: ${name}`} onClick={() => void deleteSchedule(schedule)} />}
          <IconButton icon={Pencil} label={`Change: ${name}`} onClick={() => useSchedules.setState({ edited: schedule })} />
        </span>
      </div>
    </li>
  )
}
