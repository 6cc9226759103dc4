import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { OutlineNeighbour, OutlineThought } from '../../../../src/main/features/thinking/builtin/outline-thought'
import { outlineThesis } from '../../../../src/main/features/thinking/builtin/thesis'
import { gateNames, type ThesisOutput, ThesisOutput as ThesisSchema } from '../../../../src/shared/entities'
import { bets, japanese, neighbours, notizen, packing, remote, thought } from './support'

const think = (of: OutlineThought, near: OutlineNeighbour[] = [], expansion = ''): ThesisOutput =>
  outlineThesis({ thought: of, neighbours: near, expansion, counterpoint: '' })

function gate(of: OutlineThought | string, name: (typeof gateNames)[number], near: OutlineNeighbour[] = []) {
  const found = think(typeof of === 'string' ? thought('A title', `A title\n\n${of}`) : of, near).gates.find(
    (candidate) => candidate.gate === name,
  )
  if (!found) throw new Error(`no gate ${name}`)
  return found
}

const closedOf = (thesis: ThesisOutput) => thesis.gates.filter(({ status }) => status === 'closed').map(({ gate: name }) => name)

describe('outlineThesis, gates', () => {
  it('closes what the text shows, with its sentence, and leaves the rest open', () => {
    const { gates } = think(bets)
    expect(closedOf(think(bets))).toEqual([
      'problem-stated',
      'success-criterion',
      'scope-bounded',
      'approach-selected',
      'risks-acknowledged',
      'first-milestone-identified',
    ])
    expect(gates[1]?.reason).toBe('There is something to measure: “If eight in ten meetings leave a line by March, it works.”')
    expect(gates[4]?.reason).toContain('“Who scores a bet when its owner has left the team?” is still open')
    expect(gates[7]?.reason).toContain('Try it on Thursday with the pricing meeting')
  })

  it('knows the same in German', () => {
    expect(closedOf(think(notizen))).toEqual(
      expect.arrayContaining([
        'problem-stated',
        'success-criterion',
        'scope-bounded',
        'approach-selected',
        'risks-acknowledged',
        'first-milestone-identified',
      ]),
    )
  })

  it.each([
    [
      'Le problème, c’est que la note se perd. Je vais commencer lundi à 8 heures. Le risque est de m’ennuyer.',
      ['problem-stated', 'approach-selected', 'risks-acknowledged', 'first-milestone-identified'],
    ],
    [
      'El problema es que nadie lee las notas. Voy a empezar el lunes con una lista. El riesgo es olvidarlo.',
      ['problem-stated', 'approach-selected', 'risks-acknowledged', 'first-milestone-identified'],
    ],
  ])('knows the same in %s', (body, closed) => {
    expect(closedOf(think(thought('—', body)))).toEqual(expect.arrayContaining(closed))
  })

  it('does not take a future trouble, or one that is solved, for a problem', () => {
    expect(gate('If the pump fails we might lose the harvest.', 'problem-stated').status).toBe('open')
    expect(gate('The new shelf is no problem for the wall.', 'problem-stated').status).toBe('open')
    expect(gate('The pump fails every second night.', 'problem-stated').status).toBe('closed')
  })

  it('does not take a figure for a criterion, nor a plan with a date', () => {
    expect(gate('The library has four hundred drills.', 'success-criterion').status).toBe('open')
    expect(gate('I will record the first talk in April.', 'success-criterion').status).toBe('open')
    expect(gate('Success means thirty bookings a month.', 'success-criterion').status).toBe('closed')
    expect(gate('The page must load in at most 200 ms.', 'success-criterion').status).toBe('closed')
  })

  it('does not take "the only" or "not only" for a limit', () => {
    expect(gate('Maintenance is the only honest roadmap.', 'scope-bounded').status).toBe('open')
    expect(gate('It helps not only for children.', 'scope-bounded').status).toBe('open')
    expect(gate('It holds only for teams in one room.', 'scope-bounded').status).toBe('closed')
  })

  it('does not take a noun at the start for an order, nor a wish for a choice', () => {
    expect(gate('Rent is a subscription to a location.', 'approach-selected').status).toBe('open')
    expect(gate('Book notes from the train.', 'approach-selected').status).toBe('open')
    expect(gate('People should be kinder to each other.', 'approach-selected')).toMatchObject({
      status: 'open',
      reason: expect.stringContaining('says what ought to be'),
    })
    expect(gate('Book a room for the whole week.', 'approach-selected').status).toBe('closed')
  })

  it('reads headings and labels as what they say', () => {
    const notes = thought(
      'Estimates',
      '# Estimates\n\n## Problem\nAlways short by 2.6.\n\n## Risks\n- The slack is used up.\n\nNext: Compare with the invoices.\n\nOpen questions:\n- Does it hold elsewhere',
    )
    expect(closedOf(think(notes))).toEqual(expect.arrayContaining(['problem-stated', 'risks-acknowledged', 'first-milestone-identified']))
    expect(think(notes).open_questions).toContain('Does it hold elsewhere')
    expect(gate(notes, 'open-questions-resolved').status).toBe('open')
  })

  it('closes open-questions-resolved only when it lists none itself', () => {
    for (const sample of [bets, notizen, remote, japanese, packing, thought('Milk')]) {
      const thesis = think(sample)
      if (thesis.gates[4]?.status === 'closed') expect(thesis.open_questions).toEqual([])
    }
  })

  it('keeps prior art open while a near thought is not referred to, and closes it when its title is named', () => {
    const near = neighbours(['Tools gather dust evenly', 'Of 400 drills in the library, 310 were never borrowed twice.'])
    const text = 'Lend the drills of the library to whoever asks.'
    expect(gate(text, 'prior-art-reviewed', near)).toMatchObject({
      status: 'open',
      reason: expect.stringContaining('“Tools gather dust evenly” [1]'),
    })
    expect(gate(`${text} See [[Tools gather dust evenly]].`, 'prior-art-reviewed', near).status).toBe('closed')
    expect(gate('Scott argues that states simplify what they govern.', 'prior-art-reviewed').status).toBe('closed')
    expect(gate('Nobody argues that bread is easy.', 'prior-art-reviewed').status).toBe('open')
  })

  it('is honest about a language it has no rules for', () => {
    const thesis = think(japanese)
    expect(closedOf(thesis)).toEqual([])
    expect(thesis.core).toBe('文字から始めると、余白は残り物になる。')
    expect(thesis.gates[0]?.reason).toContain('no rules for Japanese')
    expect(thesis.gates[4]?.reason).toContain('なぜ私たちは逆の順で作るのか？')
  })

  it('claims nothing about a word, a link, a list or an empty thought', () => {
    for (const sample of [
      thought('Milk'),
      thought('https://example.org/a?b=1'),
      thought('😀'),
      thought('', ''),
      thought('TODO', 'TODO\nfix sink\ncall mum\nreply to Anna'),
    ]) {
      const thesis = think(sample)
      expect(closedOf(thesis)).toEqual([])
      expect(thesis.supporting_arguments).toEqual([])
      expect(thesis.risks).toEqual([])
    }
    // A task without a day is no first step.
    expect(closedOf(think(packing))).toEqual([])
  })
})

