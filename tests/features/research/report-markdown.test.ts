import { describe, expect, it } from 'vitest'
import { reportMarkdown } from '../../../src/main/features/research/report-markdown'
import { parseWikilinks } from '../../../src/shared/wikilinks'

const page = { url: 'https://a.example/x_(y)?q=1', title: 'A [title](x) *with* [[Secret thought]]', host: 'www.a.example', fetchedAt: 0 }

describe('the body of a report', () => {
  it('lets only the checked marks mean something: no link, wikilink or heading comes from a page or a model', () => {
    const body = reportMarkdown(
      'What about [[My private thought]]?',
      {
        title: 'T',
        answer: 'See [[Secret thought]] and [1] `code` # no heading',
        findings: [{ text: '[x]: bad [1]', sources: [1] }],
        disagreements: [],
        openQuestions: ['<b>Why</b>?'],
        unsupported: [],
        dropped: 0,
        passages: new Map([[1, [{ before: '', quote: 'q', after: '' }]]]),
      },
      [page],
      'Written by m_1',
    )
    expect(parseWikilinks(body)).toEqual([])
    expect(body).toContain('See \\[\\[Secret thought\\]\\] and [1] \\`code\\` \\# no heading')
    expect(body).toContain('- \\[x\\]: bad [1]')
    expect(body).toContain('\\<b\\>Why\\</b\\>?')
    expect(body).toContain(
      '- [1] [A \\[title\\](x) \\*with\\* \\[\\[Secret thought\\]\\]](<https://a.example/x_(y)?q=1>), a.example, read 1970-01-01',
    )
    expect(body.match(/^## /gm)).toHaveLength(3)
  })
})
