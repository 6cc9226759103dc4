import { expect, it } from 'vitest'
import type { JobContext } from '../../../src/main/core/jobs/define-job'
import type { Engine } from '../../../src/main/core/jobs/engine'
import { RetryLater } from '../../../src/main/core/queue/job-rules'
import { createItemStore } from '../../../src/main/features/items/item-store'
import { createDigestStore } from '../../../src/main/features/thinking/digest-store'
import { createPartReader } from '../../../src/main/features/thinking/part-reader'
import type { ModelCall } from '../../../src/shared/entities'
import { openQueue } from '../../support/queue'

const MINUTE = 60_000

function setUp() {
  const { db, unitOfWork } = openQueue()
  const items = createItemStore(db)
  items.insert({ id: 'a', kind: 'thought', source: 'manual', givenTitle: '', body: 'Long', private: false, contentHash: 'h' }, 1)
  let leaves = false
  let model = 'small'
  const engine: Engine = {
    leavesComputer: () => leaves,
    contextTokens: () => 4096,
    generate: () => Promise.reject(new Error('not asked here')),
  }
  const asked: string[] = []
  const run = (changes: JobContext['changes'] = {}) => {
    const context: JobContext = {
      jobId: 'j',
      itemId: 'a',
      attempt: 1,
      changes,
      signal: new AbortController().signal,
      append: () => undefined,
      note: () => undefined,
      recordCall: () => undefined,
      beforeModelCall: () => undefined,
      warn: () => undefined,
      write: (body) => unitOfWork.write(body),
    }
    const deps = { items, digests: createDigestStore(db), engine, modelName: () => model, timeoutMs: () => 11 * MINUTE }
    const reader = createPartReader(deps, 'a', context)
    return {
      finish: reader.finish,
      read: (part: string, durationMs = 0, budget = 1000, fault?: Error) =>
        reader.read(part, 'Condense.', budget, async () => {
          asked.push(part)
          reader.recordCall({ durationMs } as ModelCall)
          if (fault) throw fault
          return `digest of ${part}`
        }),
    }
  }
  return {
    run,
    asked,
    items,
    goElsewhere: () => {
      leaves = true
    },
    useModel: (name: string) => {
      model = name
    },
  }
}

it('asks once for a part, in this run and in later ones, and anew for another model or budget', async () => {
  const { run, asked, useModel } = setUp()
  const first = run()
  expect([await first.read('one'), await first.read('one')]).toEqual(['digest of one', 'digest of one'])
  await run().read('one')
  expect(asked).toEqual(['one'])
  await run().read('one', 0, 2000)
  await run({ model: 'large' }).read('one')
  expect(asked).toHaveLength(3)
  useModel('large')
  await run().read('one')
  expect(asked).toHaveLength(3)
})

it('keeps nothing of a part whose reading failed', async () => {
  const { run, asked } = setUp()
  await expect(run().read('one', 0, 1000, new Error('server down'))).rejects.toThrow('server down')
  expect(await run().read('one')).toBe('digest of one')
  expect(asked).toEqual(['one', 'one'])
})

it('goes on in another attempt, which costs none, before the time of this one is up; each reads one part at least', async () => {
  const { run, asked } = setUp()
  const first = run()
  await first.read('one', 5 * MINUTE)
  await first.read('two', MINUTE)
  await expect(first.read('three')).rejects.toBeInstanceOf(RetryLater)
  const second = run()
  for (const part of ['one', 'two']) await second.read(part)
  await second.read('three', 9 * MINUTE)
  await expect(second.read('four')).rejects.toMatchObject({ code: 'PART_READ', delayMs: 0 })
  const third = run()
  for (const part of ['one', 'two', 'three']) await third.read(part)
  await third.read('four', MINUTE)
  // The answer gets the whole time of an attempt.
  expect(() => third.finish()).toThrow(RetryLater)
  const last = run()
  for (const part of ['one', 'two', 'three', 'four']) await last.read(part)
  last.finish()
  expect(asked).toEqual(['one', 'two', 'three', 'four'])
})

it('sends no part of a thought that came to stay here to another computer, and still gives what is kept', async () => {
  const { run, asked, items, goElsewhere } = setUp()
  const reader = run()
  await reader.read('one')
  items.update('a', { private: true }, 2)
  await reader.read('two')
  goElsewhere()
  await expect(reader.read('three')).rejects.toMatchObject({ code: 'ITEM_PRIVATE' })
  expect(await reader.read('two')).toBe('digest of two')
  expect(asked).toEqual(['one', 'two'])
})
