import { describe, expect, it } from 'vitest'
import { fairShares } from '../../../src/main/core/text/fair-shares'
import { briefingTitle, scopeStart } from '../../../src/main/features/briefings/briefing-title'
import { earParagraphs, earSentence } from '../../../src/main/features/briefings/ear-text'
import { readSpokenScript } from '../../../src/main/features/briefings/spoken-script'

describe('a text for the ear', () => {
  it.each([
    ['**Bold** and _slanted_ and `code` and ~~gone~~', 'Bold and slanted and code and gone'],
    ['See [the plan](https://example.org/a?b=c) today.', 'See the plan today.'],
    ['It is on https://example.org/very/long?path=1.', 'It is on.'],
    ['Write to ada@example.org, or look at www.example.org.', 'Write to, or look at.'],
    ['A [[Note on rice|rice]] and ![a picture](x.png) remain.', 'A rice and a picture remain.'],
    ['It doubles [^1] each year² and <b>stays</b>.', 'It doubles each year and stays.'],
    ['Done 🎉👍🏽 at last, #repair matters.', 'Done at last, repair matters.'],
    ['[soft music] (pause) And so it begins.', 'And so it begins.'],
    ['Costs rise by 3.5 % to $40, e.g. for Dr. Ada.', 'Costs rise by 3.5 % to $40, e.g. for Dr. Ada.'],
    ['snake_case and 2*3 stay words', 'snake_case and 23 stay words'],
    ['A → B & C &amp; D', 'A, B & C & D'],
    ['余白を先に決める。', '余白を先に決める。'],
    ['القارئ يسمع هذا.', 'القارئ يسمع هذا.'],
    ['*** --- |||', ''],
    ['https://example.org', ''],
  ])('%s', (written, said) => {
    expect(earSentence(written)).toBe(said)
  })

  it('makes sentences of headings and entries, and leaves code, tables and rules out', () => {
    const text = [
      '# The week',
      'First line',
      'goes on here.',
      '',
      '- buy nails',
      '- [ ] call Ada!',
      '> She said so.',
      '```js',
      'const secret = 1',
      '```',
      '| a | b |',
      '| --- | --- |',
      '| 1 | 2 |',
      '---',
      '1. Last thing',
      '2) and the end',
    ].join('\r\n')
    expect(earParagraphs(text)).toEqual([
      'The week.',
      'First line goes on here.',
      'buy nails. call Ada! She said so.',
      'Last thing. and the end.',
    ])
    expect(earParagraphs('3. Oktober war ein Freitag.')).toEqual(['3. Oktober war ein Freitag.'])
  })

  it('reads a script that is fenced as a whole, and drops code that is never closed', () => {
    expect(earParagraphs('```text\nThe script.\n\nGoes on.\n```')).toEqual(['The script.', 'Goes on.'])
    expect(earParagraphs('Before.\n```\nrm -rf\nmore')).toEqual(['Before.'])
  })
})

describe('a script with its sources', () => {
  const at = (script: string, { start, end }: { start: number; end: number }) => script.slice(start, end)

  it('takes the numbers out and knows which sentence speaks of which note', () => {
    const { script, places, dropped } = readSpokenScript(
      'Repair is a skill [1]. Dr. Ada disagrees [2][3]. Both agree on time.\n\nRice needs salt. [4] And **water** [1, 4], says one 【2】.',
      'en',
      4,
    )
    expect(script).toBe('Repair is a skill. Dr. Ada disagrees. Both agree on time.\n\nRice needs salt. And water, says one.')
    expect(places.map((place) => [at(script, place), place.n])).toEqual([
      ['Repair is a skill.', 1],
      ['Dr. Ada disagrees.', 2],
      ['Dr. Ada disagrees.', 3],
      ['Rice needs salt.', 4],
      ['And water, says one.', 1],
      ['And water, says one.', 4],
      ['And water, says one.', 2],
    ])
    expect(dropped).toBe(0)
  })

  it('drops and counts numbers that were not given, and says none of them', () => {
    const { script, places, dropped } = readSpokenScript('It holds [7] [note 1]. It does not [0].', 'en', 2)
    expect(script).toBe('It holds. It does not.')
    expect([places.map(({ n }) => n), dropped]).toEqual([[1], 2])
  })

  it('reads ranges, and marks of languages without spaces', () => {
    const { script, places } = readSpokenScript('余白が先である[1-3]。文字は後に置く。[2]最後に、間を聞く。', 'ja', 3)
    expect(script).toBe('余白が先である。文字は後に置く。最後に、間を聞く。')
    expect(places.map((place) => [at(script, place), place.n])).toEqual([
      ['余白が先である。', 1],
      ['余白が先である。', 2],
      ['余白が先である。', 3],
      ['文字は後に置く。', 2],
    ])
  })

  it('is quick with a line of a megabyte and keeps an empty text empty', () => {
    const started = performance.now()
    readSpokenScript(`${'[1] '.repeat(100_000)}${'word '.repeat(100_000)}`, 'en', 1)
    expect(performance.now() - started).toBeLessThan(10_000)
    expect(readSpokenScript(' \n\n [1] ', 'en', 1)).toEqual({ script: '', places: [], dropped: 0 })
  })
})

describe('shares of a prompt', () => {
  it('give the modest what they want and the others the same of the rest', () => {
    expect(fairShares([10, 500, 30, 500], 240)).toEqual([10, 100, 30, 100])
    expect(fairShares([10, 20], 1000)).toEqual([10, 20])
    expect(fairShares([5, 5, 5], 7)).toEqual([2, 2, 3])
    expect(fairShares([5, 5], -3)).toEqual([0, 0])
    expect(fairShares([], 10)).toEqual([])
  })
})

describe('what a briefing of many is about', () => {
  const noon = new Date(2025, 9, 3, 12, 0).getTime()
  it('is called by its scope and day', () => {
    expect((['day', 'week', 'since_last'] as const).map((scope) => briefingTitle(scope, '', noon, 3))).toEqual([
      'Friday, 3 October',
      'Seven days to 3 October',
      'New until 3 October',
    ])
    expect([briefingTitle('tag', 'repair', noon, 3), briefingTitle('search', 'rice water', noon, 3)]).toEqual([
      '#repair',
      'Search: rice water',
    ])
    expect([1, 12].map((count) => briefingTitle('chosen', '', noon, count))).toEqual(['One chosen thought', '12 chosen thoughts'])
  })
  it('begins at midnight, a week ago, or with the last briefing', () => {
    expect(scopeStart('day', noon, 1)).toBe(new Date(2025, 9, 3).getTime())
    expect(scopeStart('week', noon, 1)).toBe(noon - 7 * 86_400_000)
    expect([scopeStart('since_last', noon, 99), scopeStart('since_last', noon, null)]).toEqual([100, noon - 7 * 86_400_000])
    expect(scopeStart('tag', noon, 1)).toBeNull()
  })
})
