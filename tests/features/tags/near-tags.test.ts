import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { nearTags } from '../../../src/main/features/tags/near-tags'

function near(...names: string[]): string[] {
  const found = nearTags(names.map((name) => ({ name })))
  let step = found.next()
  while (!step.done) step = found.next()
  return step.value.map(({ one, other, reason }) => `${one.name}|${other.name}: ${reason}`)
}

describe('near copies of tags', () => {
  it.each([
    ['machine-learning', 'machine learning', 'joining'],
    ['machinelearning', 'machine_learning', 'joining'],
    ['node.js', 'nodejs', 'joining'],
    ['café', 'cafe', 'accents'],
    ['book', 'books', 'plural'],
    ['category', 'categories', 'plural'],
    ['box', 'boxes', 'plural'],
    ['open question', 'open questions', 'plural'],
    ['work/meeting', 'work/meetings', 'plural'],
    ['كتاب', 'الكتاب', 'article'],
    ['kubernetes', 'kubernets', 'spelling'],
    ['recieve', 'receive', 'spelling'],
    ['психология', 'психалогия', 'spelling'],
    ['gedanke', 'gedanken', 'spelling'],
  ])('offers %s and %s', (one, other, reason) => {
    expect(near(one, other)).toEqual([`${one}|${other}: ${reason}`])
    expect(near(other, one)).toEqual([`${other}|${one}: ${reason}`])
  })

  it.each([
    ['2023', '2024'],
    ['report 2023', 'report 2024'],
    ['c', 'c++'],
    ['c#', 'c++'],
    ['python 3.1', 'python 31'],
    ['gpt-4', 'gpt-5'],
    ['version1', 'version2'],
    ['plan a', 'plan b'],
    ['cat', 'car'],
    ['news', 'new'],
    ['house', 'mouse'],
    ['theism', 'atheism'],
    ['work/home', 'workhome'],
    ['日本語', '日本史'],
    ['東京', '京都'],
    ['한국어', '한국사'],
    ['कमल', 'कमला'],
    ['🙂', '🙃'],
  ])('leaves %s and %s alone', (one, other) => {
    expect(near(one, other)).toEqual([])
  })

  it('finds every slip that a comparison of all pairs finds, and offers no pair twice', () => {
    const slip = (a: string, b: string) => near(a, b).length
    const word = fc.array(fc.constantFrom('a', 'b', 'c'), { minLength: 3, maxLength: 7 }).map((letters) => letters.join(''))
    fc.assert(
      fc.property(fc.uniqueArray(word, { minLength: 2, maxLength: 12 }), (words) => {
        let pairs = 0
        for (const [at, one] of words.entries()) for (const other of words.slice(at + 1)) pairs += slip(one, other)
        const found = near(...words)
        expect(new Set(found).size).toBe(found.length)
        expect(found.length).toBe(pairs)
      }),
    )
  })
})
