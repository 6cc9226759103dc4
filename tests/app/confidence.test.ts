import { afterEach, describe, expect, it } from 'vitest'
import { STALE_TAG } from '../../src/shared/confidence'
import { WEEK_MS } from '../../src/shared/timing'
import { closeApp, closeApps, makeFolder, PASSPHRASE, startApp, startWithVault, type TestApp } from '../support/app'

afterEach(closeApps)

const clock = { now: 0 }
const start = Date.UTC(2026, 0, 5, 9)

async function quiet(dataDir = makeFolder()): Promise<TestApp> {
  clock.now = start
  const running = await startWithVault({ dataDir, now: () => clock.now })
  await running.window.call('pause-queue', {})
  return running
}

/** Ends and starts the program, as a day later: what an open vault does for itself begins anew. */
async function restart({ app, dataDir }: TestApp): Promise<TestApp> {
  await closeApp(app)
  const running = startApp({ dataDir, now: () => clock.now })
  await running.window.call('unlock-vault', { passphrase: PASSPHRASE })
  return running
}

const capture = async ({ window }: TestApp, body: string, more: { tags?: string[]; private?: boolean } = {}) =>
  (await window.call('capture-item', { body, ...more })).id
const stale = async ({ window }: TestApp) => (await window.call('list-items', { place: 'stale' })).items.map(({ id }) => id)
const tagsOf = async ({ window }: TestApp, id: string) => (await window.call('get-item', { id })).tags
const updates = ({ events }: TestApp) => events.flatMap((event) => (event.type === 'confidence-updated' ? [event.payload.count] : []))

describe('confidence', () => {
  it('begins by the way in, falls by itself, and says from what and since when', async () => {
    const running = await quiet()
    const mine = await capture(running, 'Mine')
    const { id: theirs } = await running.program.call('capture-item', { body: 'Theirs' })
    clock.now += 9.5 * WEEK_MS
    const item = await running.window.call('get-item', { id: mine })
    expect(item.confidence).toBeCloseTo(0.8 * 0.95 ** 9.5, 6)
    expect(item.validation).toEqual({ score: 0.8, at: start, by: 'captured' })
    expect((await running.window.call('get-item', { id: theirs })).validation.score).toBe(0.7)
  })

  it('below 0.3 puts a thought into Stale at once, and the mark on it with the next pass; a second pass changes nothing', async () => {
    const first = await quiet()
    const old = await capture(first, 'Old thought', { tags: ['keep'] })
    clock.now += 10 * WEEK_MS
    const young = await capture(first, 'Young thought')
    clock.now += 10 * WEEK_MS
    expect(await stale(first)).toEqual([old])
    expect((await first.window.call('get-places', {})).stale).toBe(1)
    const second = await restart(first)
    await expect.poll(() => tagsOf(second, old)).toEqual(['keep', STALE_TAG])
    expect(await tagsOf(second, young)).toEqual([])
    await expect.poll(() => updates(second)).toEqual([1])
    expect((await second.window.call('list-items', { tag: STALE_TAG })).items).toHaveLength(1)
    const third = await restart(second)
    await expect.poll(() => stale(third)).toEqual([old])
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect(updates(third)).toEqual([])
  })

  it.each([
    ['an edit', (app: TestApp, id: string) => app.window.call('update-item', { id, body: 'Changed words' }), 'changed'],
    ['a pin', (app: TestApp, id: string) => app.window.call('pin-item', { id }), 'pinned'],
    ['a review', (app: TestApp, id: string) => app.window.call('review-item', { id, answer: 'still-true' }), 'reviewed'],
  ])('starts anew with %s, which takes the mark away in the same breath', async (_, act, by) => {
    const first = await quiet()
    const id = await capture(first, 'A thought')
    clock.now += 30 * WEEK_MS
    const second = await restart(first)
    await expect.poll(() => tagsOf(second, id)).toEqual([STALE_TAG])
    await act(second, id)
    expect(await tagsOf(second, id)).toEqual([])
    expect(await stale(second)).toEqual([])
    expect((await second.window.call('get-item', { id })).validation).toEqual({ score: 0.8, at: clock.now, by })
  })

  it('does not start anew with an unpin, a tag, a summary or a read', async () => {
    const running = await quiet()
    const id = await capture(running, 'A thought')
    clock.now += WEEK_MS
    await running.window.call('pin-item', { id, pinned: false })
    await running.window.call('update-item', { id, tags: ['one'], summary: 'Short' })
    expect((await running.window.call('get-item', { id })).validation.at).toBe(start)
  })

  it('is set back exactly when a review is taken back, but not over what came after it', async () => {
    const first = await quiet()
    const id = await capture(first, 'A thought')
    clock.now += 30 * WEEK_MS
    const running = await restart(first)
    await expect.poll(() => tagsOf(running, id)).toEqual([STALE_TAG])
    expect(await running.window.call('review-item', { id, answer: 'still-true' })).toEqual({ confidence: 0.8 })
    clock.now += 5000
    await running.window.call('review-item', { id, answer: 'take-back' })
    expect((await running.window.call('get-item', { id })).validation).toEqual({ score: 0.8, at: start, by: 'captured' })
    expect(await tagsOf(running, id)).toEqual([STALE_TAG])
    await running.window.call('review-item', { id, answer: 'still-true' })
    clock.now += 5000
    await running.window.call('pin-item', { id })
    await expect(running.window.call('review-item', { id, answer: 'take-back' })).rejects.toMatchObject({ code: 'CONFLICT' })
    expect((await running.window.call('get-item', { id })).validation).toMatchObject({ at: clock.now, by: 'pinned' })
  })
})

