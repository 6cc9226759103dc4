import { expect, it, vi } from 'vitest'
import { closeReflectionsAfterEach, ofKind, startReflectionApp } from '../support/reflection-app'
import { reflectionNotes } from '../support/reflection-notes'

vi.setConfig({ testTimeout: 120_000 })
closeReflectionsAfterEach()

it('finds the subjects, contradictions, returning words and open questions of thirty notes without a model, and links and labels them', async () => {
  const running = await startReflectionApp()
  const { window, clock, events } = running
  const titles = new Map<string, string>()
  for (const { title, body, at } of [...reflectionNotes].sort((a, b) => a.at - b.at)) {
    clock.now = at
    titles.set((await window.call('capture-item', { title, body })).id, title)
  }
  await running.app.whenIdle()
  const reflection = await running.reflect()
  expect(reflection).toMatchObject({
    state: 'done',
    error: null,
    engine: { kind: 'builtin', label: 'built-in outline, no model' },
    itemCount: 30,
    since: null,
    private: false,
    asked: true,
    previousId: null,
    gone: [],
    droppedCitations: 0,
    leftOut: { over: 0, private: 0 },
    note: '7 themes, 3 contradictions, 5 patterns, 3 questions',
    counts: { theme: 7, contradiction: 3, pattern: 5, gap: 3, connection: 0 },
  })
  const cited = (finding: { items: readonly { title: string }[] }) => finding.items.map(({ title }) => title).sort()
  const themes = ofKind(reflection, 'theme')
  expect(themes.slice(0, 4).map(({ title, items }) => [title, items.length])).toEqual(
    [
      ['Sleep and coffee', 5],
      ['Meeting and team', 5],
      ['Garden and beds', 5],
      ['Bicycle and shop', 4],
    ].sort((a, b) => themes.findIndex(({ title }) => title === a[0]) - themes.findIndex(({ title }) => title === b[0])),
  )
  const sleep = themes.find(({ title }) => title.startsWith('Sleep'))
  expect(sleep && cited(sleep)).toEqual([
    'Coffee after two ruins my sleep',
    'Coffee does not affect my sleep',
    'Early mornings',
    'Phone out of the bedroom',
    'Sleep log, week 44',
  ])
  const clashes = ofKind(reflection, 'contradiction').map(({ sides, text }) => [
    sides?.map(({ title, quote }) => `${title}: ${quote}`),
    text,
  ])
  expect(clashes).toEqual([
    [
      [
        'Budget of the bicycle shop: The bicycle shop had 400 customers in October.',
        'Bicycle shop customers: In October the bicycle shop had 250 customers, fewer than last year.',
      ],
      'The figures differ: 400 customers in the first, 250 customers in the second.',
    ],
    [
      [
        'Coffee after two ruins my sleep: Coffee late in the day costs me sleep.',
        'Coffee does not affect my sleep: Coffee after two in the afternoon never costs me sleep.',
      ],
      'Both are about “coffee”, “costs” and “sleep”, and only the second denies it.',
    ],
    [
      ['Short meetings: Short meetings', 'Long meetings build trust: Long meetings build trust'],
      'Both are about “meeting”, but the first says “short” and the second “long”.',
    ],
  ])
  expect(ofKind(reflection, 'pattern')[0]).toMatchObject({
    title: '“meeting” comes back',
    text: 'In 5 thoughts on 5 days, 2–25 November 2025.',
  })
  expect(
    ofKind(reflection, 'gap')
      .map(({ question }) => question)
      .sort(),
  ).toEqual([
    'Should I look for a Spanish conversation partner?',
    'Which plants do slugs leave alone?',
    'Who is the reader of these notes?',
  ])
  expect(reflection.narrative).toContain('30 thoughts of 1–26 November 2025.')
  expect(reflection.findings.every(({ items }) => items.length > 0 && items.every(({ id }) => titles.has(id)))).toBe(true)

  const report = await window.call('get-item', { id: reflection.report?.id ?? '' })
  expect(report).toMatchObject({ kind: 'reflection', private: false })
  expect(report.body).toContain('## Contradictions')
  expect(report.body).toContain('“The bicycle shop had 400 customers in October.”')
  const links = new Set(report.links.filter(({ kind }) => kind === 'reflection').map(({ item }) => item.title))
  expect(links).toEqual(new Set(reflection.findings.flatMap(({ items }) => items.map(({ title }) => title))))
  const kinds = events.flatMap((event) => (event.type.startsWith('reflection-') ? [event.type] : []))
  expect(kinds.slice(0, 2)).toEqual(['reflection-updated', 'reflection-started'])
  expect(kinds.at(-1)).toBe('reflection-completed')
  const read = await window.call('list-reflection-items', { id: reflection.id })
  expect(read.items.map(({ title }) => title).sort()).toEqual([...titles.values()].sort())
})

it('of German, French, Spanish and Chinese notes it finds the contradiction of two', async () => {
  const running = await startReflectionApp()
  const pairs: [string, string, string, string][] = [
    [
      'Kaffee am Abend',
      'Kaffee am Abend kostet mich den Schlaf in der Nacht.',
      'Kaffee und Schlaf',
      'Kaffee am Abend kostet mich nie den Schlaf in der Nacht.',
    ],
    [
      'Le marché du village',
      'Le marché du village a 40 stands chaque samedi.',
      'Stands du marché',
      'Le marché du village a 25 stands chaque samedi.',
    ],
    [
      'Reuniones del equipo',
      'Las reuniones largas del equipo ayudan a decidir mejor.',
      'Reuniones cortas',
      'Las reuniones largas del equipo no ayudan a decidir mejor.',
    ],
    ['晚上喝咖啡', '晚上喝咖啡影响我的睡眠。', '咖啡和睡眠', '晚上喝咖啡不影响我的睡眠。'],
  ]
  for (const [title, body, otherTitle, other] of pairs) {
    await running.write(title, body)
    await running.write(otherTitle, other)
  }
  await running.app.whenIdle()
  const found = ofKind(await running.reflect(), 'contradiction').map(({ sides }) => sides?.map(({ title }) => title).join(' / '))
  expect(found.sort()).toEqual(pairs.map(([title, , other]) => `${title} / ${other}`).sort())
})
