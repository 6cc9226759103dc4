import { describe, expect, it, vi } from 'vitest'
import { WEEK_MS } from '../../src/shared/timing'
import { chooseModelServer } from '../support/model-server'
import { closeReflectionsAfterEach, ofKind, type ReflectionApp, startReflectionApp } from '../support/reflection-app'

vi.setConfig({ testTimeout: 60_000 })
closeReflectionsAfterEach()

async function withThree(options: Parameters<typeof startReflectionApp>[0] = { model: true }) {
  const running = await startReflectionApp(options)
  const ids = [
    await running.write('Short meetings', 'A short meeting with one decision is better than a long one.'),
    await running.write('Long meetings', 'A long meeting builds trust, and trust needs time.'),
    await running.write('Written decisions', 'Decisions in writing survive the meeting.'),
  ]
  await running.app.whenIdle()
  return { ...running, ids }
}

const good = {
  themes: [{ title: 'Meetings', text: 'How the team decides.', items: [1, 2, 3] }],
  contradictions: [
    {
      title: 'Short or long',
      text: 'They exclude each other.',
      a: { item: 3, quote: 'A short meeting with one decision' },
      b: { item: 2, quote: 'never said' },
    },
  ],
  patterns: [],
  gaps: [{ title: 'Who writes', text: 'No note says who writes decisions down.', question: 'Who writes decisions down?', items: [1] }],
  connections: [],
  narrative: 'Three notes on how a team decides.',
}

const requestsOf = ({ model }: ReflectionApp) =>
  model.requests.filter(({ route }) => route === 'chat').map(({ body }) => JSON.stringify(body))

describe('a reflection by a model', () => {
  it('is read out of chatter and a fence, cites by number, and gets no word of a trashed thought', async () => {
    const running = await withThree()
    const gone = await running.write('Gone', 'HELIOTROPE lies in the trash.')
    await running.window.call('delete-item', { id: gone })
    running.model.script(`Here is what I see:\n\`\`\`json\n${JSON.stringify(good, null, 1)}\n\`\`\`\nI hope it helps.`)
    const reflection = await running.reflect()
    expect(reflection).toMatchObject({
      state: 'done',
      engine: { kind: 'model', label: 'fake-model' },
      note: '1 theme, 1 contradiction, 1 question',
      narrative: 'Three notes on how a team decides.',
      droppedCitations: 0,
    })
    const [theme, clash, gap] = reflection.findings
    // The note that was changed last is [1].
    expect(theme?.items.map(({ title }) => title)).toEqual(['Written decisions', 'Long meetings', 'Short meetings'])
    expect(clash?.sides).toEqual([
      { itemId: running.ids[0], title: 'Short meetings', inTrash: false, quote: 'A short meeting with one decision' },
      { itemId: running.ids[1], title: 'Long meetings', inTrash: false, quote: null },
    ])
    expect(gap).toMatchObject({ kind: 'gap', question: 'Who writes decisions down?', state: 'open', captured: null })
    expect(requestsOf(running).join('')).not.toContain('HELIOTROPE')
    expect(requestsOf(running)).toHaveLength(1)
  })

  it('is asked for once more when it is not JSON, and drops and counts what is invented or one-sided', async () => {
    const running = await withThree()
    running.model.script(
      'I would rather not.',
      JSON.stringify({
        ...good,
        themes: [{ title: 'Nowhere', text: 'x', items: [17] }],
        contradictions: [{ title: 'One', text: 'x', a: { item: 1, quote: 'Decisions' }, b: { item: 1, quote: 'meeting' } }],
      }),
    )
    const reflection = await running.reflect()
    expect(requestsOf(running)).toHaveLength(2)
    expect(reflection.findings.map(({ kind }) => kind)).toEqual(['gap'])
    expect(reflection.droppedCitations).toBe(2)
    const job = await running.window.call('get-job', { id: reflection.jobId ?? '' })
    expect(job.resultNote).toContain('2 citations name no thought and were dropped')
  })

  it('fails with what to do when every citation is invented, keeps nothing, and works when it is retried', async () => {
    const running = await withThree()
    const invented = JSON.stringify({ themes: [{ title: 'x', text: 'x', items: [99] }], narrative: 'n' })
    running.model.script(invented, invented, invented)
    const { reflectionId, jobId } = await running.window.call('start-reflection', {})
    await expect
      .poll(
        async () => {
          running.clock.now += 120_000
          running.app.lookAtClock()
          await running.app.whenIdle()
          return (await running.window.call('get-job', { id: jobId })).status
        },
        { timeout: 20_000 },
      )
      .toBe('dead')
    const { reflection: failed } = await running.window.call('get-reflection', { id: reflectionId })
    expect(failed).toMatchObject({ state: 'failed', report: null, findings: [] })
    expect(failed?.error).toMatch(/Retry, or choose another model/)
    expect((await running.window.call('list-items', {})).items).toHaveLength(3)
    running.model.script(JSON.stringify(good))
    await running.window.call('retry-job', { id: jobId })
    await running.app.whenIdle()
    expect((await running.newest()).state).toBe('done')
  })

  it('fits into a small context by reading the newest notes, and says how many were left out', async () => {
    const running = await startReflectionApp()
    await chooseModelServer(running.window, { baseUrl: running.model.baseUrl, model: 'fake-model', limits: { contextTokens: 4096 } })
    for (let n = 0; n < 24; n++) await running.write(`Note ${n}`, `Sentence ${n} about the harbour. `.repeat(12))
    await running.app.whenIdle()
    const reflection = await running.reflect()
    expect(reflection.state).toBe('done')
    expect(reflection.itemCount).toBeGreaterThan(10)
    expect(reflection.itemCount + reflection.leftOut.over).toBe(24)
    expect(reflection.leftOut.over).toBeGreaterThan(0)
    const [sent = ''] = requestsOf(running)
    expect(sent).toContain('Note 23')
    expect(sent).not.toContain('Note 0 ')
    expect((await running.window.call('get-job', { id: reflection.jobId ?? '' })).resultNote).toContain('more were left out')
  })
})