describe('outlineThesis, contradictions', () => {
  it('finds opposite words about the same thing, quotes the neighbour verbatim and says why', () => {
    const { contradictions, risks, sources } = think(
      remote,
      neighbours(['Remote work saved my writing', 'Remote work makes me more creative: no one interrupts.']),
    )
    expect(contradictions).toEqual([
      {
        itemId: 'n1',
        title: 'Remote work saved my writing',
        quote: 'Remote work makes me more creative: no one interrupts.',
        reason:
          'Here you write “Remote work makes people lonely and therefore less creative.” Both are about “remote” and “creative”, but this one says “less” and that one “more”.',
      },
    ])
    expect(risks[0]).toContain('[1]')
    expect(sources).toEqual([{ n: 1, itemId: 'n1', title: 'Remote work saved my writing' }])
  })

  it('finds a denial of the same sentence', () => {
    const { contradictions } = think(
      thought('Pricing', 'We should raise the price for new customers.'),
      neighbours(['Price', 'We should not raise the price for new customers.']),
    )
    expect(contradictions.map(({ quote }) => quote)).toEqual(['We should not raise the price for new customers.'])
  })

  it('finds figures that differ for the same noun', () => {
    const { contradictions } = think(
      thought('Tools', 'The library owns 400 drills.'),
      neighbours(['Drills', 'The library owns 250 drills.']),
    )
    expect(contradictions[0]?.reason).toContain('The figures differ: 400 drills here, 250 drills there')
  })

  it.each([
    ['another topic', 'Trains are never late.', 'Bread is always late.'],
    ['a contrast that denies nothing', 'Lend repair skills, not tools.', 'Tools and repair skills can be lent.'],
    ['the same view', 'Remote work makes people less creative.', 'People are less creative at home, in remote work.'],
    ['a bound', 'Churn must stay under 4 %.', 'Churn was 3.5 % in January.'],
    ['a question', 'Is the price too high?', 'The price is not high.'],
  ])('finds none for %s', (_, here, there) => {
    expect(think(thought('Here', here), neighbours(['There', there])).contradictions).toEqual([])
  })

  it('never takes the thought itself for an earlier one', () => {
    const [copy] = neighbours(['Pricing', 'Never raise the price for new customers.'])
    if (!copy) throw new Error('no copy')
    expect(think(thought('Pricing', 'Raise the price for new customers.'), [{ ...copy, id: 'thought' }]).contradictions).toEqual([])
  })
})

