import { describe, expect, it } from 'vitest'
import { ModelReflection, readReflection } from '../../../src/main/features/reflections/model-reflection'
import { reflectionReport } from '../../../src/main/features/reflections/reflection-report'

const items = [
  { id: 'a', title: 'Short meetings', body: 'A meeting of fifteen minutes is better than a “long” one.' },
  { id: 'b', title: 'Long meetings', body: 'A long meeting builds\n  trust.' },
  { id: 'c', title: '会议', body: '会议越短越好。' },
]
const read = (reply: unknown) => readReflection(ModelReflection.parse(reply), items)

describe('a reply of a model', () => {
  it('keeps what names the items, however the numbers are written, each item once', () => {
    const { findings, dropped, narrative } = read({
      themes: [
        { title: 'Meetings', text: 'All are about meetings [1][2].', items: [1, '[2]', '3', 1] },
        { title: 'Words', text: 'Named in the text alone [3].' },
      ],
      connections: [{ title: 'Both', text: 'They meet.', items: '1, 2' }],
      narrative: 'Three notes [1].',
    })
    expect(findings).toEqual([
      {
        kind: 'theme',
        title: 'Meetings',
        text: 'All are about meetings.',
        question: null,
        citations: ['a', 'b', 'c'].map((itemId) => ({ itemId, quote: null })),
      },
      { kind: 'theme', title: 'Words', text: 'Named in the text alone.', question: null, citations: [{ itemId: 'c', quote: null }] },
      {
        kind: 'connection',
        title: 'Both',
        text: 'They meet.',
        question: null,
        citations: [
          { itemId: 'a', quote: null },
          { itemId: 'b', quote: null },
        ],
      },
    ])
    expect([dropped, narrative]).toEqual([0, 'Three notes.'])
  })

  it('loses what names nothing that was read, and counts it', () => {
    const { findings, dropped } = read({
      themes: [
        { title: 'Half', text: 'x', items: [1, 99] },
        { title: 'None', text: 'x', items: [0, 7] },
        { title: 'Silent', text: 'x', items: [] },
        'a line of its own making',
      ],
      connections: [{ title: 'Alone', text: 'x', items: [2] }],
      gaps: [{ title: 'No one', text: 'x', question: 'Who?', items: ['the second'] }],
      narrative: 'n',
    })
    expect(findings.map(({ title, citations }) => [title, citations.map(({ itemId }) => itemId)])).toEqual([['Half', ['a']]])
    // 99; 0 and 7; Silent; the line; Alone; "the second".
    expect(dropped).toBe(7)
  })

  it('keeps a contradiction of two items with the words that stand in them, and no other', () => {
    const { findings, dropped } = read({
      contradictions: [
        {
          title: 'Length',
          text: 'They disagree.',
          a: { item: 1, quote: '"A meeting of fifteen minutes is better than a "long" one."' },
          b: { item: 2, quote: 'a LONG meeting builds trust' },
        },
        { title: 'Invented', text: 'x', a: { item: 3, quote: '会议越短越好' }, b: { item: 1, quote: 'Meetings are evil.' } },
        { title: 'One-sided', text: 'x', a: { item: 1, quote: 'A meeting' }, b: { item: 1, quote: 'better' } },
        { title: 'Nowhere', text: 'x', a: { item: 1, quote: 'A meeting' }, b: { item: 12, quote: 'better' } },
      ],
      narrative: 'n',
    })
    expect(findings.map(({ title, citations }) => [title, citations.map(({ quote }) => quote)])).toEqual([
      ['Length', ['A meeting of fifteen minutes is better than a "long" one.', 'a LONG meeting builds trust']],
      ['Invented', ['会议越短越好', null]],
    ])
    expect(dropped).toBe(2)
  })

  it('is refused when it says nothing at all, and taken without findings', () => {
    expect(ModelReflection.safeParse({}).success).toBe(false)
    expect(ModelReflection.safeParse({ themes: [], narrative: '' }).success).toBe(false)
    expect(read({ narrative: 'Nothing belongs together.' })).toEqual({ findings: [], narrative: 'Nothing belongs together.', dropped: 0 })
  })

  it('asks with a gap, in whichever field the question stands, and tells a repeated finding once', () => {
    const { findings } = read({
      gaps: [
        { title: 'Cost', text: 'Nobody counts.', question: 'What does it cost [2]?', items: [2] },
        { title: 'cost', text: 'Again.', question: 'What?', items: [1] },
        { title: '', text: 'Who decides?', question: '', items: [1] },
      ],
      narrative: 'n',
    })
    expect(findings.map(({ title, question }) => [title, question])).toEqual([
      ['Cost', 'What does it cost?'],
      ['Who decides?', 'Who decides?'],
    ])
  })
})

describe('the item of a reflection', () => {
  it('names no thought, loads no picture and has no heading that a text put into it', () => {
    const { body } = reflectionReport({
      findings: [
        {
          kind: 'contradiction',
          title: '# Big [[Other]]',
          text: '![x](https://trap.example/x.png)\n# Heading',
          question: null,
          citations: [
            { itemId: 'a', quote: 'see [[Secret]]' },
            { itemId: 'b', quote: null },
          ],
        },
      ],
      narrative: '# Top\nand [[Third]]',
      until: 0,
      itemCount: 3,
      titleOf: (id) => `Title [[${id}]]`,
    })
    expect(body).not.toMatch(/\[\[/)
    expect(body).not.toMatch(/(?<!\\)!\[/)
    expect(body.match(/^#.*$/gm)).toEqual(['## Contradictions'])
    expect(body).toContain('From 3 thoughts.')
  })
})
