import { Plus } from 'lucide-react'
import { type UIEvent, useEffect, useState } from 'react'
import { Button } from '../../ui/button'
import { currentTime } from '../../ui/clock'
import { EmptyState } from '../../ui/empty-state'
import { Late } from '../../ui/late'
import { useNow } from '../../ui/use-now'
import { pauseAll } from './schedule-acts'
import { ScheduleDialog } from './schedule-dialog'
import { ScheduleRow } from './schedule-row'
import { zoneWords } from './schedule-words'
import { loadSchedules, useSchedules } from './schedules-store'
import './schedules.css'

const NOW_MS = 10_000

/** The one page of all that runs by itself. */
export function SchedulesPlace() {
  const { list, problem, edited } = useSchedules()
  const [scrolled, setScrolled] = useState(false)
  const ticking = useNow(NOW_MS)
  // A list that was read since the last tick must not lie in the future of it.
  const now = Math.max(ticking, list === undefined ? 0 : currentTime())
  useEffect(() => {
    void loadSchedules()
    return () => useSchedules.setState({ edited: undefined })
  }, [])
  const active = list?.schedules.filter(({ paused, nextAt }) => !paused && nextAt !== null) ?? []
  const scroll = (event: UIEvent<HTMLElement>) => setScrolled(event.currentTarget.scrollTop > 0)
  return (
    <main className="page schedules-page" aria-label="Schedules">
      <div className={scrolled ? 'head ruled' : 'head'}>
        <span className="crumb">Schedules</span>
        <span className="end">
          {list && active.length > 1 && (
            <Button variant="quiet" onClick={() => void pauseAll(list.schedules)}>
              Pause all
            </Button>
          )}
        </span>
      </div>
      <div className="scroll" tabIndex={-1} onScroll={scroll}>
        <div className="schedules">
          <div className="schedules-title">
            <h1>Schedules</h1>
            {list?.kinds.includes('research_question') && (
              <Button variant="primary" icon={Plus} onClick={() => useSchedules.setState({ edited: 'new' })}>
                New: research a question
              </Button>
            )}
          </div>
          <p className="schedules-hint">
            While the vault is locked or the computer sleeps, nothing starts; what was missed runs once, afterwards.
            {list && ` Times are local: ${zoneWords(list.zone)}.`}
          </p>
          {list === undefined ? (
            problem === undefined ? (
              <Late>Opening the schedules…</Late>
            ) : (
              <EmptyState title="The schedules could not be read">{problem}</EmptyState>
            )
          ) : list.schedules.length === 0 ? (
            <EmptyState title="Nothing runs by itself yet">
              Write a question with “New: research a question”. Cortexa researches it at the times you choose and keeps the reports.
            </EmptyState>
          ) : (
            <>
              <div className="schedule-heads" aria-hidden="true">
                <span>What</span>
                <span>Next run</span>
                <span>Last run</span>
              </div>
              <ul aria-label="Schedules">
                {list.schedules.map((schedule) => (
                  <ScheduleRow key={schedule.id} schedule={schedule} zone={list.zone} now={now} />
                ))}
              </ul>
            </>
          )}
        </div>
      </div>
      {list && edited !== undefined && <ScheduleDialog edited={edited} zone={list.zone} />}
    </main>
  )
}
