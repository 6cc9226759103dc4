import { describe, expect, it } from 'vitest'
import { nameForTitle, parseWikilinks, wikilinkSteps, withCurrentNames } from '../../src/shared/wikilinks'

const names = (text: string) => parseWikilinks(text).map((link) => link.name)

describe('wikilinks of a text', () => {
  it('reads name, heading, shown words and embeds, with offsets that give the whole back', () => {
    const text = 'See [[Lending library]], [[Rice|the salt one]], [[Rice#Water]] and ![[plan.png]].'
    const links = parseWikilinks(text)
    expect(links.map(({ name, shown, embed }) => [name, shown, embed])).toEqual([
      ['Lending library', null, false],
      ['Rice', 'the salt one', false],
      ['Rice#Water', null, false],
      ['plan.png', null, true],
    ])
    expect(links.map(({ start, end }) => text.slice(start, end))).toEqual([
      '[[Lending library]]',
      '[[Rice|the salt one]]',
      '[[Rice#Water]]',
      '![[plan.png]]',
    ])
  })

  it.each([
    ['empty', '[[]] [[ ]] [[|x]]', []],
    ['unclosed', '[[Rice and [Salt]] or [[Salt]', []],
    ['over two lines', '[[Rice\nSalt]]', []],
    ['nested: the inner one', '[[a [[Rice]] b]]', ['Rice']],
    ['three brackets', '[[[Rice]]]', ['Rice']],
    ['two citations that only look like one', '[[1] and [2]]', []],
    ['escaped', '\\[[Rice]] but \\\\[[Salt]]', ['Salt']],
    ['escaped exclamation mark', '\\![[Rice]]', ['Rice']],
    ['a bar escaped for a table', '| [[Rice\\|grain]] | [[Salt]] |', ['Rice', 'Salt']],
    ['Markdown link in brackets', '[[1]](https://example.org) [[Rice]] (see below)', ['Rice']],
    ['inline code', '`[[Rice]]` ``a ` [[Salt]]`` [[Tea]]', ['Tea']],
    ['a backtick that nothing closes', 'it`s [[Rice]]', ['Rice']],
    ['code does not reach over a paragraph', 'a ` b\n\n[[Rice]] ` c', ['Rice']],
    ['escaped backtick', '\\`[[Rice]]`', ['Rice']],
    ['fence', '```\n[[Rice]]\n```\n[[Salt]]', ['Salt']],
    ['fence with a shorter one inside', '~~~~ md\n~~~\n[[Rice]]\n~~~~\n[[Salt]]', ['Salt']],
    ['fence that is never closed', '[[Salt]]\n\n```js\n[[Rice]]', ['Salt']],
    ['three backticks in one line are no fence', '```[[Rice]]``` [[Salt]]', ['Salt']],
    ['fence with CRLF', '```\r\n[[Rice]]\r\n```\r\n[[Salt]]', ['Salt']],
    ['indented code', 'Words:\n\n    [[Rice]]\n\n[[Salt]]', ['Salt']],
    ['indented text of a list', '- one\n\n    [[Rice]]', ['Rice']],
    ['indented line of a paragraph', 'one\n    [[Rice]]', ['Rice']],
    ['list, quote, heading', '# [[A]]\n> [[B]]\n- [ ] [[C]]', ['A', 'B', 'C']],
    ['every script', '[[料理ノート]] [[Café]] [[עברית]] [[ไทย]] [[😀 faces]]', ['料理ノート', 'Café', 'עברית', 'ไทย', '😀 faces']],
  ])('%s', (_name, text, expected) => {
    expect(names(text)).toEqual(expected)
  })

  // A quadratic search for an end would take hours on each of these.
  it.each([
    ['open brackets', '['.repeat(12_000_000), 0],
    ['openings with words', '[[a '.repeat(3_000_000), 0],
    ['one link at the end of a line without a break', `${'x'.repeat(12_000_000)}[[Rice]]`, 1],
    ['backtick runs of growing length', Array.from({ length: 4000 }, (_, n) => '`'.repeat(n + 1)).join('a'), 0],
    ['escapes', '\\['.repeat(6_000_000), 0],
    ['blank lines', '\n'.repeat(6_000_000), 0],
    ['code that is opened and closed', '`a` [['.repeat(1_000_000), 0],
  ])('takes time that grows with the length only: %s', { timeout: 30_000 }, (_name, text, count) => {
    expect(parseWikilinks(text)).toHaveLength(count)
  })

  it('reads a long text in steps that a caller can pause between', () => {
    const steps = wikilinkSteps('word [[Rice]] '.repeat(100_000))
    let turns = 0
    for (let step = steps.next(); !step.done; step = steps.next()) turns += 1
    expect(turns).toBeGreaterThanOrEqual(6)
  })
})

describe('names that follow their titles', () => {
  const titles: Record<string, string> = { 'Old name': 'New [name] | it', 'Old name#Part': 'New name#Part' }
  const titleOf = (name: string) => titles[name]

  it('writes the present title and leaves shown words, headings, code and other links', () => {
    expect(withCurrentNames('a [[Old name]] b [[Old name|shown]] ![[ Old name#Part ]] `[[Old name]]` [[Other]]', titleOf)).toBe(
      'a [[New name it]] b [[New name it|shown]] ![[ New name#Part ]] `[[Old name]]` [[Other]]',
    )
  })

  it('writes a title so that it can be read back as one name', () => {
    const title = 'A [draft] | of\n two]] lines'
    expect(names(`[[${nameForTitle(title)}]]`)).toEqual(['A draft of two lines'])
  })
})
