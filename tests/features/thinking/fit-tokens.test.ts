import { expect, it } from 'vitest'
import { countTokens } from '../../../src/main/core/llm/count-tokens'
import { fitTokens } from '../../../src/main/features/thinking/compose-prompt'

it.each([
  ['a long Latin text', 'Sentence about the garden wall and the gate behind it. '.repeat(500)],
  ['a long Japanese text', '余白を先に決めて、文字を後に置くのがよいと思う。'.repeat(500)],
  ['a title a little too long', 'A lending library for repair skills, not tools, on Mill Street, next to the old bakery there'],
])('ends for any limit, also where what stands for the middle is longer than what is cut: %s', (_name, text) => {
  for (const limit of [0, 1, 12, 20, 30, 60, 200, 400, 5000]) {
    const fitted = fitTokens(text, limit)
    // The words for what was left out take some twenty tokens of their own.
    expect(countTokens(fitted)).toBeLessThanOrEqual(Math.max(limit, 70))
    if (countTokens(text) <= limit) expect(fitted).toBe(text)
  }
})
