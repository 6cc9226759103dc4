import { expect, it } from 'vitest'
import { createUnitOfWork } from '../../../src/main/app/unit-of-work'
import { openQueue } from '../../support/queue'

it('says that a write is saved although something after its commit fails, and goes on with the rest', () => {
  const { db, jobs, log, newId } = openQueue()
  const faults: unknown[] = []
  const published: string[] = []
  const fault = (where: string) => () => {
    throw new Error(where)
  }
  const { write } = createUnitOfWork({
    db,
    jobs,
    events: log,
    now: () => 1,
    newId,
    publish: (event) => published.push(event.type),
    wakeWorkers: fault('wake'),
    committed: fault('sidecar'),
    onFault: (error) => faults.push(error instanceof Error ? error.message : error),
  })
  const id = write((tx) => {
    tx.afterCommit(fault('action'))
    return tx.enqueue({ type: 'embed', payload: {}, itemId: null }).jobId
  })
  expect(jobs.find(id)?.status).toBe('pending')
  expect(published).toEqual(['job-enqueued'])
  expect(faults).toEqual(['sidecar', 'action', 'wake'])
})

it('publishes nothing and keeps no event of a write that fails', () => {
  const { unitOfWork, events, log } = openQueue()
  unitOfWork.write((tx) => tx.emit('settings-changed', {}))
  expect(() =>
    unitOfWork.write((tx) => {
      tx.emit('settings-changed', {})
      throw new Error('no')
    }),
  ).toThrow('no')
  expect(events).toHaveLength(1)
  expect(log.lastSeq()).toBe(1)
  unitOfWork.write((tx) => tx.emit('settings-changed', {}))
  expect(events.map((event) => event.seq)).toEqual([1, 2])
})

it('keeps counting events upwards after the log is trimmed', () => {
  const { unitOfWork, log, db } = openQueue()
  unitOfWork.write((tx) => tx.emit('settings-changed', {}))
  db.prepare('UPDATE events SET seq = 50000').run()
  unitOfWork.write((tx) => tx.emit('settings-changed', {}))
  log.trim()
  unitOfWork.write((tx) => tx.emit('settings-changed', {}))
  expect(log.after(0, 10).map((event) => event.seq)).toEqual([50_000, 50_001, 50_002])
})
