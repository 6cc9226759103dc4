import { describe, expect, it } from 'vitest'
import { linkOf, linkText, restoreInCode } from '../../../../src/renderer/features/links/linked-text'
import { nameAtCaret, nameEnd } from '../../../../src/renderer/features/links/name-at-caret'

/** The caret stands at the "^". */
const at = (text: string) => {
  const caret = text.indexOf('^')
  return { text: text.replace('^', ''), caret }
}

describe('the name at the caret', () => {
  it.each([
    ['see [[Ri^', { from: 6, query: 'Ri' }],
    ['[[^', { from: 2, query: '' }],
    ['![[pla^', { from: 3, query: 'pla' }],
    ['[[Done]] and [[two words ^', { from: 15, query: 'two words ' }],
    ['[[料^', { from: 2, query: '料' }],
    ['[[Done]]^', undefined],
    ['[[Rice|sho^', undefined],
    ['[[Rice#he^', undefined],
    ['[[one\n^', undefined],
    ['[Ri^', undefined],
    ['\\[[Ri^', undefined],
    ['\\\\[[Ri^', { from: 4, query: 'Ri' }],
    ['`code [[Ri^', undefined],
    ['`code` [[Ri^', { from: 9, query: 'Ri' }],
    ['odd ` above\n[[Ri^', { from: 14, query: 'Ri' }],
    [`[[${'long '.repeat(60)}^`, undefined],
  ])('%j', (given, expected) => {
    const { text, caret } = at(given)
    expect(nameAtCaret(text, caret)).toEqual(expected)
  })

  it.each([
    ['[[Ri^ce]] tail', '[[Rice]]'],
    ['[[Ri^ tail', '[[Ri'],
    ['[[Ri^ and [[Tea]]', '[[Ri'],
    ['[[Ri^\n]]', '[[Ri'],
  ])('takes the place of what it closes: %j', (given, replaced) => {
    const { text, caret } = at(given)
    expect(text.slice(0, nameEnd(text, caret))).toBe(replaced)
  })
})

describe('wikilinks for Markdown', () => {
  it('become links that Markdown cannot misread, each with what it was', () => {
    const { source, links, written } = linkText('a [[x_y*|b]c]] [[Rice_note|*it*]] | ![[p]]')
    expect(written).toEqual(['[[Rice_note|*it*]]', '![[p]]'])
    expect(source).not.toMatch(/\[\[Rice/)
    expect(linkOf('#wikilink-0', links)?.name).toBe('Rice_note')
    expect(linkOf('#wikilink-9', links)).toBeUndefined()
    expect(linkOf('https://example.org', links)).toBeUndefined()
  })

  it('are what they were where Markdown sees code', () => {
    const { source, written } = linkText('<b title="[[Rice]]">')
    const tree = { type: 'root', children: [{ type: 'html', value: source }] }
    restoreInCode(written)()(tree)
    expect(tree.children[0]?.value).toBe('<b title="[[Rice]]">')
  })
})
