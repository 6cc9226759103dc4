import { expect, it, vi } from 'vitest'
import { WEEK_MS } from '../../src/shared/timing'
import { closeReflectionsAfterEach, startReflectionApp } from '../support/reflection-app'

vi.setConfig({ testTimeout: 60_000 })
closeReflectionsAfterEach()

it('lists what is stale, open, contradictory and asked; each answer takes its entry away, and taking it back brings it again', async () => {
  const running = await startReflectionApp({ model: true })
  const { window, app, clock, write, reflect } = running
  const short = await write('Short meetings', 'A short meeting with one decision is better than a long one.')
  const long = await write('Long meetings', 'A long meeting builds trust, and trust needs time.')
  await write('Written decisions', 'Decisions in writing survive the meeting.')
  await app.whenIdle()
  const counts = async () => {
    const { counts: found } = await window.call('get-review', {})
    return [found.stale.count, found.gates.count, found.contradictions.count, found.questions.count]
  }
  expect(await counts()).toEqual([0, 0, 0, 0])
  const reflection = await reflect()
  const [first] = (await window.call('list-review', { section: 'contradictions' })).entries
  expect(first).toMatchObject({
    title: 'Two ways that exclude each other',
    text: 'The first takes for granted what the second denies.',
    from: { reflectionId: reflection.id, report: { id: reflection.report?.id } },
    sides: [{ title: 'Written decisions' }, { title: 'Long meetings' }],
  })
  if (first?.section !== 'contradictions' || first.from.kind !== 'reflection') throw new Error('no finding')
  await window.call('deep-think', { itemId: long })
  await app.whenIdle()
  const thesis = await window.call('get-thesis', { itemId: long })
  const clashes = thesis.output?.contradictions.length ?? 0
  // The thesis finds what the reflection found, and one more: each pair of thoughts is one entry.
  expect(clashes).toBe(2)
  expect(await counts()).toEqual([0, 1, clashes, 1])

  const [gates] = (await window.call('list-review', { section: 'gates' })).entries
  expect(gates).toMatchObject({ section: 'gates', item: { id: long, title: 'Long meetings' }, changedSince: false })
  expect(gates?.section === 'gates' && gates.gates.map(({ gate }) => gate)).toEqual(
    thesis.output?.gates.filter(({ status }) => status === 'open').map(({ gate }) => gate),
  )
  clock.now += 60_000
  await window.call('update-item', { id: long, body: 'A long meeting builds trust, and trust needs a lot of time.' })
  expect((await window.call('list-review', { section: 'gates' })).entries[0]).toMatchObject({ changedSince: true })
  await app.whenIdle()

  // Contradictions in one list, one on each page.
  const listed = []
  for (let cursor: string | undefined; ; ) {
    const page = await window.call('list-review', { section: 'contradictions', limit: 1, ...(cursor === undefined ? {} : { cursor }) })
    expect(page.total).toEqual({ count: clashes, more: false })
    listed.push(...page.entries)
    if (page.nextCursor === null) break
    cursor = page.nextCursor
  }
  expect(listed.map((entry) => entry.section === 'contradictions' && entry.from.kind)).toEqual(['thesis', 'thesis'])
  expect(listed.map(({ key }) => key)).toContain(first.key)
  const finding = { reflectionId: reflection.id, findingId: first.from.findingId }
  await window.call('settle-finding', { ...finding, state: 'settled' })
  expect((await counts())[2]).toBe(clashes - 1)
  await window.call('settle-finding', { ...finding, state: 'open' })
  expect((await counts())[2]).toBe(clashes)
  for (const index of [0, 1]) await window.call('settle-contradiction', { itemId: long, index, settled: true })
  expect((await counts())[2]).toBe(0)
  for (const index of [0, 1]) await window.call('settle-contradiction', { itemId: long, index, settled: false })
  expect((await counts())[2]).toBe(clashes)
  await window.call('delete-item', { id: long })
  expect((await counts()).slice(1, 3)).toEqual([0, 0])
  await window.call('restore-item', { id: long })

  const [question] = (await window.call('list-review', { section: 'questions' })).entries
  if (question?.section !== 'questions') throw new Error('no question')
  expect(question).toMatchObject({ kind: 'gap', question: 'Who takes the first step, and when?', items: [{ title: 'Long meetings' }] })
  const { itemId } = await window.call('capture-finding', { reflectionId: question.reflectionId, findingId: question.findingId })
  expect((await counts())[3]).toBe(0)
  await window.call('delete-item', { id: itemId })
  expect((await counts())[3]).toBe(1)

  // Put off for a week, back by itself, or at once.
  const { until } = await window.call('put-off-review', { key: question.key })
  expect(until).toBe(clock.now + WEEK_MS)
  expect(running.events.some(({ type }) => type === 'review-changed')).toBe(true)
  expect((await window.call('list-review', { section: 'questions' })).entries).toEqual([])
  await window.call('put-off-review', { key: question.key, undo: true })
  expect((await counts())[3]).toBe(1)
  await window.call('put-off-review', { key: question.key })
  clock.now += WEEK_MS + 1
  expect((await counts())[3]).toBe(1)
  await expect(window.call('put-off-review', { key: 'nonsense' })).rejects.toMatchObject({ code: 'BAD_INPUT' })
  await expect(window.call('put-off-review', { key: question.key, until: clock.now - 1 })).rejects.toMatchObject({ code: 'BAD_INPUT' })

  clock.now += 30 * WEEK_MS
  const stale = await window.call('list-review', { section: 'stale', limit: 2 })
  expect(stale.entries[0]).toMatchObject({
    section: 'stale',
    key: `stale:${short}`,
    item: { title: 'Short meetings' },
    validation: { score: 0.8, by: 'captured' },
  })
  // Three thoughts and the reflection; the thought that was captured lies in the trash.
  expect(stale.total).toEqual({ count: 4, more: false })
  await window.call('review-item', { id: short, answer: 'still-true' })
  expect((await counts())[0]).toBe(3)
  await window.call('review-item', { id: short, answer: 'take-back' })
  const next = await window.call('list-review', { section: 'stale', limit: 2, cursor: stale.nextCursor ?? '' })
  expect([...stale.entries, ...next.entries].map((entry) => entry.section === 'stale' && entry.item.kind)).toEqual([
    'thought',
    'thought',
    'reflection',
    'thought',
  ])
  expect(next.nextCursor).toBeNull()
  // The reflection in the trash takes what it asked along.
  await window.call('delete-item', { id: reflection.report?.id ?? '' })
  expect((await counts())[3]).toBe(0)
})

