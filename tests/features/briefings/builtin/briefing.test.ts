import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { countWords, outlineBriefing } from '../../../../src/main/features/briefings/builtin/briefing'
import { speakable } from '../../../../src/main/features/briefings/builtin/speakable'
import type { OutlineNeighbour, OutlineThought } from '../../../../src/main/features/thinking/builtin/outline-thought'
import { outlineThesis } from '../../../../src/main/features/thinking/builtin/thesis'
import { bets, japanese, NOON, neighbours, notizen, remote, thought } from '../../thinking/builtin/support'

function brief(of: OutlineThought, near: OutlineNeighbour[] = [], withThesis = true): string {
  const thesis = withThesis ? outlineThesis({ thought: of, neighbours: near, expansion: '', counterpoint: '' }) : null
  return outlineBriefing({ thought: of, summary: '', thesis, neighbours: near })
}

describe('outlineBriefing', () => {
  it('tells the thought, what is close, what is open and the next step, in English', () => {
    const script = brief(
      bets,
      neighbours(['Four minutes is the price of a decision', 'A written line at the end of a meeting costs four minutes.']),
    )
    expect(script).toContain('Meetings should end with a written bet. You wrote this on 14 November 2023.')
    expect(script).toContain('The earlier thought closest to it is “Four minutes is the price of a decision”, from 13 November 2023.')
    expect(script).toContain('There you wrote: A written line at the end of a meeting costs four minutes.')
    expect(script).toContain('Of the eight readiness points, 6 are settled.')
  })

  it('says a clash', () => {
    expect(brief(remote, neighbours(['Remote work saved my writing', 'Remote work makes me more creative: no one interrupts.']))).toContain(
      'One of your earlier thoughts disagrees. It is called “Remote work saved my writing”. There you wrote: Remote work makes me more creative: no one interrupts.',
    )
  })

  it('speaks German about a German thought, without a word of English', () => {
    const script = brief(
      notizen,
      neighbours(['Gründe erfinden wir hinterher', 'Eine Notiz ohne Grund ist ehrlicher als eine mit erfundenem Grund.']),
    )
    expect(script).toContain('Das hast du am 14. November 2023 geschrieben.')
    expect(script).toContain('Am nächsten steht ihr „Gründe erfinden wir hinterher“')
    expect(script).not.toMatch(/\b(?:the|this|that|you|What|Give|Where)\b/)
  })

  it.each([
    ['Une idée', 'Je ne sais pas si la note est bonne pour nous.', 'Tu as écrit ceci le 14 novembre 2023.'],
    ['Una idea', 'No sé si la nota es buena para nosotros.', 'Escribiste esto el 14 de noviembre de 2023.'],
  ])('speaks the language of %s', (title, body, expected) => {
    expect(brief(thought(title, body))).toContain(expected)
  })

  it('keeps to the own sentences in a language without frames', () => {
    const script = brief(japanese)
    expect(script).toContain('文字から始めると、余白は残り物になる。')
    expect(script).not.toMatch(/[A-Za-z]/)
  })

  it('is honest and short for one word, but no shorter than a minute’s half', () => {
    const script = brief(thought('Milk'), [], false)
    expect(script).toContain('That is all the note says, so this briefing is short.')
    expect(countWords(script)).toBeGreaterThanOrEqual(60)
    expect(countWords(script)).toBeLessThan(150)
  })

  it('keeps a long thought between 300 and 600 words', () => {
    const body = Array.from(
      { length: 400 },
      (_, i) =>
        `The ${['bridge', 'river', 'tower', 'market', 'garden'][i % 5]} number ${i} needs ${i + 3} workers because the rain came early.`,
    ).join(' ')
    const words = countWords(
      brief(thought('A long plan for the town', body), neighbours(['The town in winter', 'The bridge needs no workers in winter.'])),
    )
    expect(words).toBeGreaterThanOrEqual(300)
    expect(words).toBeLessThanOrEqual(600)
  })

  it('reads out no mark, address, code or table', () => {
    const script = brief(
      thought(
        'Notes',
        '# Notes\n\nSee **this** at https://www.example.org/path?x=1 and [the paper](https://b.org). It took 5h & cost €4k, e.g. for 12 % of us (really).\n\n```js\nconst secret = 1\n```\n\n| a | b |\n|---|---|\n| c1 | d1 |',
      ),
    )
    expect(script).toContain('a link to example dot org')
    expect(script).toContain('It took 5 hours and cost 4 thousand euros, for example for 12 percent of us, really.')
    expect(script).not.toMatch(/[*#`|[\]<>]|https?:|secret|d1/)
    expect(script).toContain('Code and tables in it are not read out.')
  })

  it('says no sentence twice, apart from the one it asks to keep', () => {
    const sentences = brief(bets)
      .split(/(?<=[.!?])\s+/)
      .filter((sentence) => sentence.length > 25)
    expect(new Set(sentences).size).toBe(sentences.length)
  })

  it('never throws, never passes 620 words and holds no marks for any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary', maxLength: 800 }), fc.boolean(), (title, body, withThesis) => {
        const script = brief({ ...thought(title, body), createdAt: NOON }, neighbours([body, title]), withThesis)
        expect(countWords(script)).toBeLessThanOrEqual(620)
        expect(script).not.toMatch(/[*`|]/)
      }),
      { numRuns: 100 },
    )
  }, 60_000)
})

describe('speakable', () => {
  it.each([
    ['en', 'Read 3–5 pages, i.e. ~10 min, by 2025-10-03.', 'Read 3 to 5 pages, that is about 10 minutes, by 3 October 2025.'],
    ['en', 'Short by 2.6x -> list it w/o slack [1] 😀', 'Short by 2.6 times, list it without slack'],
    ['en', 'Ask anna@example.org about #repair and/or $1.5M.', 'Ask an e-mail address about repair and, or 1.5 million dollars.'],
    [
      'de',
      'Das kostet z. B. 5 € bzw. 12 %, d. h. ca. 3-4 Std.',
      'Das kostet zum Beispiel 5 Euro beziehungsweise 12 Prozent, das heißt etwa 3 bis 4 Stunden',
    ],
    ['fr', 'Voir p. ex. 5 % & 3 h : https://exemple.fr/a', 'Voir par exemple 5 pour cent et 3 heures : un lien vers exemple point fr'],
    ['es', 'Cuesta 5 €, p. ej. un 12 %.', 'Cuesta 5 euros, por ejemplo un 12 por ciento.'],
  ])('says it in %s', (lang, text, said) => {
    expect(speakable(text, lang)).toBe(said)
  })
})
