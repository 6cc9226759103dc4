import { expect, it } from 'vitest'
import { isListed, linkMarks, sourceOf } from '../../../../src/renderer/features/research/cited-body'

const text = (value: string) => ({ type: 'text', value })

it('makes links of the marks of known sources only, and of none in code or in links', () => {
  const tree = {
    type: 'root',
    children: [
      { type: 'paragraph', children: [text('One [1][2] and [7], see [2024].'), { type: 'inlineCode', value: '[1]' }] },
      { type: 'link', url: 'https://a.example/', children: [text('Title [1]')] },
      { type: 'listItem', children: [{ type: 'paragraph', children: [text('[2] Source, and [1]')] }] },
    ],
  }
  linkMarks(new Set([1, 2]))()(tree)
  const link = (n: number, rest = '') => ({ type: 'link', url: `#source-${n}${rest}`, children: [text(String(n))] })
  expect(tree.children).toEqual([
    { type: 'paragraph', children: [text('One'), link(1), link(2), text(' and [7], see [2024].'), { type: 'inlineCode', value: '[1]' }] },
    { type: 'link', url: 'https://a.example/', children: [text('Title [1]')] },
    { type: 'listItem', children: [{ type: 'paragraph', children: [link(2, '-listed'), text(' Source, and'), link(1)] }] },
  ])
  const hrefs = ['#source-12', '#source-3-listed', '#wikilink-1', 'https://x.example/#source-1']
  expect(hrefs.map(sourceOf)).toEqual([12, 3, undefined, undefined])
  expect(hrefs.map(isListed)).toEqual([false, true, false, false])
})
