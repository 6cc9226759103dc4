import { afterEach, expect, test, vi } from 'vitest'
import { keepInReview, keepInReviewIfLost } from '../../../../src/renderer/features/review/review-focus'

afterEach(() => vi.unstubAllGlobals())

/** A page of which only these places are there; `has` is what has the focus, by its selector. Answers the selector of what was given it. */
async function focusAfter(act: () => void, there: readonly string[], has: string | null): Promise<string | null> {
  let given: string | null = has
  const body = { matches: () => false }
  const active = has === null ? body : { matches: (selectors: string) => selectors.split(', ').includes(has) }
  vi.stubGlobal('HTMLElement', class {})
  vi.stubGlobal('document', {
    body,
    activeElement: active,
    querySelector: (selector: string) => (there.includes(selector) ? { focus: () => (given = selector) } : null),
  })
  act()
  await new Promise((resolve) => setTimeout(resolve, 5))
  return given
}

test('after the last answer the calm page has the keys, not a heading, and once new entries are there their list', async () => {
  expect(await focusAfter(keepInReview, ['.review-calm'], null)).toBe('.review-calm')
  expect(await focusAfter(keepInReview, ['.review-rows'], 'button')).toBe('.review-rows')
  expect(await focusAfter(keepInReviewIfLost, ['.review-rows'], null)).toBe('.review-rows')
  expect(await focusAfter(keepInReviewIfLost, ['.review-rows'], 'section.list h2')).toBe('.review-rows')
  expect(await focusAfter(keepInReviewIfLost, ['.review-rows'], 'main.page h1')).toBe('.review-rows')
})

test('entries that come while the person is elsewhere take nothing away', async () => {
  expect(await focusAfter(keepInReviewIfLost, ['.review-rows'], 'nav button')).toBe('nav button')
})
