import { expect, it } from 'vitest'
import type { JobContext, JobDefinition } from '../../../src/main/core/jobs/define-job'
import type { Engine } from '../../../src/main/core/jobs/engine'
import { createBriefingPartStore } from '../../../src/main/features/briefings/briefing-part-store'
import { createBriefingStore } from '../../../src/main/features/briefings/briefing-store'
import { itemBriefingJob } from '../../../src/main/features/briefings/item-briefing'
import type { Voice } from '../../../src/main/features/briefings/voice-briefing'
import { createItemStore } from '../../../src/main/features/items/item-store'
import { createDigestStore } from '../../../src/main/features/thinking/digest-store'
import { createThesisStore } from '../../../src/main/features/thinking/thesis-store'
import { openQueue } from '../../support/queue'

/** The job over real stores; text is written on this computer, the voice is on another one. */
function setUp(isPrivate: boolean) {
  const { db, unitOfWork } = openQueue()
  const items = createItemStore(db)
  const briefings = createBriefingStore(db)
  items.insert(
    { id: 'a', kind: 'thought', source: 'manual', givenTitle: '', body: 'Forgetting helps.', private: isPrivate, contentHash: 'h' },
    1,
  )
  briefings.create('b', 'a', 1)
  const seen = { scripts: 0, withPrivate: [] as boolean[], mayLeave: [] as boolean[] }
  const engine: Engine = {
    leavesComputer: () => false,
    contextTokens: () => Number.POSITIVE_INFINITY,
    async generate() {
      seen.scripts += 1
      return { value: 'Forgetting helps, says the note.' as never, engine: { kind: 'builtin', label: 'outline' }, warning: null }
    },
  }
  const place = { leaves: true }
  const voice: Voice = {
    leavesComputer: () => place.leaves,
    availability: async () => ({ available: true, name: 'far away' }),
    async synthesize(_script, { mayLeave }) {
      seen.mayLeave.push(mayLeave())
      items.update('a', { private: true }, 2)
      seen.mayLeave.push(mayLeave())
      return { wav: new Uint8Array(3), durationMs: 1000, voice: 'far away', sentences: [] }
    },
  }
  const job = itemBriefingJob({
    items,
    briefings,
    theses: createThesisStore(db),
    digests: createDigestStore(db),
    engine,
    modelName: () => '',
    relatedItems: async (_item, _limit, viewer) => {
      seen.withPrivate.push(viewer.seesPrivate)
      return []
    },
    voice,
    briefingParts: createBriefingPartStore(db),
    blobs: { write: async () => ({ wrappedKey: new Uint8Array(1) }), read: async () => Buffer.alloc(0), remove: async () => undefined },
    newId: () => 'blob',
    timeoutMs: () => 60_000,
  }) as unknown as JobDefinition
  const context: JobContext = {
    jobId: 'j',
    itemId: 'a',
    attempt: 1,
    changes: {},
    signal: new AbortController().signal,
    append: () => undefined,
    note: () => undefined,
    recordCall: () => undefined,
    beforeModelCall: () => undefined,
    warn: () => undefined,
    write: (body) => unitOfWork.write(body),
  }
  return { seen, place, run: () => job.run({ itemId: 'a', briefingId: 'b' }, context) }
}

it('gives up on a thought that stays here before a script is written, when the voice is on another computer', async () => {
  const { run, seen, place } = setUp(true)
  await expect(run()).rejects.toMatchObject({
    code: 'ITEM_PRIVATE',
    message: expect.stringContaining('the chosen voice is on another computer'),
  })
  expect(seen).toEqual({ scripts: 0, withPrivate: [], mayLeave: [] })
  place.leaves = false
  await run()
  expect(seen).toMatchObject({ scripts: 1, withPrivate: [true] })
})

it('keeps other thoughts that stay here out of a script that may be voiced elsewhere', async () => {
  const { run, seen } = setUp(false)
  await run()
  expect(seen.withPrivate).toEqual([false])
})

it('has the voice ask the thought as it is now, not as it was when the job began', async () => {
  const { run, seen } = setUp(false)
  await run()
  expect(seen.mayLeave).toEqual([true, false])
})
