import { describe, expect, it } from 'vitest'
import { fuseScores, type MeaningFound } from '../../../src/main/core/search/rank-fusion'

const ids = (hits: { id: string }[]) => hits.map(({ id }) => id)
const word = (id: string, score = 1, share = 1) => ({ id, score, share })
const meaning = (scores: Record<string, number>, near = Object.keys(scores)): MeaningFound => ({
  near: new Set(near),
  scores: new Map(Object.entries(scores)),
  usual: { mean: 0.2, deviation: 0.1 },
})

describe('fuseScores', () => {
  it('says for each hit what found it', () => {
    const hits = fuseScores([word('a'), word('b')], meaning({ a: 0.1, b: 0.6, c: 0.6 }, ['b', 'c']))
    expect(Object.fromEntries(hits.map(({ id, why }) => [id, why]))).toEqual({ a: 'words', b: 'both', c: 'meaning' })
  })

  it('puts the note with every word of the query before the nearest by meaning', () => {
    expect(ids(fuseScores([word('exact')], meaning({ near: 0.8, exact: 0.5 })))[0]).toBe('exact')
    expect(ids(fuseScores([word('exact')], meaning({ near: 0.8 })))[0]).toBe('exact')
  })

  it('does not let accidental words push the nearest by meaning down', () => {
    const accidental = ['x', 'y', 'second'].map((id) => word(id, 5, 0.2))
    expect(ids(fuseScores(accidental, meaning({ right: 0.7, second: 0.5, x: 0.1 }, ['right', 'second'])))[0]).toBe('right')
  })

  it('lets the meaning choose between notes with the same words', () => {
    expect(ids(fuseScores([word('far'), word('close')], meaning({ far: 0.1, close: 0.25 }, [])))).toEqual(['close', 'far'])
  })

  it('takes a difference of cosines by how far they spread with the model in force', () => {
    const words = [word('more', 1, 0.6), word('close', 0.8, 0.6)]
    const scores = meaning({ more: 0.8, close: 0.82 }, [])
    expect(ids(fuseScores(words, { ...scores, usual: { mean: 0.7, deviation: 0.1 } }))[0]).toBe('more')
    expect(ids(fuseScores(words, { ...scores, usual: { mean: 0.7, deviation: 0.005 } }))[0]).toBe('close')
  })

  it('keeps the order of a single list, gives nothing for nothing, and scores from 0 to 1', () => {
    expect(ids(fuseScores([], meaning({ c: 0.4, a: 0.6, b: 0.5 })))).toEqual(['a', 'b', 'c'])
    const words = fuseScores([word('a', 9), word('b', 4), word('c', 1)], null)
    expect(ids(words)).toEqual(['a', 'b', 'c'])
    expect(words.every(({ score }) => score > 0 && score <= 1)).toBe(true)
    expect(fuseScores([], null)).toEqual([])
    expect(fuseScores([], meaning({}))).toEqual([])
  })

  it('leaves an item without a vector where its words put it', () => {
    expect(ids(fuseScores([word('without', 2), word('usual', 1)], meaning({ usual: 0.2 }, [])))).toEqual(['without', 'usual'])
  })
})
