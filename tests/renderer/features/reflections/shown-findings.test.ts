import { describe, expect, test } from 'vitest'
import { comparisonCounts, countsLine, periodWords } from '../../../../src/renderer/features/reflections/reflection-words'
import { shownFindings } from '../../../../src/renderer/features/reflections/shown-findings'
import { finding, reflection } from './facts'

const compared = reflection({
  previousId: 'before',
  findings: [finding('gap', 'gap', { before: 'old' }), finding('theme', 'theme')],
  gone: [finding('lost', 'pattern')],
})
const shown = (...args: Parameters<typeof shownFindings>) =>
  shownFindings(...args).map(({ kind, findings }) => [kind, ...findings.map((each) => `${each.finding.id} ${each.mark}`)])

describe('what the page shows', () => {
  test('kinds in their order with their marks, then what does not come back', () => {
    expect(shown(compared, true, undefined)).toEqual([
      ['theme', 'theme new'],
      ['gap', 'gap again'],
      ['gone', 'lost gone'],
    ])
  })

  test('neither marks nor what is gone while it is not compared', () => {
    expect(shown(compared, false, undefined)).toEqual([
      ['theme', 'theme undefined'],
      ['gap', 'gap undefined'],
    ])
  })

  test.each([
    ['new', [['theme', 'theme new']]],
    ['again', [['gap', 'gap again']]],
    ['gone', [['gone', 'lost gone']]],
  ] as const)('the figure "%s" shows what it counts, and counts what it shows', (only, groups) => {
    expect(shown(compared, true, only)).toEqual(groups)
    expect(comparisonCounts(compared)?.[only]).toBe(1)
  })

  test('a first reflection is compared with nothing', () => {
    const first = reflection({ findings: [finding('theme', 'theme')] })
    expect(shown(first, true, undefined)).toEqual([['theme', 'theme undefined']])
    expect(comparisonCounts(first)).toBeUndefined()
  })
})

test('what was found in one line leaves out what was not', () => {
  expect(countsLine({ theme: 2, contradiction: 1, pattern: 0, gap: 3, connection: 0 })).toBe('2 themes, 1 contradiction, 3 gaps')
})

test('the time of a reflection that read everything has no beginning', () => {
  const now = new Date(2025, 9, 3, 12).getTime()
  const until = new Date(2025, 9, 3, 9, 14).getTime()
  expect(periodWords({ since: null, until, createdAt: until }, now)).toBe('Everything until today, 09:14')
  expect(periodWords({ since: new Date(2025, 8, 22).getTime(), until, createdAt: until }, now)).toBe('From 22 September to today, 09:14')
})