describe('the mark', () => {
  it('is neither set nor taken away, renamed nor suggested by hand, and makes no thought a sorted one', async () => {
    const first = await quiet()
    const id = await capture(first, 'Confidence in stale bread', { tags: [STALE_TAG] })
    expect(await tagsOf(first, id)).toEqual([])
    clock.now += 30 * WEEK_MS
    const running = await restart(first)
    const { window } = running
    await expect.poll(() => tagsOf(running, id)).toEqual([STALE_TAG])
    await window.call('update-item', { id, tags: [] })
    expect(await tagsOf(running, id)).toEqual([STALE_TAG])
    expect((await window.call('get-places', {})).inbox).toBe(1)
    expect((await window.call('list-tags', {})).tags).toEqual([])
    expect((await window.call('get-places', {})).tags).toEqual([])
    await expect(window.call('rename-tag', { from: STALE_TAG, to: 'old' })).rejects.toMatchObject({ code: 'BAD_INPUT' })
    await expect(window.call('delete-tag', { name: STALE_TAG })).rejects.toMatchObject({ code: 'BAD_INPUT' })
    await window.call('update-item', { id, tags: ['bread'] })
    await expect(window.call('rename-tag', { from: 'bread', to: 'Confidence:Stale' })).rejects.toMatchObject({ code: 'BAD_INPUT' })
    expect((await window.call('suggest-tags', { id })).tags).toEqual([])
  })

  it('leaves a thought in the trash out, and is right when it comes back', async () => {
    const first = await quiet()
    const id = await capture(first, 'A thought')
    await first.window.call('delete-item', { id })
    clock.now += 3 * WEEK_MS
    const running = await restart(first)
    clock.now += 27 * WEEK_MS
    expect(await stale(running)).toEqual([])
    await running.window.call('restore-item', { id })
    expect(await tagsOf(running, id)).toEqual([STALE_TAG])
    expect(await stale(running)).toEqual([id])
  })
})

describe('programs', () => {
  it('review what they may see, and neither list nor count a stale thought that stays here', async () => {
    const running = await quiet()
    const { program } = running
    const secret = await capture(running, 'Secret', { private: true })
    const open = await capture(running, 'Open')
    clock.now += 30 * WEEK_MS
    expect((await program.call('list-items', { place: 'stale' })).items.map(({ id }) => id)).toEqual([open])
    expect((await program.call('get-places', {})).stale).toBe(1)
    await expect(program.call('review-item', { id: secret, answer: 'still-true' })).rejects.toMatchObject({ code: 'ITEM_PRIVATE' })
    expect(await program.call('review-item', { id: open, answer: 'still-true' })).toEqual({ confidence: 0.8 })
    expect((await program.call('get-places', {})).stale).toBe(0)
  })
})
