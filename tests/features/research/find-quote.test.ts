import { describe, expect, it } from 'vitest'
import { createQuoteFinder } from '../../../src/main/features/research/find-quote'

const page = `Tool libraries

A tool library in Graz lent 4,212 tools last year.\u00a0 Its members say:
“we borrow
what we use   once” – and bring it back. The board’s own report is co\u00adoperative in tone.`

function found(quote: string, text = page) {
  return createQuoteFinder(text).find(quote)
}

describe('a quote', () => {
  it('stands on the page whatever white space, quotation marks and dashes it is written with', () => {
    expect(found('lent 4,212 tools last year. Its members say')?.quote).toBe('lent 4,212 tools last year. Its members say')
    expect(found('"we borrow what we use once" - and bring it back')?.quote).toBe('we borrow what we use once” – and bring it back')
    expect(found("  The board's own report is cooperative\n")?.quote).toBe('The board’s own report is co\u00adoperative')
    expect(found('“…what we use once…”')?.quote).toBe('what we use once')
  })

  it('does not stand there with another number, another word, another case, or words left out', () => {
    expect(found('lent 4,213 tools last year')).toBeNull()
    expect(found('lent 4,212 drills last year')).toBeNull()
    expect(found('LENT 4,212 TOOLS LAST YEAR')).toBeNull()
    expect(found('A tool library in Graz lent tools last year')).toBeNull()
  })

  it('of a few letters is no quote, as it stands on every page', () => {
    expect(found('tools')).toBeNull()
    expect(found('')).toBeNull()
    expect(found('“ ”')).toBeNull()
  })

  it('in Chinese and Japanese is found across line ends and spaces, and counts with fewer characters', () => {
    const text = '工具图书馆去年借出了\n四千二百件工具。会员说：“用一次的东西就借。”\n東京の道具図書館は 2021 年に開館した。'
    expect(found('去年借出了四千二百件工具', text)?.quote).toBe('去年借出了 四千二百件工具')
    expect(found('道具図書館は2021年に開館', text)?.quote).toBe('道具図書館は 2021 年に開館')
    expect(found('去年借出了五千件工具', text)).toBeNull()
    expect(found('工具', text)).toBeNull()
  })

  it('comes with the words around it, cut between words', () => {
    const long = `${'before words '.repeat(60)}the sentence that is quoted ${'after words '.repeat(60)}`
    const passage = found('the sentence that is quoted', long)
    expect(passage?.before).toMatch(/^…(?:words|before) .*words $/)
    expect(passage?.after).toMatch(/^ after .*(?:words|after)…$/)
    expect((passage?.before.length ?? 0) + (passage?.after.length ?? 0)).toBeLessThan(380)
  })

  it('with letters that are composed is found where they are not', () => {
    expect(found('Die Bücherei für Werkzeuge', 'Die Bu\u0308cherei fu\u0308r Werkzeuge hat offen.')?.quote).toBe(
      'Die Bücherei für Werkzeuge',
    )
  })
})
