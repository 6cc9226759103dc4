import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { outlineCounterpoint } from '../../../../src/main/features/thinking/builtin/counterpoint'
import { outlineExpansion } from '../../../../src/main/features/thinking/builtin/expansion'
import { invert } from '../../../../src/main/features/thinking/builtin/inversion'
import { bets, japanese, neighbours, packing, remote, thought } from './support'

const expand = (of = bets, near = neighbours()) => outlineExpansion({ thought: of, neighbours: near }).text
const counter = (of = bets, near = neighbours()) => outlineCounterpoint({ thought: of, neighbours: near, expansion: '' }).text

describe('outlineExpansion', () => {
  it("restates the thesis in the person's own sentence and has questions and the four lenses", () => {
    const text = expand()
    expect(
      text.startsWith(
        '**Thesis.** “End every decision meeting with one written, dated line that can turn out wrong.” It rests on “We argue',
      ),
    ).toBe(true)
    expect(text).toContain('- Where does “nobody writes down what we expect to happen” not hold?')
    for (const lens of ['**Pre-mortem.**', '**First principles.**', '**Inversion.**', '**Steelman.**']) expect(text).toContain(lens)
    expect(text).toContain('You had seen it coming: “The risk is that bets get worded so that they cannot be lost.”')
  })

  it('treats a question as a question', () => {
    expect(
      expand(
        thought(
          'What would I stop doing if nobody saw my calendar?',
          'What would I stop doing if nobody saw my calendar?\n\nThree of five meetings exist to be seen at.',
        ),
      ),
    ).toContain('The thought is a question: “What would I stop doing if nobody saw my calendar?”')
  })

  it('says of a word and of a list what they are', () => {
    expect(expand(thought('Milk'))).toMatch(/^So far there is only “Milk”\./)
    expect(expand(packing)).toMatch(/^The thought is a list of 5 entries under “Packing list Lisbon”, from “passport” to “tell the bank”\./)
    expect(expand(packing)).toContain('1 of 2 tasks is ticked off.')
    expect(expand(thought('https://www.example.org/x'))).toContain('a link to example.org')
  })

  it('names the language it has no rules for', () => {
    expect(expand(japanese)).toContain('no rules for Japanese')
  })

  it('stays short for a long thought', () => {
    const long = thought(
      'Long',
      Array.from({ length: 3000 }, (_, i) => `Sentence ${i} says that the bridge number ${i} is never safe because of rust.`).join(' '),
    )
    expect(expand(long).length).toBeLessThan(6000)
  })

  it('puts no quotation inside another of the same kind', () => {
    expect(expand(thought('Words', 'He always said “never mind” to everybody, because “no” was too hard.'))).not.toMatch(/“[^”]*“/)
  })
})

describe('outlineCounterpoint', () => {
  it('names each weakness with the words that show it', () => {
    const text = counter(
      thought(
        'Estimates',
        'Obviously estimates are politics. Software must be estimated early. Many teams do it. The new way of working is faster. My friend quit over it. Everybody hates estimates.',
      ),
    )
    expect(text).toContain('“Obviously estimates are politics” is called certain (“Obviously”), not argued.')
    expect(text).toContain('“Everybody hates estimates” allows no exception (“Everybody”).')
    expect(text).toContain('leaves out who does it')
    expect(text).toContain('“The new way of working is faster” compares (“faster”) without saying with what.')
  })

  it('shows the clash with an earlier thought and makes it the case against', () => {
    const text = counter(remote, neighbours(['Remote work saved my writing', 'Remote work makes me more creative: no one interrupts.']))
    expect(text).toContain('In “Remote work saved my writing” you wrote “Remote work makes me more creative: no one interrupts.”')
    expect(text).toContain('Your own earlier sentence argues against this thought')
  })

  it('does not call an everyday word kinship', () => {
    expect(counter(bets, neighbours(['Bread', 'People take time.']))).toContain('None of your earlier thoughts shares its words.')
  })
})

describe('outline texts', () => {
  it('never throw, are never empty and hold no hole for any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (title, body) => {
        for (const text of [expand(thought(title, body)), counter(thought(title, body), neighbours([body, title]))]) {
          expect(text.trim()).not.toBe('')
          expect(text.replaceAll(title, '').replaceAll(body, '')).not.toMatch(/undefined|\[object/)
        }
      }),
      { numRuns: 100 },
    )
  }, 60_000)
})

describe('invert', () => {
  it.each([
    ['Meetings should end with a written bet.', 'Meetings should not end with a written bet.'],
    ['Rent is a subscription to a location', 'Rent is not a subscription to a location'],
    ['Teams can meet outside.', 'Teams cannot meet outside.'],
  ])('denies %j', (sentence, denied) => {
    expect(invert(sentence)).toBe(denied)
  })

  it.each(['Nobody should lend tools.', 'It is late and it is cold.', 'Is it late?', 'If it is late, go.', 'Salt the rice water'])(
    'leaves %j alone',
    (sentence) => {
      expect(invert(sentence)).toBeNull()
    },
  )
})
