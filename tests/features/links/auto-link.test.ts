import { describe, expect, it } from 'vitest'
import type { JobContext, JobDefinition } from '../../../src/main/core/jobs/define-job'
import { theVault } from '../../../src/main/core/privacy/viewer'
import { createItemStore } from '../../../src/main/features/items/item-store'
import { autoLinkJob } from '../../../src/main/features/links/auto-link'
import type { CloseNeighbour } from '../../../src/main/features/links/close-neighbours'
import { createLinkStore } from '../../../src/main/features/links/link-store'
import { openQueue } from '../../support/queue'

const bodies: Record<string, string> = {
  bees: 'Honey bees dance to tell the hive where the clover stands.',
  clover: 'White clover feeds honey bees through the whole summer.',
  bridge: 'The stone bridge over the river was rebuilt twice.',
}

/** The job over real stores; who is near to whom is given, as the index would answer it. */
function setUp(near: Record<string, string[]>) {
  const queue = openQueue()
  const items = createItemStore(queue.db)
  const links = createLinkStore(queue.db)
  for (const [id, body] of Object.entries(bodies)) {
    items.insert({ id, kind: 'thought', source: 'manual', givenTitle: '', body, private: false, contentHash: id }, queue.clock.now)
  }
  const seen = { createdAt: 0, score: 0.8, aboveFloor: 0.3, rankBack: 0, margin: 0.2 }
  const closeNeighbours = async (item: { id: string }): Promise<CloseNeighbour[]> =>
    (near[item.id] ?? []).map((id, rank) => ({ id, title: id, body: bodies[id] ?? '', rank, ...seen }))
  const job = autoLinkJob({ items, links, closeNeighbours, newId: queue.newId }) as unknown as JobDefinition
  const controller = new AbortController()
  const context = { signal: controller.signal } as JobContext
  const payload = (itemId: string) => ({ itemId, contentHash: itemId })
  const linked = (id: string) => links.ofItem(id, theVault).map(({ item, reason }) => `${item.id}: ${reason}`)
  return { ...queue, items, job, controller, context, payload, linked }
}

async function runTogether({ job, context, payload, unitOfWork }: ReturnType<typeof setUp>, ids: string[]): Promise<void> {
  const results = await job.batch?.run(
    ids.map(payload),
    ids.map(() => context),
  )
  unitOfWork.write((tx) => {
    for (const [index, id] of ids.entries()) job.commit(tx, payload(id), results?.[index])
  })
}

describe('autoLinkJob', () => {
  it('gives each item of a batch its own links, the same as if it had run alone', async () => {
    const near = { bees: ['clover'], clover: ['bees'], bridge: [] }
    const together = setUp(near)
    await runTogether(together, ['bridge', 'bees', 'clover'])
    const alone = setUp(near)
    for (const id of ['bridge', 'bees', 'clover']) {
      const result = await alone.job.run(alone.payload(id), alone.context)
      alone.unitOfWork.write((tx) => alone.job.commit(tx, alone.payload(id), result))
    }
    expect(together.linked('bees')).toEqual(['clover: honey bees, clover'])
    expect(together.linked('bridge')).toEqual([])
    for (const id of Object.keys(bodies)) expect(together.linked(id)).toEqual(alone.linked(id))
  })

  it('leaves the window a turn for each neighbour it compares', async () => {
    const { job, context, payload } = setUp({ bees: ['clover', 'bridge'], clover: ['bees', 'bridge'] })
    let running = true
    let turns = 0
    const count = () => {
      if (!running) return
      turns += 1
      setImmediate(count)
    }
    setImmediate(count)
    await job.batch?.run([payload('bees'), payload('clover')], [context, context])
    running = false
    expect(turns).toBeGreaterThanOrEqual(4)
  })

  it('stops between two neighbours when its group is aborted', async () => {
    const { job, context, payload, controller } = setUp({ bees: ['clover', 'bridge'] })
    const run = job.run(payload('bees'), context)
    controller.abort('stopped')
    await expect(run).rejects.toBe('stopped')
  })

  it('fails a batch with a deleted thought in it, so that the others run alone', async () => {
    const { items, job, context, payload, clock } = setUp({ bees: ['clover'] })
    items.setDeleted('clover', clock.now)
    await expect(job.batch?.run([payload('bees'), payload('clover')], [context, context])).rejects.toMatchObject({ code: 'ITEM_NOT_FOUND' })
  })
})
