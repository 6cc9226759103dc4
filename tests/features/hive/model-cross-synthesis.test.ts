import { describe, expect, it } from 'vitest'
import { outlineCrossSynthesis } from '../../../src/main/features/hive/builtin/cross-synthesis'
import { crossSynthesisText } from '../../../src/main/features/hive/cross-synthesis-text'
import { ModelCrossSynthesis, pointsOf, toCrossFindings } from '../../../src/main/features/hive/model-cross-synthesis'
import { gateNames, type ThesisOutput } from '../../../src/shared/entities'

function thesis(over: Partial<ThesisOutput>): ThesisOutput {
  return {
    core: 'A core.',
    sub_questions: [],
    supporting_arguments: [],
    risks: [],
    prior_art: [],
    open_questions: [],
    next_steps: [],
    contradictions: [],
    lenses: [],
    gates: gateNames.map((gate) => ({ gate, status: 'open' as const, reason: '' })),
    sources: [],
    dropped_citations: 0,
    ...over,
  }
}

const settle = (...names: string[]) =>
  gateNames.map((gate) => ({ gate, status: names.includes(gate) ? ('closed' as const) : ('open' as const), reason: `About ${gate}.` }))

describe('what a model finds between two theses', () => {
  it('keeps only what cites a point that is there, however it is written down', () => {
    const model = ModelCrossSynthesis.parse({
      agreements: [
        { text: 'Both want a shed [A1, B2].', cites: [] },
        { text: 'Both like bees', cites: ['A9', 'B7'] },
        { point: 'Named otherwise', sides: { a: 'A2', b: 'B1' } },
      ],
      disagreements: 'You disagree on keys (A2)\nNothing cited here',
      novel_combinations: null,
      synthesis: 'Take both [A1].',
    })
    expect(toCrossFindings(model, { a: 2, b: 2 })).toEqual({
      agreements: [
        { text: 'Both want a shed.', a: [1], b: [2] },
        { text: 'Named otherwise', a: [2], b: [1] },
      ],
      disagreements: [{ text: 'You disagree on keys', a: [2], b: [] }],
      novelCombinations: [],
      synthesis: 'Take both.',
      dropped: 2,
    })
  })

  it('is no answer without a synthesis', () => {
    expect(ModelCrossSynthesis.safeParse({ agreements: [], disagreements: [], novel_combinations: [], synthesis: '' }).success).toBe(false)
  })
})

it('leaves points that cite other thoughts out of what is compared, and keeps the core first', () => {
  const points = pointsOf(
    thesis({ core: 'Bees see blue [1].', supporting_arguments: ['Says “Diary” [2].', 'A lens shows it.'], gates: settle('scope-bounded') }),
  )
  expect(points).toEqual([
    { kind: 'core', text: 'Bees see blue.' },
    { kind: 'argument', text: 'A lens shows it.' },
    { kind: 'gate', text: 'Scope bounded: About scope-bounded.' },
  ])
})

describe('the comparison without a model', () => {
  const peer = thesis({
    core: 'A tool library on our street saves every household money.',
    supporting_arguments: ['The tool library needs 20 members to pay for itself.'],
    next_steps: ['Name a keeper for the key of the tool library.'],
    gates: settle('problem-stated', 'scope-bounded'),
  })
  const mine = thesis({
    core: 'A tool library saves households less money than people say.',
    supporting_arguments: ['The tool library needs 60 members to pay for itself.'],
    open_questions: ['Who keeps the key of the tool library at night?'],
    gates: settle('problem-stated', 'success-criterion'),
  })
  const compared = (output: ThesisOutput) => ({ points: pointsOf(output), gates: output.gates })
  const found = outlineCrossSynthesis(compared(peer), compared(mine))

  it('finds figures that differ, claims about one thing, and what one side has for the other', () => {
    expect(found.disagreements[0]).toMatchObject({ a: [2], b: [2] })
    expect(found.disagreements[0]?.text).toContain('the figures differ')
    expect(found.agreements[0]).toMatchObject({ a: [1], b: [1] })
    expect(found.novelCombinations.some(({ a, b }) => a.includes(3) && b.includes(3))).toBe(true)
  })

  it('goes through the gates one by one', () => {
    expect(found.synthesis).toContain('Settled on both sides: Problem stated.')
    expect(found.synthesis).toContain('Settled only by the peer: Scope bounded.')
    expect(found.synthesis).toContain('Settled only by you: Success criterion.')
  })

  it('says so when the two have nothing in common, and cites no point that is not there', () => {
    const alone = outlineCrossSynthesis(compared(peer), compared(thesis({ core: 'Snow fell in March.' })))
    expect([alone.agreements, alone.disagreements]).toEqual([[], []])
    expect(alone.synthesis).toContain('share few words')
    for (const point of [...found.agreements, ...found.disagreements, ...found.novelCombinations]) {
      expect(point.a.every((n) => n <= pointsOf(peer).length)).toBe(true)
      expect(point.b.every((n) => n <= pointsOf(mine).length)).toBe(true)
    }
  })
})

it("a peer's words are no Markdown in the text of the item", () => {
  const side = (points: string[]) => ({ itemId: null, title: '[[Diary]] <b>', core: '# Big **claim**', points })
  const text = crossSynthesisText({
    peerName: 'Eve [x](https://evil.example)',
    a: side(['![x](https://evil.example/p.png) <script>alert(1)</script>']),
    b: side(['Mine']),
    agreements: [{ text: 'Both', a: [1], b: [1] }],
    disagreements: [],
    novelCombinations: [],
    synthesis: 'Take it.',
    engine: { kind: 'builtin', label: 'built-in outline, no model' },
  })
  expect(text).not.toMatch(/(?<!\\)\[\[|(?<!\\)<script|(?<!\\)!?\[x\](?!\\)/)
  expect(text).toContain('Made by the built-in outline, no model.')
})
