import { describe, expect, it } from 'vitest'
import { fitPages } from '../../../src/main/features/research/page-passages'

const signal = new AbortController().signal
const count = (text: string) => text.length

describe('pages for a small context', () => {
  it('keep what bears on the question, from wherever it stands, in its order', async () => {
    const filler = Array.from({ length: 60 }, (_, index) =>
      `Paragraph ${index} on weather, trains and the price of bread in town. `.repeat(6),
    )
    const page = [...filler.slice(0, 50), 'Battery recycling recovers ninety percent of the lithium.', ...filler.slice(50)].join('\n')
    const [shown = ''] = await fitPages([page], 'How much lithium does battery recycling recover?', 3000, count, signal)
    expect(shown).toContain('Battery recycling recovers ninety percent of the lithium.')
    expect(shown.length).toBeLessThanOrEqual(3000)
    expect(shown).toContain('[…]')
    expect(shown.indexOf('Paragraph 0')).toBeLessThan(shown.indexOf('Battery'))
  })

  it('that are short leave their room to the others, and stay whole', async () => {
    const long = 'Words about libraries and tools. '.repeat(300)
    const [short, cut = ''] = await fitPages(['A short page.', long], 'tools', 6000, count, signal)
    expect(short).toBe('A short page.')
    expect(cut.length).toBeGreaterThan(4500)
  })

  it('in one line of megabytes, and in Chinese, are cut without halves of characters', async () => {
    const [chinese = ''] = await fitPages(
      [`${'天气很好。'.repeat(400)}锂电池回收率是百分之九十。${'天气很好。'.repeat(400)}`],
      '锂电池回收',
      1500,
      count,
      signal,
    )
    expect(chinese).toContain('锂电池回收率')
    const [emoji = ''] = await fitPages([`x${'😀'.repeat(5000)}`], 'anything', 1300, count, signal)
    expect(emoji).not.toMatch(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/)
  })
})
