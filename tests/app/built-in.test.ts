import { afterEach, describe, expect, it } from 'vitest'
import { gateNames } from '../../src/shared/entities'
import { closeApp, closeApps, PASSPHRASE, startApp, startWithVault, type TestApp } from '../support/app'

afterEach(closeApps)

const thoughts = [
  {
    title: 'A lending library for repair skills',
    body: 'The tool library has four hundred drills, and nobody borrows a drill twice. What people run out of is nerve, not tools. So lend the nerve: a member books ninety minutes of somebody who has done this repair before. A shown repair doubles. The risk is liability when advice breaks a washing machine. First step: ask five members by 1 March.',
    tags: ['repair', 'commons'],
  },
  {
    title: 'Three attempts before it is yours',
    body: 'Nobody owns a repair skill before the third try. A repair that was shown once does not double; the learner forgets the order of the steps. Skills need three attempts with somebody standing next to you.',
    tags: ['repair'],
  },
  {
    title: 'Salt the rice water',
    body: 'Rice tastes flat unless the water is salted before it boils. Ten grams for each litre.',
    tags: ['kitchen'],
  },
]

async function capture(running: TestApp): Promise<string[]> {
  const ids: string[] = []
  for (const thought of thoughts) ids.push((await running.window.call('capture-item', thought)).id)
  await running.app.whenIdle()
  return ids
}

describe('with nothing but the built-in engine', () => {
  it('embeds, links, summarises, thinks and briefs', { timeout: 120_000 }, async () => {
    const running = await startWithVault()
    const { window, app } = running
    const [library = '', attempts = '', rice = ''] = await capture(running)

    const item = await window.call('get-item', { id: library })
    expect(item.links.map((link) => link.item.id)).toEqual([attempts])
    expect(item.links[0]?.reason).toMatch(/repair|skill/)
    expect((await window.call('get-item', { id: rice })).links).toEqual([])
    expect(item.summary).not.toBe('')
    expect(item.summaryBy).toBe('builtin')

    const found = await window.call('search-items', { query: 'fixing things with a neighbour who has done it before' })
    expect(found.hits.slice(0, 2).map((hit) => hit.id)).toContain(library)
    expect((await window.call('search-items', { query: 'rice wat' })).hits[0]).toMatchObject({ id: rice })

    const { jobId } = await window.call('deep-think', { itemId: library })
    expect((await window.call('deep-think', { itemId: library })).jobId).toBe(jobId)
    await app.whenIdle()
    const thesis = await window.call('get-thesis', { itemId: library })
    expect(thesis.status).toBe('done')
    expect(thesis.engine).toEqual({ kind: 'builtin', label: 'built-in outline, no model' })
    expect(thesis.output?.gates.map((gate) => gate.gate)).toEqual([...gateNames])
    expect(thesis.output?.contradictions.map((entry) => entry.itemId)).toContain(attempts)
    expect(thesis.stages?.map((stage) => stage.status)).toEqual(['done', 'done', 'done'])
    expect(running.events.filter((event) => event.type === 'thesis-updated').map((event) => event.payload.status)).toEqual(
      expect.arrayContaining(['pending', 'expanding', 'critiquing', 'synthesizing', 'done']),
    )

    const brief = await window.call('brief-item', { itemId: library })
    await app.whenIdle()
    const { briefing } = await window.call('get-briefing', { id: brief.briefingId })
    expect(briefing).toMatchObject({ status: 'done', error: null })
    expect(briefing?.script?.split(/\s+/).length).toBeGreaterThan(50)
    if (!briefing?.audio) throw new Error(`no audio: ${briefing?.voiceNotice}`)
    const parts: Buffer[] = []
    for (let offset = 0, done = false; !done; ) {
      const part = await window.call('read-briefing-audio', { id: brief.briefingId, offset })
      parts.push(Buffer.from(part.base64, 'base64'))
      offset += parts.at(-1)?.length ?? 0
      done = part.done
    }
    const wav = Buffer.concat(parts)
    expect(wav.length).toBe(briefing.audio.bytes)
    expect(wav.subarray(0, 4).toString()).toBe('RIFF')
    expect(briefing.sentences.at(-1)?.endMs).toBeLessThanOrEqual(briefing.audio.durationMs + 1)

    const jobs = await window.call('list-jobs', {})
    expect(jobs.counts).toMatchObject({ pending: 0, running: 0, dead: 0 })
  })

  it('shows everything again after lock and unlock, also from another process', { timeout: 120_000 }, async () => {
    const first = await startWithVault()
    const ids = await capture(first)
    await first.window.call('lock-vault', {})
    await expect(first.window.call('list-items', {})).rejects.toMatchObject({ code: 'VAULT_LOCKED' })
    await closeApp(first.app)

    const second = startApp({ dataDir: first.dataDir })
    await expect(second.window.call('unlock-vault', { passphrase: 'not the passphrase at all' })).rejects.toMatchObject({
      code: 'WRONG_PASSPHRASE',
    })
    await second.window.call('unlock-vault', { passphrase: PASSPHRASE })
    const { items } = await second.window.call('list-items', {})
    expect(items.map((item) => item.id).sort()).toEqual([...ids].sort())
    await second.app.whenIdle()
    expect((await second.window.call('search-items', { query: 'flat rice' })).hits[0]?.id).toBe(ids[2])
    expect((await second.window.call('get-item', { id: ids[0] ?? '' })).links).toHaveLength(1)
  })
})