describe('when there is too little', () => {
  it('says how many there are and what to do, and writes nothing', async () => {
    const running = await startReflectionApp()
    await expect(running.reflect()).rejects.toMatchObject({
      code: 'BAD_INPUT',
      message: expect.stringContaining('Nothing was written or changed so far'),
    })
    await running.write('One', 'A single thought.')
    await expect(running.reflect()).rejects.toMatchObject({ message: expect.stringMatching(/Only 1 thought was .* at least 3/) })
    expect(await running.window.call('list-reflections', {})).toMatchObject({ reflections: [], total: 0, waiting: 1 })
    expect((await running.window.call('list-jobs', { type: 'reflection_pass' })).jobs).toEqual([])
  })

  it('is skipped with a note when thoughts were deleted before its turn', async () => {
    const { window, app, ids } = await withThree()
    await window.call('pause-queue', {})
    const { reflectionId } = await window.call('start-reflection', {})
    await window.call('delete-item', { id: ids[0] ?? '' })
    await window.call('resume-queue', {})
    await app.whenIdle()
    const { reflection } = await window.call('get-reflection', { id: reflectionId })
    expect(reflection).toMatchObject({ state: 'skipped', report: null, note: 'Skipped: 2 of the 3 thoughts that a reflection needs' })
  })
})

