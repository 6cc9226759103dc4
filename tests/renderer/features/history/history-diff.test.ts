import { describe, expect, it } from 'vitest'
import { type DiffRow, type Piece, safeCut, shorten } from '../../../../src/renderer/features/history/diff-model'
import { compareLine } from '../../../../src/renderer/features/history/diff-words'
import { compareTexts } from '../../../../src/renderer/features/history/text-diff'

/** Without a limit, time stands still: how much is found must not depend on the speed of the computer. */
const diff = (before: string, after: string, timeMs?: number) =>
  compareTexts(before, after, timeMs ?? 5000, timeMs === undefined ? () => 0 : () => performance.now())

function words(pieces: readonly Piece[]): string {
  const mark = { same: (text: string) => text, del: (text: string) => `[-${text}]`, ins: (text: string) => `[+${text}]` }
  return pieces.map((piece) => (piece.kind === 'skip' ? `<${piece.characters}>` : mark[piece.kind](piece.text))).join('')
}
const line = (row: DiffRow) =>
  row.kind === 'fold'
    ? `fold ${row.lines}`
    : `${row.kind}: ${row.kind === 'change' ? words(row.pieces) : row.pieces.map((piece) => ('text' in piece ? piece.text : '')).join('')}`

const shown = (before: string, after: string) => diff(before, after).rows.map(line)

/** What a side of the comparison reads like, with folds filled in from the later text. */
function side(rows: readonly DiffRow[], which: 'del' | 'ins', after: string): string {
  const lines: string[] = []
  for (const row of rows) {
    if (row.kind === 'fold') lines.push(after.slice(row.start, row.end).replace(/\n$/, ''))
    else if (row.kind === 'same' || row.kind === 'change' || row.kind === which)
      lines.push(
        row.pieces.map((piece) => (piece.kind === 'skip' || (piece.kind !== 'same' && piece.kind !== which) ? '' : piece.text)).join(''),
      )
  }
  return lines.join('\n')
}

describe('a comparison', () => {
  it('shows a changed line once, with the words that went and came', () => {
    expect(shown('Salt the rice water well.', 'Salt the pasta water well.')).toEqual(['change: Salt the [-rice][+pasta] water well.'])
    expect(shown('a b c d e f g', 'a X c Y e f g')).toEqual(['change: a [-b][+X] c [-d][+Y] e f g'])
  })

  it('does not pair lines that have nothing in common', () => {
    expect(shown('one\nsalt and rice\nend', 'one\nwholly other words\nend')).toEqual([
      'same: one',
      'del: salt and rice',
      'ins: wholly other words',
      'same: end',
    ])
  })

  it('finds the line a change belongs to among new ones', () => {
    expect(shown('Salt the rice water', 'A first new line\nSalt the rice water well\nA last new line')).toEqual([
      'ins: A first new line',
      'change: Salt the rice water[+ well]',
      'ins: A last new line',
    ])
  })

  it('folds what did not change, and keeps two lines around a change', () => {
    const before = Array.from({ length: 130 }, (_, n) => `line ${n}`)
    const after = before.with(60, 'changed')
    const rows = shown(before.join('\n'), after.join('\n'))
    expect(rows).toEqual([
      'fold 58',
      'same: line 58',
      'same: line 59',
      'del: line 60',
      'ins: changed',
      'same: line 61',
      'same: line 62',
      'fold 67',
    ])
    const fold = diff(before.join('\n'), after.join('\n')).rows[0]
    if (fold?.kind !== 'fold') throw new Error('no fold')
    expect(after.join('\n').slice(fold.start, fold.end)).toBe(`${before.slice(0, 58).join('\n')}\n`)
  })

  it.each([
    ['nothing before', '', 'new\nwords'],
    ['nothing after', 'old\nwords', ''],
    ['the same', 'a\nb', 'a\nb'],
    ['other line ends', 'a\r\nb\r\nc', 'a\nb\nX'],
    ['moved lines', 'a\nb\nc\nd\ne', 'c\nd\ne\na\nb'],
    ['blank lines', '\n\n\n', '\n'],
    ['repeated lines', 'x\nx\nx\ny\nx', 'x\ny\nx\nx'],
    ['Arabic', 'ملح ماء الأرز قبل الغليان', 'ملح ماء المعكرونة قبل الغليان'],
    ['joined emoji', 'We cook 👩‍🍳 rice', 'We cook 👨‍🍳 rice'],
  ])('leaves both texts readable: %s', (_, before, after) => {
    const { rows } = diff(before, after)
    const lines = (text: string) => text.replace(/\r\n/g, '\n')
    if (before === after) return expect(rows).toEqual([])
    expect(side(rows, 'del', after)).toBe(lines(before))
    expect(side(rows, 'ins', after)).toBe(lines(after))
  })

  it('parts words of scripts without spaces, and never a letter from its marks', () => {
    expect(shown('米を塩で炊きます。', '米を水で炊きます。')).toEqual(['change: 米を[-塩][+水]で炊きます。'])
    expect(shown('ข้าวและเกลือ', 'ข้าวและน้ำ')).toEqual(['change: ข้าวและ[-เกลือ][+น้ำ]'])
    expect(words(compareLine('cafe\u0301 x', 'cafe x', () => 100).pieces)).toBe('[-cafe\u0301][+cafe] x')
    expect(words(compareLine('👩‍🍳', '👩‍🎨', () => 100).pieces)).toBe('[-👩‍🍳][+👩‍🎨]')
    expect(safeCut('ae\u0301b', 2)).toBe(1)
  })

  it('counts words that came and went', () => {
    expect(diff('one two three\nfour', 'one 2 three\nfive six seven eight')).toMatchObject({ added: 5, removed: 2, coarse: false })
  })
})

