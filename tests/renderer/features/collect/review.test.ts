import { describe, expect, it } from 'vitest'
import { type aroundChanges, changedFields } from '../../../../src/renderer/features/collect/changed-fields'
import { decidedWords, reviewRows } from '../../../../src/renderer/features/collect/review-rows'
import { facts, proposal } from './facts'

const text = (pieces: ReturnType<typeof aroundChanges>) =>
  pieces.map((piece) => (piece.kind === 'skip' ? '' : piece.kind === 'same' ? piece.text : `<${piece.kind}>${piece.text}</>`)).join('')

describe('the rows of a review', () => {
  const proposals = [
    proposal('gone', { kind: 'removal' }),
    proposal('a'),
    proposal('b', { decision: 'accepted' }),
    proposal('edited', { kind: 'changed', before: facts() }),
    proposal('c'),
    proposal('d', { decision: 'discarded' }),
  ]

  it('stand by kind, the decided ones folded away at the end and out of reach of the keys', () => {
    const { rows, order } = reviewRows(proposals, false)
    expect(rows.map(({ key }) => key)).toEqual(['g new', 'p a', 'p c', 'g changed', 'p edited', 'g removal', 'p gone'])
    expect(order).toEqual(['a', 'c', 'edited', 'gone'])
  })

  it('unfolded, the decided ones follow and can be reached', () => {
    const { rows, order } = reviewRows(proposals, true)
    expect(order).toEqual(['a', 'c', 'edited', 'gone', 'b', 'd'])
    const places = rows.flatMap((row) => (row.type === 'proposal' ? [row.place] : []))
    expect(places).toEqual([0, 1, 2, 3, 4, 5])
  })

  it('have no heading without rows', () => {
    expect(reviewRows([], true).rows).toEqual([])
    expect(decidedWords(1200, 0)).toBe('1,200 accepted')
    expect(decidedWords(1, 2)).toBe('1 accepted, 2 discarded')
  })
})

describe('what a change changes', () => {
  it('names only the fields that differ, with the words that went and came', () => {
    const after = facts({ description: 'Notes in rich text.', tags: ['notes', 'new'], featured: true })
    const fields = changedFields(facts(), after, () => 0).map(({ label, pieces }) => [label, text(pieces)])
    expect(fields).toEqual([
      ['Description', 'Notes in <del>plain</><ins>rich</> text.'],
      ['Tags', 'notes<ins>, new</>'],
      ['Featured', '<del>no</><ins>yes</>'],
    ])
  })

  it('shows a change in a long text with some words around it, not the whole text', () => {
    const long = Array.from({ length: 4000 }, (_, at) => `word${at}`).join(' ')
    const [field] = changedFields(facts({ markdown: long }), facts({ markdown: long.replace('word2000', 'changed') }), () => 0)
    const shown = text(field?.pieces ?? [])
    expect(shown).toContain('<del>word2000</><ins>changed</>')
    expect(shown).toContain('…')
    expect(shown.length).toBeLessThan(300)
  })

  it('cuts what came anew where it is long, and never in the middle of a character', () => {
    const [field] = changedFields(facts({ markdown: '' }), facts({ markdown: '𝄞'.repeat(5000) }), () => 0)
    const shown = text(field?.pieces ?? [])
    expect(shown.length).toBeLessThan(500)
    expect(shown).not.toMatch(/[\uD800-\uDBFF](?![\uDC00-\uDFFF])/)
  })

  it('a megabyte of other words is over soon, and short', () => {
    const words = (from: number) => Array.from({ length: 100_000 }, (_, at) => `w${from + at * 7}`).join(' ')
    const [field] = changedFields(facts({ markdown: words(1) }), facts({ markdown: words(3) }), performance.now.bind(performance))
    expect(text(field?.pieces ?? []).length).toBeLessThan(4000)
  })
})
