import { expect, it } from 'vitest'
import { checkReport } from '../../../src/main/features/research/check-report'
import { extractReport } from '../../../src/main/features/research/extract-report'

const page = (text: string) => ({ url: 'https://a.example/', host: 'a.example', title: 'A', fetchedAt: 0, text })

it('takes the sentences that bear on the question, word for word, and every one of them holds against its page', async () => {
  const pages = [
    page('Welcome to our site.\nA tool library lends drills and saws to its members for a small fee [3]. The weather was fine.'),
    page('Nothing here is on that matter at all, only bread and butter.'),
    page('Members of a tool library pay 20 euro a year, which covers repairs.\nAccept all cookies'),
  ]
  const question = 'What does a tool library cost its members?'
  const report = checkReport(await extractReport(question, pages, new AbortController().signal), question, pages)
  expect(report.findings.map(({ text }) => text)).toEqual(
    expect.arrayContaining([
      'A tool library lends drills and saws to its members for a small fee [1].',
      'Members of a tool library pay 20 euro a year, which covers repairs [3].',
    ]),
  )
  expect(report.findings).toHaveLength(2)
  expect([report.dropped, report.unsupported.length, report.answer]).toEqual([0, 0, ''])
  expect(report.title).toBe(`Research: ${question}`)
})

it('finds sentences in Japanese', async () => {
  const pages = [page('天気がいいです。道具図書館の会費は年に二千円です。さようなら。')]
  const report = checkReport(await extractReport('道具図書館の会費', pages, new AbortController().signal), 'q', pages)
  expect(report.findings[0]?.text).toBe('道具図書館の会費は年に二千円です [1]。')
})
