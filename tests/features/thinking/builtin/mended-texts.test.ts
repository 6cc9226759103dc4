import { describe, expect, it } from 'vitest'
import { outlineBriefing } from '../../../../src/main/features/briefings/builtin/briefing'
import { outlineCounterpoint } from '../../../../src/main/features/thinking/builtin/counterpoint'
import { outlineExpansion } from '../../../../src/main/features/thinking/builtin/expansion'
import { extractSummary } from '../../../../src/main/features/thinking/builtin/extract-summary'
import type { OutlineThought } from '../../../../src/main/features/thinking/builtin/outline-thought'
import { quoted, quotedEnd } from '../../../../src/main/features/thinking/builtin/quote'
import { withoutTags } from '../../../../src/main/features/thinking/builtin/readable-text'
import { outlineThesis } from '../../../../src/main/features/thinking/builtin/thesis'
import { thought } from './support'

const think = (of: OutlineThought) => outlineThesis({ thought: of, neighbours: [], expansion: '', counterpoint: '' })
const everything = (of: OutlineThought) => {
  const thesis = think(of)
  return [
    JSON.stringify(thesis),
    outlineExpansion({ thought: of, neighbours: [] }).text,
    outlineCounterpoint({ thought: of, neighbours: [], expansion: '' }).text,
    extractSummary(of),
    outlineBriefing({ thought: of, summary: '', thesis, neighbours: [] }),
  ].join('\n')
}

describe('the core is a claim and no next step', () => {
  it.each([
    [
      'Switch our team to trunk-based development',
      'Problem: our branches live for nine days and merges fail.\n\nTrial: for the payments team only, for six weeks.\n\nSuccess: lead time under two days by March.\n\nRisk: a broken main branch stops everybody.\n\nFirst step: write the branch policy on Tuesday.',
      'Switch our team to trunk-based development',
    ],
    [
      'Ouvrir un atelier de réparation dans le quartier',
      'Le problème : les gens jettent des vélos qui marchent.\n\nPremière étape : écrire à la mairie lundi.',
      'Ouvrir un atelier de réparation dans le quartier',
    ],
    [
      'Die Werkstatt für alle öffnen',
      'Das Problem ist, dass die Leute Räder wegwerfen. Nächster Schritt: am Montag der Stadt schreiben.',
      'Die Werkstatt für alle öffnen',
    ],
    [
      'Abrir un taller para el barrio',
      'El problema es que la gente tira las bicis. Primer paso: escribir al ayuntamiento el lunes.',
      'Abrir un taller para el barrio',
    ],
    [
      'Branches',
      'We should merge every day to the trunk. The first step is to write the policy.',
      'We should merge every day to the trunk.',
    ],
  ])('%s', (title, body, core) => {
    expect(think(thought(title, body)).core).toBe(core)
  })
})

describe('hashtags', () => {
  it.each([
    ['We repair the commons. #repair #commons', 'We repair the commons.'],
    ['We lend the drills #repair #tools.', 'We lend the drills.'],
    ['Nobody minds the #bridge problem', 'Nobody minds the bridge problem'],
    ['We meet at the #bridge.', 'We meet at the bridge.'],
    ['#repair We lend the drills.', 'We lend the drills.'],
    ['#repair #commons', ''],
    ['C# is issue #1 of a#b', 'C# is issue #1 of a#b'],
  ])('%s', (text, plain) => {
    expect(withoutTags(text, 'en')).toBe(plain)
  })

  it('stand in no text of the outline', () => {
    const text = everything(
      thought(
        'Lend the drills #repair',
        'Lend the drills #repair\n\nThe problem is that nobody shares the #bridge tools. #commons #town\n\nWe should lend them to the street because everybody needs one. #repair\n\n- [ ] Write the list on Monday #repair',
      ),
    )
    expect(text).not.toMatch(/#\p{L}/u)
    expect(text).not.toMatch(/repair|commons/)
    expect(text).toContain('the bridge tools')
  })
})

describe('quotation marks', () => {
  it.each([
    ['"The problem is the bridge.', '“The problem is the bridge.”'],
    ['“The problem is the bridge.', '“The problem is the bridge.”'],
    ['"The problem is the bridge."', '“The problem is the bridge.”'],
    ['„Das Problem ist die Brücke.', '“Das Problem ist die Brücke.”'],
    ['He said "no" to it', '“He said ‘no’ to it.”'],
    ['A 5" pipe', '“A 5" pipe.”'],
  ])('come in one pair: %s', (text, whole) => {
    expect(quotedEnd(text)).toBe(whole)
    expect(quoted(text).match(/[“”„]/g)).toHaveLength(2)
  })

  it('come in one pair when a quotation runs over two sentences', () => {
    const text = everything(thought('The bridge', 'She said: "The problem is the bridge. It fails every winter because of rust."'))
    expect(text).not.toMatch(/“["“]|["”]”/)
  })
})

describe('a note of code', () => {
  it.each([
    ['def foo', '```python\ndef foo(x):\n    return x\n```'],
    ['def foo(x):', '- ```python\n  def foo(x):\n  ```'],
  ])('says that the code was not read: %s', (title, body) => {
    const thesis = think(thought(title, body))
    expect(thesis.gates[4]?.reason).toBe(
      'The code was not read, and beside it the note neither asks nor answers anything; write what you want to know.',
    )
    expect(outlineExpansion({ thought: thought(title, body), neighbours: [] }).text).toContain('which was not read')
    expect(JSON.stringify(thesis.gates)).not.toContain('“')
  })
})

describe('extractSummary, mended', () => {
  it.each([
    ['The bridge needs a second pier by March', 'The bridge needs a second pier by March. #bridge'],
    ['The bridge needs a second pier.', 'The bridge needs a second pier. The bridge needs a second pier.'],
    [
      'The bridge needs a second pier',
      '# The bridge needs a second pier\n\nThe **bridge** needs a second pier.\n\nThe bridge needs a second pier.',
    ],
  ])('is empty when the body only says the title again: %s', (title, body) => {
    expect(extractSummary({ title, body })).toBe('')
  })

  it.each([
    'Use `python to run the script on the server. It is` slow but it works for us.',
    'See the [link bad](https://a.org/x y). It holds the plan for the whole town.',
    'This is the plan for the town.\n\n- step one is here\n    ```python\n    x = 1\n    ```\n\nAnd it ends with the [bridge.',
    'A sentence about the ```python``` word in the middle of it all.',
  ])('holds no stray Markdown: %s', (body) => {
    expect(extractSummary({ title: 'Notes', body })).toMatch(/^[^`[\]]+$/)
    expect(extractSummary({ title: 'Notes', body })).not.toMatch(/bad\)|^python/)
  })
})