describe('a comparison of huge texts', () => {
  const sentence = (n: number) => `Sentence ${n} about salt number ${(n * 7919) % 10_007}. `
  const long = Array.from({ length: 300_000 }, (_, n) => sentence(n)).join('')

  it('shows a change in a line of 12 MB with little around it', { timeout: 60_000 }, () => {
    const after = `${long.slice(0, 6_000_000)}NEW WORDS ${long.slice(6_000_000)}`
    const { rows, coarse } = diff(long, after)
    expect(rows).toHaveLength(1)
    expect(coarse).toBe(false)
    const [row] = rows
    if (row?.kind !== 'change') throw new Error('no change')
    expect(words(row.pieces)).toMatch(/<\d{7}>.*\[\+.*NEW WORDS.*\].*<\d{7}>/)
    expect(JSON.stringify(row).length).toBeLessThan(3000)
  })

  it('ends in time for texts that have nothing in common, and says that it is coarse', { timeout: 60_000 }, () => {
    const [a, b] = [0, 1].map((seed) =>
      Array.from({ length: 60_000 }, (_, n) => `w${(n * 48_271 + seed * 7) % 9973} ${(n * (seed + 3)) % 101}`),
    )
    const started = performance.now()
    const lines = diff((a ?? []).join('\n'), (b ?? []).join('\n'), 300)
    const oneLine = diff((a ?? []).join(' '), (b ?? []).join(' '), 300)
    expect(performance.now() - started).toBeLessThan(30_000)
    expect([lines.coarse, oneLine.coarse]).toEqual([true, true])
    expect(JSON.stringify(oneLine.rows).length).toBeLessThan(5_000_000)
    expect(lines.rows.length).toBeLessThanOrEqual(4000)
    expect(lines.leftOut).toBeGreaterThan(0)
  })

  it('finds many changes in a text of many lines', { timeout: 60_000 }, () => {
    const before = Array.from({ length: 100_000 }, (_, n) => sentence(n))
    const after = before.map((text, n) => (n % 1000 === 500 ? `${text}more` : text))
    const { rows, coarse } = diff(before.join('\n'), after.join('\n'))
    expect(coarse).toBe(false)
    expect(rows.filter(({ kind }) => kind === 'change')).toHaveLength(100)
    expect(rows.filter(({ kind }) => kind === 'del' || kind === 'ins')).toEqual([])
  })
})

it('a long stretch keeps its two ends and says how much is between them', () => {
  const [start, skip, end] = shorten({ kind: 'same', text: 'x'.repeat(10_000) })
  expect(start).toEqual({ kind: 'same', text: 'x'.repeat(240) })
  expect(skip).toEqual({ kind: 'skip', of: 'same', characters: 9520 })
  expect(end).toEqual(start)
  expect(shorten({ kind: 'del', text: 'x'.repeat(6000) })).toHaveLength(1)
})
