import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { extractSummary } from '../../../../src/main/features/thinking/builtin/extract-summary'
import { bets, packing } from './support'

describe('extractSummary', () => {
  it('is one or two sentences of the body in their order', () => {
    const summary = extractSummary(bets)
    expect(summary.startsWith('End every decision meeting with one written, dated line that can turn out wrong.')).toBe(true)
    expect(bets.body.replace(/\s+/g, ' ')).toContain(summary)
  })

  it.each([
    ['the same text', { title: 'Salt the rice water', body: 'Salt the rice water' }],
    ['the title as heading', { title: 'Salt the rice water', body: '# Salt the rice water\n' }],
    [
      'a title cut from a long line',
      { title: 'A long first line that was cut off right…', body: 'A long first line that was cut off right here, in the middle' },
    ],
    ['code only', { title: 'Snippet', body: '```js\nlet a = 1\n```' }],
    ['nothing', { title: '', body: ' \n ' }],
    ['one address', { title: 'https://a.org/i?id=1', body: 'https://a.org/i?id=1' }],
  ])('is empty when the body holds %s and nothing else', (_, item) => {
    expect(extractSummary(item)).toBe('')
  })

  it('lists the entries of a list', () => {
    expect(extractSummary(packing)).toBe('passport; charger, EU plug; rain jacket; print boarding pass; tell the bank')
    expect(extractSummary({ title: 'TODO', body: 'TODO\nfix sink\ncall mum\nreply to Anna' })).toBe('fix sink; call mum; reply to Anna')
  })

  it('does not repeat the title', () => {
    expect(
      extractSummary({
        title: 'Rent is a subscription to a location',
        body: 'Rent is a subscription to a location.\n\nYou stop paying and the location stops loading.',
      }),
    ).toBe('You stop paying and the location stops loading.')
  })

  it('drops Markdown marks', () => {
    expect(extractSummary({ title: 'T', body: 'The **quick** [fox](https://a.b) jumps over `it` every night.' })).toBe(
      'The quick fox jumps over it every night.',
    )
  })

  it('stays within 240 characters, whole characters, for any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary', maxLength: 1000 }), (title, body) => {
        const summary = extractSummary({ title, body })
        expect(summary.length).toBeLessThanOrEqual(240)
        expect(summary).toBe(summary.trim())
      }),
    )
  })

  it('cuts a run-on text at a word', () => {
    const summary = extractSummary({ title: 'Dream', body: 'and then we walked on '.repeat(60) })
    expect(summary.length).toBeLessThanOrEqual(240)
    expect(summary.endsWith('…')).toBe(true)
    expect('and then we walked on '.repeat(60)).toContain(summary.slice(0, -1))
  })
})
