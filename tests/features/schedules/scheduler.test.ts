import { describe, expect, it } from 'vitest'
import type { WriteTransaction } from '../../../src/main/core/queue/write-transaction'
import type { ScheduleAction } from '../../../src/main/features/schedules/schedule-actions'
import { createScheduleStore } from '../../../src/main/features/schedules/schedule-store'
import { createScheduler } from '../../../src/main/features/schedules/scheduler'
import { AppError } from '../../../src/shared/errors'
import { openQueue, type Queue } from '../../support/queue'

const at = (local: string) => Date.parse(`${local}:00+02:00`)

/** A scheduler over a real database; `restart` is another one over the same, as after a lock or a new start of the program. */
function open(queue: Queue, start: ScheduleAction['start'], now: number) {
  const { clock, unitOfWork, jobs, db } = queue
  clock.now = now
  const faults: unknown[] = []
  const schedules = createScheduleStore(db)
  const scheduler = createScheduler({
    schedules,
    jobs,
    actions: { reflection: { start } },
    write: unitOfWork.write,
    now: () => clock.now,
    zone: () => 'Europe/Berlin',
    waitsFor: queue.trace.waitsFor,
    announceCancelled: () => undefined,
    onFault: (_, error) => faults.push(error),
  })
  scheduler.start()
  return {
    scheduler,
    schedules,
    faults,
    at(moment: number) {
      clock.now = moment
      scheduler.look()
    },
    restart: (moment: number) => {
      scheduler.stop()
      return open(queue, start, moment)
    },
    planned: () => db.prepare('SELECT slot FROM schedule_runs ORDER BY id').all() as { slot: string }[],
    jobCount: () => (db.prepare('SELECT count(*) AS n FROM jobs').get() as { n: number }).n,
    endJobs: () => db.prepare(`UPDATE jobs SET status = 'done'`).run(),
  }
}

const plain: ScheduleAction['start'] = (tx: WriteTransaction) => tx.enqueue({ type: 'embed', payload: {}, itemId: null })

describe('the six-hour grid', () => {
  it('is kept over restarts: each of its times once, whenever the program was started', () => {
    let running = open(openQueue(), plain, at('2025-09-01T05:00'))
    const moments = ['05:59', '06:00', '06:01', '11:00', '12:30', '12:40', '17:59', '18:00', '23:59']
    for (const [index, moment] of moments.entries()) {
      running.endJobs()
      if (index % 2 === 0) running = running.restart(at(`2025-09-01T${moment}`))
      else running.at(at(`2025-09-01T${moment}`))
    }
    expect(running.planned().map(({ slot }) => slot)).toEqual(['2025-09-01T06:00', '2025-09-01T12:00', '2025-09-01T18:00'])
    running = running.restart(at('2025-09-04T04:00'))
    expect(running.planned().at(-1)).toEqual({ slot: '2025-09-04T00:00' })
    expect(running.planned()).toHaveLength(4)
    running.scheduler.stop()
  })

  it('begins with the next time of the grid, not with the one before the schedule', () => {
    const running = open(openQueue(), plain, at('2025-09-01T07:00'))
    running.at(at('2025-09-01T11:59'))
    expect(running.planned()).toEqual([])
    expect(running.scheduler.list().map(running.scheduler.describe)).toMatchObject([
      { kind: 'reflection', rule: { every: 'hours', hours: 6 }, paused: false, nextAt: at('2025-09-01T12:00') },
    ])
    running.scheduler.stop()
  })
})

describe('what goes wrong in planning', () => {
  it('leaves neither job nor run when the write fails, and plans it at the next look', () => {
    let full = true
    const running = open(
      openQueue(),
      (tx, schedule) => {
        const made = plain(tx, schedule)
        if (full) throw new AppError('DISK_FULL', 'The disk is full.')
        return made
      },
      at('2025-09-01T07:00'),
    )
    running.at(at('2025-09-01T12:00'))
    running.at(at('2025-09-01T12:01'))
    expect([running.planned(), running.jobCount(), running.faults.length]).toEqual([[], 0, 2])
    full = false
    running.at(at('2025-09-01T12:02'))
    running.at(at('2025-09-01T12:03'))
    expect([running.planned(), running.jobCount()]).toEqual([[{ slot: '2025-09-01T12:00' }], 1])
    running.scheduler.stop()
  })

  it('writes down a refusal once and asks again at the next time only', () => {
    let asked = 0
    const running = open(
      openQueue(),
      () => {
        asked += 1
        throw new AppError('WEB_LOCAL_ONLY', 'Not now.')
      },
      at('2025-09-01T07:00'),
    )
    for (const moment of ['12:00', '12:01', '13:00', '18:00']) running.at(at(`2025-09-01T${moment}`))
    expect([asked, running.faults]).toEqual([2, []])
    const [schedule] = running.scheduler.list().map(running.scheduler.describe)
    expect(schedule?.missed).toEqual({ at: at('2025-09-01T18:00'), reason: 'Not now.' })
    running.scheduler.stop()
  })

  it('does not look again once it is stopped, as the database is then closed', () => {
    const running = open(openQueue(), plain, at('2025-09-01T07:00'))
    running.scheduler.stop()
    running.at(at('2025-09-01T12:00'))
    expect(running.planned()).toEqual([])
  })
})

it('rests a schedule whose kind this program cannot start, and leaves it stored', () => {
  const running = open(openQueue(), plain, at('2025-09-01T07:00'))
  const rule = { every: 'day', time: '08:00' } as const
  running.schedules.add({ id: 'b', kind: 'daily_briefing', rule, question: '', enabled: true, settledUntil: 0 }, 0)
  running.at(at('2025-09-01T09:00'))
  expect(running.planned()).toEqual([])
  expect(running.scheduler.list().map(({ kind }) => kind)).toEqual(['reflection'])
  expect(running.schedules.find('b')?.enabled).toBe(true)
  running.scheduler.stop()
})

it('remembers enough runs for a clock set back, and not all', () => {
  const running = open(openQueue(), plain, at('2025-09-01T07:00'))
  for (let slot = 1; slot <= 300; slot++) {
    const day = new Date(at('2025-09-01T00:00') + slot * 6 * 3_600_000)
    running.at(day.getTime())
    running.endJobs()
    const job = running.schedules.newestRun('reflection')?.jobId
    if (job) running.schedules.ended(job, 'done', null, null, day.getTime())
  }
  expect(running.planned().length).toBeGreaterThanOrEqual(200)
  expect(running.planned().length).toBeLessThanOrEqual(202)
  running.scheduler.stop()
})