describe('outlineThesis, the rest', () => {
  it("takes the person's own sentences", () => {
    const thesis = think(bets)
    expect(thesis.core).toBe('End every decision meeting with one written, dated line that can turn out wrong.')
    expect(thesis.problem_statement).toBe('We argue for an hour and then nobody writes down what we expect to happen.')
    expect(thesis.open_questions).toEqual(['Who scores a bet when its owner has left the team?'])
    expect(thesis.risks[0]).toBe('The risk is that bets get worded so that they cannot be lost.')
    expect(thesis.next_steps[0]).toBe('Try it on Thursday with the pricing meeting')
  })

  it('keeps the questions that another engine listed in the expansion, once each', () => {
    const asked = think(bets, [], '## Sub-questions\n- Which meetings decide anything?\n- Which meetings decide anything?').sub_questions
    expect(asked.filter((question) => question === 'Which meetings decide anything?')).toHaveLength(1)
  })

  it('is speculation without evidence, and partially vetted at most', () => {
    expect(think(remote).confidence).toBe('speculation')
    const vetted = thought(
      'Small libraries',
      'Small libraries lend more together, because readers search once. In 2019 three libraries lent 12,000 books apart and 19,500 together. The merger cost 4,000 euros. The trouble is that nobody knows the other catalogues. I will show it only to the valley libraries. Success means 30 bookings a month by June. The risk is a lawsuit. See https://example.org/merger.',
    )
    expect(think(vetted).confidence).toBe('partially-vetted')
  })

  it('says something else about each thought', () => {
    const gates = [bets, remote, thought('Bread', 'Bread needs steam because the crust dries. The oven is too dry.')].map((sample) =>
      think(sample).gates.map(({ reason }) => reason),
    )
    const all = gates.flat()
    // Only what is not about the words may be said twice.
    expect(new Set(all).size).toBeGreaterThanOrEqual(all.length - 2)
  })

  const anyText = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 300 }),
    fc
      .array(
        fc.constantFrom(
          'We should never',
          'because',
          'Problem:',
          '\n\n',
          '- [ ]',
          '# Risks\n',
          '?',
          '.',
          '400 drills',
          'more',
          'less',
          'creative',
          'remote',
          'work',
          '。',
          '余白',
          'nicht',
          '[[x]]',
          '“',
          '”',
          '```',
          '> ',
          'https://a.b/c',
        ),
        { maxLength: 40 },
      )
      .map((parts) => parts.join(' ')),
  )

  it('holds its promises for any text: valid, eight gates in order, citations that resolve, quotations verbatim, the same each time', () => {
    fc.assert(
      fc.property(anyText, anyText, fc.array(fc.tuple(anyText, anyText), { maxLength: 3 }), (title, body, near) => {
        const earlier = neighbours(...near)
        const thesis = think(thought(title, body), earlier)
        expect(ThesisSchema.parse(thesis)).toEqual(thesis)
        expect(thesis.gates.map(({ gate: name }) => name)).toEqual([...gateNames])
        expect(thesis.lenses.map(({ lens }) => lens)).toEqual(['pre-mortem', 'first-principles', 'inversion', 'steelman'])
        for (const { text } of thesis.lenses) expect(text).not.toBe('')
        for (const { quote, itemId } of thesis.contradictions) {
          const source = earlier.find(({ id }) => id === itemId)
          expect(`${source?.title}\n${source?.body}`).toContain(quote)
        }
        expect(thesis.sources.map(({ n }) => n)).toEqual(thesis.sources.map((_, i) => i + 1))
        expect(think(thought(title, body), earlier)).toEqual(thesis)
      }),
      { numRuns: 150 },
    )
  }, 60_000)
})
