import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { Markdown } from '../../../src/renderer/ui/markdown'
import { assertShallow, isSafeMarkdown } from '../../../src/renderer/ui/markdown-guard'
import { splitMarkdown } from '../../../src/renderer/ui/markdown-parts'

const shown = (text: string) => renderToStaticMarkup(createElement(Markdown, { text }))
const note = 'Shown as plain text'

describe('a text that is nested too deeply', () => {
  const stairs = Array.from({ length: 600 }, (_, level) => `${'  '.repeat(level)}- x`).join('\n')
  it.each([
    ['lists in one line', `Deep\n\n${'- '.repeat(2000)}x`],
    ['quotes', `${'> '.repeat(3000)}x`],
    ['quotes and lists', `${'> - '.repeat(500)}x`],
    ['numbered lists', `${'1. '.repeat(500)}x`],
    ['a list that goes down by lines', stairs],
    ['one run of stars', `${'*'.repeat(6000)}x${'*'.repeat(6000)}`],
    ['stars and underscores in turn', `${'*_'.repeat(3000)}x${'_*'.repeat(3000)}`],
    ['emphasis that opens at each word', `${'*a '.repeat(3000)}${'b* '.repeat(3000)}`],
    ['strikethrough', `${'~~a *b '.repeat(500)}${'c* d~~ '.repeat(500)}`],
    ['pictures in pictures', `${'!['.repeat(3000)}x${'](https://example.org)'.repeat(3000)}`],
    ['many lines of deep lists', `${'- '.repeat(30)}x\n`.repeat(300)],
  ])('is shown as plain text: %s', (_, text) => {
    const html = shown(text)
    expect(html).toContain(note)
    expect(html).not.toMatch(/<(?:li|em|strong|blockquote|del)>/)
  })

  it('keeps every word of it', () => {
    expect(shown(`${'> '.repeat(300)}x`)).toContain(`${'&gt; '.repeat(300)}x</p>`)
  })
})

describe('ordinary texts', () => {
  it.each([
    ['nested lists', '- a\n  - b\n    1. c\n\n> quoted\n> > twice', '<li>c</li>'],
    ['a row of stars as a line', `a\n\n${'* '.repeat(300)}\n\nb`, '<hr/>'],
    ['a row of dashes as a line', `a\n\n${'- '.repeat(300)}\n\nb`, '<hr/>'],
    ['much emphasis without a blank line', `${'some *words* and **more** of_them_here\n'.repeat(80)}`, '<em>words</em>'],
    ['Chinese without spaces', '这是**重点**内容'.repeat(100), '<strong>重点</strong>'],
    ['many footnotes', `a[^1]\n\n[^1]: the note`, 'the note'],
  ])('are laid out: %s', (_, text, expected) => {
    const html = shown(text)
    expect(html).toContain(expected)
    expect(html).not.toContain(note)
  })
})

describe('splitMarkdown', () => {
  const paragraph = 'Words of a paragraph that goes on. '.repeat(12)

  it('leaves a short text as it is', () => {
    expect(splitMarkdown('# a\n\nb\r\n')).toEqual(['# a\n\nb\r\n'])
  })

  it('divides a long text at blank lines and loses nothing', () => {
    const text = `${paragraph}\n\n`.repeat(200)
    const parts = splitMarkdown(text)
    expect(parts.length).toBeGreaterThan(20)
    expect(parts.join('\n')).toBe(text)
    expect(Math.max(...parts.map((part) => part.length))).toBeLessThan(4_000)
  })

  it('never divides a fenced block', () => {
    const code = `\`\`\`js\n${'const a = 1\n\n'.repeat(600)}\`\`\``
    const parts = splitMarkdown(`${paragraph}\n\n${code}\n\n${paragraph}`)
    expect(parts.filter((part) => part.includes('const a')).length).toBe(1)
    expect(parts.every(isSafeMarkdown)).toBe(true)
  })

  it('divides a long list at its entries and keeps the numbers', () => {
    const text = Array.from({ length: 500 }, (_, index) => `${index + 1}. entry of a list`).join('\n')
    const parts = splitMarkdown(text)
    expect(parts.length).toBeGreaterThan(1)
    expect(parts.join('\n')).toBe(text)
    expect(shown(parts[1] ?? '')).toMatch(/^<div><ol start="\d{2,3}">/)
  })

  it('repeats the header of a long table', () => {
    const text = `| a | b |\n|---|---|\n${'| one | two |\n'.repeat(800)}`
    const parts = splitMarkdown(text)
    expect(parts.length).toBeGreaterThan(1)
    for (const part of parts) expect(part.startsWith('| a | b |\n|---|---|\n')).toBe(true)
    expect(parts.join('\n').match(/\| one/g)?.length).toBe(800)
  })

  it('gives every part the link definitions it needs', () => {
    const text = `[words][home]\n\n${`${paragraph}\n\n`.repeat(20)}[more][home]\n\n[home]: https://example.org`
    for (const part of splitMarkdown(text).filter((part) => part.includes('][')))
      expect(shown(part)).toContain('<a class="link" href="https://example.org/"')
  })

  it('keeps the words of footnotes in a long text', () => {
    const text = `a[^1]\n\n${`${paragraph}\n\n`.repeat(20)}[^1]: the words of the note`
    expect(splitMarkdown(text).map(shown).join('')).toContain('the words of the note')
  })
})

it('assertShallow finds a deep tree without a stack of its own', () => {
  let deep: { children?: object[] } = {}
  for (let level = 0; level < 100_000; level += 1) deep = { children: [deep] }
  expect(() => assertShallow(deep)).toThrow(RangeError)
  expect(() => assertShallow({ children: [{ children: [{}] }, {}] })).not.toThrow()
})
