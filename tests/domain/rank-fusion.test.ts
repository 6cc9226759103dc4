import { describe, expect, it } from 'vitest'
import { fuseRanks } from '../../src/main/domain/rank-fusion'

const ids = (hits: { id: string }[]) => hits.map(({ id }) => id)

describe('fuseRanks', () => {
  it('says for each hit what found it', () => {
    const hits = fuseRanks(
      [
        { id: 'a', share: 1 },
        { id: 'b', share: 1 },
      ],
      [{ id: 'b' }, { id: 'c' }],
    )
    expect(Object.fromEntries(hits.map(({ id, why }) => [id, why]))).toEqual({ a: 'words', b: 'both', c: 'meaning' })
  })

  it('puts the note with every word of the query before the nearest by meaning', () => {
    expect(ids(fuseRanks([{ id: 'exact', share: 1 }], [{ id: 'near' }, { id: 'exact' }]))[0]).toBe('exact')
    expect(ids(fuseRanks([{ id: 'exact', share: 1 }], [{ id: 'near' }]))[0]).toBe('exact')
  })

  it('does not let accidental words push the nearest by meaning down', () => {
    const accidental = ['x', 'y', 'second'].map((id) => ({ id, share: 0.2 }))
    expect(ids(fuseRanks(accidental, [{ id: 'right' }, { id: 'second' }]))[0]).toBe('right')
  })

  it('gives 1 to the first of both lists with every word, and less to all others', () => {
    const hits = fuseRanks(
      [
        { id: 'a', share: 1 },
        { id: 'b', share: 1 },
      ],
      [{ id: 'a' }, { id: 'b' }],
    )
    expect(hits[0]?.score).toBeCloseTo(1)
    expect(hits[1]?.score).toBeLessThan(1)
  })

  it('keeps the order of a single list and gives nothing for nothing', () => {
    expect(ids(fuseRanks([], [{ id: 'a' }, { id: 'b' }, { id: 'c' }]))).toEqual(['a', 'b', 'c'])
    expect(
      ids(
        fuseRanks(
          ['a', 'b', 'c'].map((id) => ({ id, share: 0.5 })),
          [],
        ),
      ),
    ).toEqual(['a', 'b', 'c'])
    expect(fuseRanks([], [])).toEqual([])
  })

  it('counts an id that a list names twice once', () => {
    const once = fuseRanks([{ id: 'a', share: 1 }], [{ id: 'a' }])
    expect(
      fuseRanks(
        [
          { id: 'a', share: 1 },
          { id: 'a', share: 1 },
        ],
        [{ id: 'a' }, { id: 'a' }],
      ),
    ).toEqual(once)
  })
})
