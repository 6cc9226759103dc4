import type { CheckedReport } from './check-report'
import type { ReadPageText } from './ports'

/** The body of a report: answer, findings and sources with their `[n]`. Its words come from a model or from pages, so none of their signs means anything to Markdown but those marks. */
export function reportMarkdown(
  question: string,
  report: CheckedReport,
  pages: readonly Pick<ReadPageText, 'url' | 'title' | 'host' | 'fetchedAt'>[],
  origin: string,
): string {
  const list = (texts: readonly string[]) => texts.map((text) => `- ${escaped(text)}`).join('\n')
  const section = (heading: string, texts: readonly string[]) => (texts.length === 0 ? [] : [`## ${heading}`, list(texts)])
  const statements = (all: CheckedReport['findings']) => all.map(({ text }) => text)
  const sources = pages.map(({ url, title, host, fetchedAt }, index) => {
    const cited = report.passages.has(index + 1) ? '' : ', not cited'
    return `- [${index + 1}] [${escapedWhole(title)}](${address(url)}), ${escapedWhole(host.replace(/^www\./, ''))}, read ${dayOf(fetchedAt)}${cited}`
  })
  return [
    `**Question:** ${escapedWhole(question)}`,
    ...(report.answer === '' ? [] : [escaped(report.answer)]),
    ...(report.findings.length === 0
      ? ['No statement of this report stands on a page that was read.']
      : section('Findings', statements(report.findings))),
    ...section('Where the sources disagree', statements(report.disagreements)),
    ...section('Open questions', report.openQuestions),
    '## Sources',
    sources.join('\n'),
    `*${escapedWhole(origin)}*`,
  ].join('\n\n')
}

const special = /[\\`*_[\]<>#|~!]/g

function escapedWhole(text: string): string {
  return text.replace(/\s+/g, ' ').trim().replace(special, '\\$&')
}

/** The marks stay as they are: every one of them was checked. */
function escaped(text: string): string {
  return escapedWhole(text).replace(/\\\[(\d{1,3})\\\]/g, '[$1]')
}

/** In angle brackets, so that a bracket in the address does not end it. */
function address(url: string): string {
  return `<${url.replace(/[<>\s\\]/g, (sign) => encodeURIComponent(sign))}>`
}

function dayOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10)
}
