import { expect, it } from 'vitest'
import { keptBody } from '../../../src/main/features/orchestrate/kept-answer'
import { joinSources, settleCitations, withItemMarks } from '../../../src/main/features/orchestrate/plan-citations'
import type { PlanSource } from '../../../src/shared/contract/orchestrate'

const item = (n: number, itemId: string): PlanSource => ({ kind: 'item', n, itemId, title: `Title ${itemId}` })
const page = (n: number, url: string): PlanSource => ({ kind: 'page', n, url, title: `Page ${n}` })

it('keeps the citations that name a source, numbers them as they come, and drops and counts the others', () => {
  const known = [item(1, 'a'), page(2, 'https://x.test/'), item(3, 'b')]
  const text = 'One [3]. Two [2, 3]. Three [9] and [item:nobody]. Four [item:a] with a [link](https://evil.test) and a list.'
  expect(settleCitations(text, known)).toEqual({
    text: 'One [1]. Two [2][1]. Three and. Four [3] with a [link](https://evil.test) and a list.',
    sources: [item(1, 'b'), { ...page(2, 'https://x.test/'), n: 2, title: 'Page 2' }, item(3, 'a')],
    dropped: 2,
  })
})

it('joins texts into one numbering in which the same source has the same number', () => {
  const { parts, sources } = joinSources([
    { text: 'A [1] B [2].', sources: [item(1, 'a'), item(2, 'b')] },
    { text: 'B [1] P [2] lost [7].', sources: [item(1, 'b'), page(2, 'https://x.test/')] },
  ])
  expect(parts.map(({ text }) => text)).toEqual(['A [1] B [2].', 'B [2] P [3] lost.'])
  expect(sources.map(({ n }) => n)).toEqual([1, 2, 3])
})

it('gives the stages of Deep Think items by id and no pages', () => {
  expect(withItemMarks('A [1], web [2], both [1, 2].', [item(1, 'a'), page(2, 'https://x.test/')])).toBe('A [item:a], web, both [item:a].')
})

it('keeps an answer with its sources as text that Markdown reads: no title or address breaks out of its line', () => {
  const sources: PlanSource[] = [
    { kind: 'item', n: 1, itemId: 'a', title: 'A [[sly]]\n# title' },
    { kind: 'page', n: 2, url: 'https://x.test/a>b c', title: '' },
  ]
  expect(keptBody('Yes [1][2].', sources)).toBe(
    'Yes [1][2].\n\n## Sources\n\n1. A sly # title\n2. [https://x.test/a>b c](<https://x.test/abc>)',
  )
})