it('asks nothing again that was put off, captured, or dismissed two reflections ago', async () => {
  const { window, app, model, write, reflect, clock } = await startReflectionApp({ model: true })
  const reply = (gaps: { question: string; item: number }[]) =>
    model.script(
      JSON.stringify({
        themes: [{ title: 'Meetings', text: 'How the team decides.', items: [1, 2] }],
        contradictions: [],
        patterns: [],
        gaps: gaps.map(({ question, item }) => ({ title: `Open: ${question}`, text: 'No note says it.', question, items: [item] })),
        connections: [],
        narrative: 'Notes.',
      }),
    )
  for (const title of ['Roof', 'Lamp', 'Stairs']) await write(title, `What was decided about it: ${title} is repaired.`)
  await app.whenIdle()
  const [roof, lamp, stairs] = ['Who repairs the roof?', 'When is the lamp lit?', 'Why are the stairs so steep?'] as const
  const asked = async () => {
    const { entries } = await window.call('list-review', { section: 'questions' })
    return entries.flatMap((entry) => (entry.section === 'questions' ? [entry] : []))
  }
  reply([
    { question: roof, item: 1 },
    { question: lamp, item: 2 },
    { question: stairs, item: 3 },
  ])
  await reflect()
  const entries = await asked()
  const of = (question: string) => {
    const entry = entries.find((one) => one.question === question)
    if (!entry) throw new Error(`no entry asks ${question}`)
    return entry
  }
  await window.call('put-off-review', { key: of(roof).key })
  await window.call('capture-finding', { reflectionId: of(lamp).reflectionId, findingId: of(lamp).findingId })
  await window.call('settle-finding', { reflectionId: of(stairs).reflectionId, findingId: of(stairs).findingId, state: 'dismissed' })
  expect(await asked()).toEqual([])
  await app.whenIdle()
  // The same questions, each of another thought: the thought that was captured asks what it was made of.
  reply([
    { question: lamp, item: 1 },
    { question: roof, item: 2 },
  ])
  await reflect('everything')
  expect(await asked()).toEqual([])
  reply([
    { question: stairs, item: 1 },
    { question: roof, item: 3 },
  ])
  await reflect('everything')
  expect(await asked()).toEqual([])
  // The answer that is still in the window knows the entry by its first key.
  await window.call('put-off-review', { key: of(roof).key, undo: true })
  expect((await asked()).map(({ question }) => question)).toEqual([roof])
  await window.call('put-off-review', { key: of(roof).key })
  expect(await asked()).toEqual([])
  clock.now += WEEK_MS + 1
  expect((await asked()).map(({ question }) => question)).toEqual([roof])
})
