import { afterEach, describe, expect, it } from 'vitest'
import { closeApps, startWithVault } from '../support/app'

afterEach(closeApps)

describe('the jobs of a thought that stays here', () => {
  it('are for the window alone: in no list, no count and under no id of a program', { timeout: 60_000 }, async () => {
    const { window, program, app } = await startWithVault()
    const { id: open } = await window.call('capture-item', { body: 'Bees dance in the meadow.' })
    await app.whenIdle()
    const before = await program.call('list-jobs', {})
    const places = await program.call('get-places', {})
    await window.call('pause-queue', {})
    const hidden: string[] = []
    for (const name of ['walnut', 'almond', 'hazel']) {
      hidden.push((await window.call('capture-item', { body: `CANARY ${name} stays.`, private: true })).id)
    }
    const own = (await window.call('list-jobs', { itemId: hidden[0] ?? '' })).jobs
    expect(own.length).toBeGreaterThan(0)
    const jobId = own[0]?.id ?? ''

    expect((await program.call('list-jobs', {})).counts).toEqual(before.counts)
    expect((await program.call('get-places', {})).jobs).toEqual(places.jobs)
    const seen: (string | null)[] = []
    let cursor: string | undefined
    do {
      // Pages of one: those left out must not leave an empty page or end the list before its end.
      const page = await program.call('list-jobs', { limit: 1, ...(cursor === undefined ? {} : { cursor }) })
      seen.push(...page.jobs.map((job) => job.itemId))
      expect(page.jobs).toHaveLength(1)
      cursor = page.nextCursor ?? undefined
    } while (cursor !== undefined)
    expect(seen).toEqual(before.jobs.map(() => open))

    const refused = expect.objectContaining({ code: 'ITEM_PRIVATE' })
    await expect(program.call('list-jobs', { itemId: hidden[0] ?? '' })).rejects.toEqual(refused)
    for (const command of ['get-job', 'get-job-run', 'retry-job', 'cancel-job', 'delete-job'] as const) {
      await expect(program.call(command, { id: jobId }), command).rejects.toEqual(refused)
    }
    expect((await program.call('find-id', { kind: 'job', part: jobId.slice(-8) })).matches).toEqual([])
    expect((await window.call('get-job', { id: jobId })).status).toBe('pending')
  })
})