describe('the next reflection', () => {
  it('reads what came or changed since, and everything when asked; findings are compared with the last', async () => {
    const running = await withThree()
    running.model.script(JSON.stringify(good))
    const first = await running.reflect()
    await expect(running.reflect()).rejects.toMatchObject({ message: expect.stringContaining('since the last reflection') })
    const { window, clock } = running
    await running.write('Fourth', 'A fourth thought.')
    await running.write('Fifth', 'A fifth thought.')
    clock.now += 60_000
    await window.call('update-item', { id: running.ids[2] ?? '', body: 'Decisions in writing survive, CHANGED.' })
    await running.app.whenIdle()
    expect((await window.call('list-reflections', {})).waiting).toBe(3)
    const second = await running.reflect()
    expect((await window.call('list-reflection-items', { id: second.id })).items.map(({ title }) => title)).toEqual([
      'Written decisions',
      'Fifth',
      'Fourth',
    ])
    expect(second).toMatchObject({ since: first.until, previousId: first.id })
    // All that this one rests on was read again, and it was not found: that cannot be said of the others.
    expect(second.gone.map(({ title }) => title)).toEqual(['Who writes'])

    // All five again: of the first reflection's findings none was found, of the second the theme.
    const gapOfSecond = ofKind(second, 'gap')[0]
    await window.call('settle-finding', { reflectionId: second.id, findingId: gapOfSecond?.id ?? '', state: 'dismissed' })
    running.model.script(
      JSON.stringify({
        gaps: [
          { title: 'Nobody is named', text: 'No note says who does it.', question: 'Who takes the first step, and when?', items: [2] },
        ],
        narrative: 'Again.',
      }),
    )
    const third = await running.reflect('everything')
    expect(third).toMatchObject({ itemCount: 5, since: null, previousId: second.id })
    expect(third.findings).toMatchObject([{ kind: 'gap', before: gapOfSecond?.id, state: 'dismissed' }])
    expect(third.gone.map(({ kind }) => kind).sort()).toEqual(['connection', 'contradiction', 'pattern', 'theme'])
    expect((await window.call('list-reflections', { limit: 2 })).reflections.map(({ id }) => id)).toEqual([third.id, second.id])
    const { nextCursor } = await window.call('list-reflections', { limit: 2 })
    expect((await window.call('list-reflections', { limit: 2, cursor: nextCursor ?? '' })).reflections.map(({ id }) => id)).toEqual([
      first.id,
    ])
  })

  it('of the last week leaves what is older for the one after it', async () => {
    const running = await withThree()
    await running.reflect()
    await running.write('Old', 'Written soon after the first reflection.')
    running.clock.now += 2 * WEEK_MS
    for (const n of [1, 2, 3]) await running.write(`New ${n}`, `A new thought, number ${n}.`)
    await running.app.whenIdle()
    expect((await running.reflect('week')).itemCount).toBe(3)
    expect((await running.window.call('list-reflections', {})).waiting).toBe(4)
  })

  it('two asked for at once are one, and the marks of what is stale are gone over after it', async () => {
    const running = await withThree()
    running.clock.now += 30 * WEEK_MS
    const [first, second] = await Promise.all([
      running.window.call('start-reflection', {}),
      running.window.call('start-reflection', { since: 'everything' }),
    ])
    expect([first.already, second.already, second.reflectionId]).toEqual([false, true, first.reflectionId])
    await running.app.whenIdle()
    await expect.poll(() => running.events.some((event) => event.type === 'confidence-updated' && event.payload.count === 3)).toBe(true)
    expect((await running.window.call('get-item', { id: running.ids[0] ?? '' })).tags).toContain('confidence:stale')
  })
})

describe('a finding', () => {
  it('becomes one thought however often it is captured, linked to the reflection and what it cites; the trash makes room for another', async () => {
    const running = await withThree()
    running.model.script(JSON.stringify(good))
    const reflection = await running.reflect()
    const gap = ofKind(reflection, 'gap')[0]
    const one = { reflectionId: reflection.id, findingId: gap?.id ?? '' }
    const { window } = running
    const [first, second] = await Promise.all([window.call('capture-finding', one), window.call('capture-finding', one)])
    expect([first.already, second.already, second.itemId]).toEqual([false, true, first.itemId])
    const item = await window.call('get-item', { id: first.itemId })
    expect(item).toMatchObject({ kind: 'thought', source: 'manual', title: 'Who writes decisions down?' })
    expect(item.body).toBe('Who writes decisions down?\n\nNo note says who writes decisions down.')
    expect(new Set(item.links.filter(({ kind }) => kind === 'reflection').map(({ item: other }) => other.id))).toEqual(
      new Set([reflection.report?.id, running.ids[2]]),
    )
    await running.app.whenIdle()
    expect((await window.call('search-items', { query: 'writes decisions' })).hits.map(({ id }) => id)).toContain(first.itemId)
    expect(ofKind(await running.newest(), 'gap')[0]?.captured).toMatchObject({ id: first.itemId, inTrash: false })
    await window.call('delete-item', { id: first.itemId })
    expect((await window.call('capture-finding', one)).already).toBe(false)
  })

  it('loses a thought that is erased, and a contradiction with one side is told without sides', async () => {
    const running = await withThree()
    running.model.script(JSON.stringify(good))
    const reflection = await running.reflect()
    const id = running.ids[0] ?? ''
    await running.window.call('delete-item', { id })
    expect(ofKind(await running.newest(), 'contradiction')[0]?.sides?.[0]).toMatchObject({ itemId: id, inTrash: true })
    await running.window.call('erase-item', { id })
    const after = await running.newest()
    expect(ofKind(after, 'contradiction')[0]).toMatchObject({ sides: null, items: [{ title: 'Long meetings' }] })
    expect(ofKind(after, 'theme')[0]?.items).toHaveLength(2)
    // The reflection goes with its item.
    const report = reflection.report?.id ?? ''
    await running.window.call('delete-item', { id: report })
    expect((await running.newest()).report?.inTrash).toBe(true)
    await running.window.call('erase-item', { id: report })
    expect(await running.window.call('get-reflection', {})).toEqual({ reflection: null })
    expect((await running.window.call('list-reflections', {})).waiting).toBe(0)
  })
})
