import { describe, expect, it } from 'vitest'
import { hashItem } from '../../../src/main/features/collect/collect-results'
import { writeCsv, writeMarkdown } from '../../../src/main/features/collect/export-collection'
import { toCollectItem, toFacts } from '../../../src/main/features/collect/facts'
import { itemBody } from '../../../src/main/features/collect/item-body'
import { makeItem } from './item-fixture'

const item = (more: Parameters<typeof makeItem>[1] = {}) => toFacts(makeItem('alpha', more))

describe('CSV', () => {
  it.each([
    ['=1+1', "'=1+1"],
    ['+1', "'+1"],
    ['-1', "'-1"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['  =1', "'  =1"],
    ['\t=1', "'\t=1"],
    ['＝1', "'＝1"],
    ['a=b', 'a=b'],
    ['x "quoted", twice', '"x ""quoted"", twice"'],
    ['two\nlines', '"two\nlines"'],
  ])('%j becomes %j', (name, cell) => {
    expect(writeCsv([item({ name })])).toContain(`\r\n${cell},It does one thing.,`)
  })

  it('begins with a mark that tells Excel of UTF-8, and ends each line with CR LF', () => {
    const text = writeCsv([item({ name: 'Größe 日本' })])
    expect(text.charCodeAt(0)).toBe(0xfeff)
    expect(text.split('\r\n')).toHaveLength(3)
    expect(text).toContain('Größe 日本,')
  })
})

describe('Markdown', () => {
  it('keeps a name, a text and an address in their places', () => {
    const name = '](https://evil.example) # [x'
    const text = writeMarkdown({ name: '# List', description: '' }, [
      item({ name, description: 'one\n\n# two', source_url: 'https://a.example/x>(y) z' }),
    ])
    expect(text).toBe(
      '# \\# List\n\n## Tools\n\n- [\\]\\(https://evil.example\\) \\# \\[x](<https://a.example/x%3E%28y%29%20z>): one \\# two (small)\n',
    )
  })

  it('groups by category whatever its case, in the order of the first', () => {
    const text = writeMarkdown({ name: 'L', description: 'D' }, [item({ category: 'B' }), item({ category: 'a' }), item({ category: 'b' })])
    expect(text.match(/^#.*/gm)).toEqual(['# L', '## B', '## a'])
  })
})

describe('the body of an item', () => {
  it('has description, longer text, source and where else it was seen', () => {
    expect(itemBody(item({ markdown: '## More\n\nWords.', alsoSeenAt: ['https://b.example'] }))).toBe(
      'It does one thing.\n\n## More\n\nWords.\n\nSource: <https://alpha.example.com/>\n\nAlso seen at:\n- <https://b.example>',
    )
  })
})

describe('facts', () => {
  it('are the same item on the way back, so that an unchanged one is known as such', () => {
    const full = makeItem('alpha', {
      brand: 'B',
      images: ['https://x.example/i.png'],
      markdown: 'M',
      alsoSeenAt: ['https://b.example'],
      featured: true,
    })
    for (const one of [makeItem('alpha'), full]) expect(hashItem(toCollectItem(toFacts(one)))).toBe(hashItem(one))
  })
})
