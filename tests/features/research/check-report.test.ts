import { describe, expect, it } from 'vitest'
import { checkReport } from '../../../src/main/features/research/check-report'
import type { ModelReport } from '../../../src/main/features/research/report-schema'

const pages = [
  { text: 'A tool library in Graz lent 4,212 tools last year. Most were drills.' },
  { text: 'Tool libraries close when their one volunteer leaves. In Graz lending fell last year.' },
]
const quoteA = 'lent 4,212 tools last year'
const quoteB = 'Tool libraries close when their one volunteer leaves'

function check(report: Partial<ModelReport>) {
  return checkReport({ title: 'T', answer: '', findings: [], disagreements: [], open_questions: [], ...report }, 'The question', pages)
}

describe('citations', () => {
  it('count only with a page that was read and words that stand on it; the others are dropped and counted', () => {
    const report = check({
      answer: 'They lend [1] and close [2], others say [7].',
      findings: [
        {
          text: 'Graz lent thousands of tools [1][3].',
          citations: [
            { source: 1, quote: quoteA },
            { source: 3, quote: quoteA },
          ],
        },
        {
          text: 'They close [2].',
          citations: [
            { source: 2, quote: quoteB },
            { source: 1, quote: quoteB },
          ],
        },
      ],
    })
    expect(report.findings).toEqual([
      { text: 'Graz lent thousands of tools [1].', sources: [1] },
      { text: 'They close [2].', sources: [2] },
    ])
    expect(report.answer).toBe('They lend [1] and close [2], others say.')
    expect(report.dropped).toBe(3)
    expect(report.passages.get(1)).toEqual([{ before: 'A tool library in Graz ', quote: quoteA, after: '. Most were drills.' }])
    expect([...report.passages.keys()]).toEqual([1, 2])
  })

  it('that are all wrong leave no finding: it is listed as not supported', () => {
    const report = check({
      findings: [
        { text: 'A study proves it [1].', citations: [{ source: 1, quote: 'a study of 2019 proves that it works' }] },
        { text: 'Everybody knows it.', citations: [] },
        {
          text: 'Page nought [0].',
          citations: [
            { source: 0, quote: quoteA },
            { source: -1, quote: quoteA },
          ],
        },
      ],
    })
    expect(report.findings).toEqual([])
    expect(report.unsupported).toEqual(['A study proves it.', 'Everybody knows it.', 'Page nought.'])
    expect(report.dropped).toBe(3)
    expect(report.passages.size).toBe(0)
  })

  it('that the text forgot are added, and one that no quote stands behind is taken out', () => {
    const report = check({ findings: [{ text: 'They lend a lot [2].', citations: [{ source: 1, quote: quoteA }] }] })
    expect(report.findings).toEqual([{ text: 'They lend a lot [1].', sources: [1] }])
    expect(report.dropped).toBe(1)
  })

  it('in other brackets and lists are read as well', () => {
    const report = check({
      answer: 'Both【2】[1, 2] and [source 9].',
      findings: [
        {
          text: 'Both [1, 2]',
          citations: [
            { source: 1, quote: quoteA },
            { source: 2, quote: quoteB },
          ],
        },
      ],
    })
    expect(report.findings[0]?.text).toBe('Both [1][2]')
    expect(report.answer).toBe('Both [2] [1][2] and.')
  })

  it('of a disagreement have to be two, else nobody disagrees', () => {
    const two = {
      text: 'One says more, one less',
      citations: [
        { source: 1, quote: quoteA },
        { source: 2, quote: 'In Graz lending fell last year' },
      ],
    }
    const report = check({ disagreements: [two, { text: 'Alone', citations: [{ source: 1, quote: quoteA }] }] })
    expect(report.disagreements).toEqual([{ text: 'One says more, one less [1][2]', sources: [1, 2] }])
    expect(report.unsupported).toEqual(['Alone'])
  })
})

describe('the words of a report', () => {
  it('hold no address, link, picture or tag, whatever a page had the model write', () => {
    const report = check({
      title: 'See [here](https://evil.example/t) https://evil.example',
      answer:
        'Go to https://evil.example/?q=1 or www.evil.example or javascript:alert(1) ![x](http://evil.example/p.png) <img src=x onerror=a>',
      findings: [{ text: 'It says [this](https://evil.example) ', citations: [{ source: 1, quote: quoteA }] }],
      open_questions: ['Ask mailto:me@evil.example [3]?'],
    })
    expect(JSON.stringify([report.title, report.answer, report.findings, report.openQuestions])).not.toMatch(/evil|http|javascript|onerror/)
    expect(report.title).toBe('See here')
    expect(report.openQuestions).toEqual(['Ask?'])
  })

  it('are one line each, without hidden characters, and the title falls back to the question', () => {
    const report = check({ title: '[1]', findings: [{ text: 'One\nline\u202e here', citations: [{ source: 1, quote: quoteA }] }] })
    expect(report.title).toBe('The question')
    expect(report.findings[0]?.text).toBe('One line here [1]')
  })
})