describe('what is deleted', () => {
  it('comes back nowhere until it is restored, and then with its links', { timeout: 60_000 }, async () => {
    const running = await startWithVault()
    const { window, app } = running
    const [library = '', attempts = ''] = await capture(running)
    await window.call('delete-item', { id: attempts })
    expect((await window.call('search-items', { query: 'three attempts' })).hits.map((hit) => hit.id)).not.toContain(attempts)
    expect((await window.call('search-items', { query: 'learning needs practice' })).hits.map((hit) => hit.id)).not.toContain(attempts)
    expect((await window.call('get-item', { id: library })).links).toEqual([])
    expect((await window.call('list-items', {})).items.map((item) => item.id)).not.toContain(attempts)
    await window.call('restore-item', { id: attempts })
    await app.whenIdle()
    expect((await window.call('search-items', { query: 'three attempts' })).hits[0]?.id).toBe(attempts)
    expect((await window.call('get-item', { id: library })).links.map((link) => link.item.id)).toEqual([attempts])
  })

  it('takes its waiting jobs with it', async () => {
    const { window } = await startWithVault()
    await window.call('pause-queue', {})
    const { id } = await window.call('capture-item', { body: 'A thought that goes away again.' })
    await window.call('deep-think', { itemId: id })
    await window.call('delete-item', { id })
    const { jobs } = await window.call('list-jobs', { itemId: id })
    expect(jobs.map((job) => job.status)).toEqual(jobs.map(() => 'cancelled'))
    expect(jobs.length).toBeGreaterThanOrEqual(2)
  })
})

describe('a link the person rejected', () => {
  it('does not come back with the next linking', { timeout: 60_000 }, async () => {
    const running = await startWithVault()
    const { window, app } = running
    const [library = ''] = await capture(running)
    const link = (await window.call('get-item', { id: library })).links[0]
    if (!link) throw new Error('nothing linked')
    await window.call('reject-link', { linkId: link.linkId })
    expect((await window.call('get-item', { id: library })).links).toEqual([])
    await window.call('update-item', { id: library, body: `${thoughts[0]?.body} Repair skills are lent, not tools.` })
    await app.whenIdle()
    expect((await window.call('get-item', { id: library })).links).toEqual([])
  })
})

describe('items that stay here', () => {
  it('are in the window and in no program’s answer', { timeout: 60_000 }, async () => {
    const running = await startWithVault()
    const { window, program, app } = running
    const { id } = await window.call('capture-item', { body: 'PRIVATE-CANARY my doctor said the numbers are fine', private: true })
    await program.call('capture-item', { body: 'A public thought about numbers' })
    await app.whenIdle()
    expect((await window.call('search-items', { query: 'doctor' })).hits[0]?.id).toBe(id)
    await expect(program.call('get-item', { id })).rejects.toMatchObject({ code: 'ITEM_PRIVATE' })
    await expect(program.call('get-thesis', { itemId: id })).rejects.toMatchObject({ code: 'ITEM_PRIVATE' })
    const answers = [
      await program.call('list-items', {}),
      await program.call('search-items', { query: 'doctor numbers' }),
      await program.call('list-jobs', {}),
      await program.call('get-places', {}),
      ...(await Promise.all((await program.call('list-jobs', {})).jobs.map((job) => program.call('get-job', { id: job.id })))),
    ]
    expect(JSON.stringify(answers)).not.toMatch(/CANARY|doctor/)
  })
})

describe('bad input', () => {
  it('is refused with a reason and saves nothing', async () => {
    const { window, app } = await startWithVault()
    await expect(window.call('capture-item', { body: '   \n ' })).rejects.toMatchObject({ code: 'BAD_INPUT' })
    expect(await app.endpoint.invoke('capture-item', { body: 'x', extra: 1 })).toMatchObject({ ok: false, error: { code: 'BAD_INPUT' } })
    expect(await app.endpoint.invoke('no-such-command', {})).toMatchObject({ ok: false, error: { code: 'NOT_FOUND' } })
    expect(await app.endpoint.invoke('toString', {})).toMatchObject({ ok: false, error: { code: 'NOT_FOUND' } })
    await expect(window.call('get-item', { id: 'nothing' })).rejects.toMatchObject({ code: 'ITEM_NOT_FOUND' })
    expect((await window.call('list-items', {})).total).toBe(0)
  })

  it('keeps one tag for two spellings of the same letters', async () => {
    const { window } = await startWithVault()
    await window.call('capture-item', { body: 'one', tags: ['Café', '#café', '  '] })
    await window.call('capture-item', { body: 'two', tags: ['Cafe\u0301'] })
    expect((await window.call('get-places', {})).tags).toEqual([{ name: 'Café', count: 2 }])
    expect((await window.call('list-items', { tag: 'cafe\u0301' })).total).toBe(2)
  })
})

describe('events', () => {
  it('come once each and in order to one who was away', async () => {
    const { window, app, events } = await startWithVault()
    await window.call('capture-item', { body: 'first' })
    const seen = events.flatMap((event) => (event.seq === null ? [] : [event.seq]))
    const middle = seen[Math.floor(seen.length / 2)] ?? 0
    const later: number[] = []
    app.endpoint.subscribe((event) => {
      if (event.seq !== null) later.push(event.seq)
    }, middle)
    await window.call('capture-item', { body: 'second' })
    await app.whenIdle()
    const all = events.flatMap((event) => (event.seq === null ? [] : [event.seq]))
    expect(later).toEqual(all.filter((seq) => seq > middle))
    expect(all).toEqual([...all].sort((a, b) => a - b))
  })
})
