import { describe, expect, test } from 'vitest'
import { readPrice, readWhole } from '../../../../src/renderer/base/read-number'
import { reachedCeiling, readCeiling, withCeiling } from '../../../../src/renderer/features/settings/ceilings'
import {
  draftsOf,
  keptPrices,
  type PriceDraft,
  priceProblem,
  withNewDraft,
  withStored,
} from '../../../../src/renderer/features/settings/prices'
import { Ceilings, ModelPrice } from '../../../../src/shared/contract/usage'

describe('readWhole', () => {
  test.each([
    ['20000', 20_000],
    [' 20,000 ', 20_000],
    ['1 000 000', 1_000_000],
    ['0', 0],
  ])('"%s" is %d', (text, number) => {
    expect(readWhole(text)).toBe(number)
  })
  test.each(['', '1,5', '1.5', '20,00', '-1', '1e3', '0x10', '９', 'many', '99999999999999999999'])(
    '"%s" is refused rather than guessed',
    (text) => {
      expect(readWhole(text)).toBeUndefined()
    },
  )
})

describe('readPrice', () => {
  test.each([
    ['0', 0],
    ['0.15', 0.15],
    ['0,15', 0.15],
    ['.5', 0.5],
    ['15', 15],
    ['1500', 1500],
    ['0,125', 0.125],
  ])('"%s" is %d', (text, number) => {
    expect(readPrice(text)).toBe(number)
  })
  test.each(['', '.', '1,500', '-1', '1.2.3', '$2', 'Infinity', '9'.repeat(400)])('"%s" is refused', (text) => {
    expect(readPrice(text)).toBeUndefined()
  })
})

describe('ceilings', () => {
  const none = { perDay: null, perType: {} }

  test('empty is none, zero would stop everything for ever and is refused', () => {
    expect([readCeiling(''), readCeiling('  '), readCeiling('1'), readCeiling('0'), readCeiling('-5')]).toEqual([
      null,
      null,
      1,
      undefined,
      undefined,
    ])
  })

  test('one changes, the others stay, and a removed one is gone from what is stored', () => {
    const both = withCeiling(withCeiling(none, 'expand', 5), 'embed', 9)
    expect(withCeiling(both, null, 100)).toEqual({ perDay: 100, perType: { expand: 5, embed: 9 } })
    expect(Ceilings.parse(withCeiling(both, 'expand', null))).toEqual({ perDay: null, perType: { embed: 9 } })
  })

  test('one is reached at its number, as the work is stopped there', () => {
    const ceilings = { perDay: 100, perType: { expand: 50 } }
    expect(reachedCeiling(ceilings, 99, { expand: 49 })).toBeUndefined()
    expect(reachedCeiling(ceilings, 99, { expand: 50 })).toBe('expand')
    expect(reachedCeiling(ceilings, 100, { expand: 50 })).toBeNull()
    expect(reachedCeiling(none, 1e9, { expand: 1e9 })).toBeUndefined()
    expect(reachedCeiling({ perDay: null, perType: { embed: 1 } }, 99, { expand: 99 })).toBeUndefined()
  })
})

describe('prices', () => {
  const stored = [
    { model: 'a', input: 1, output: 2 },
    { model: 'b', input: 0.15, output: 0.6 },
  ]
  const change = (drafts: readonly PriceDraft[], key: number, to: Partial<PriceDraft>) =>
    drafts.map((draft) => (draft.key === key ? { ...draft, ...to } : draft))

  test('shown and kept are the same, in their order', () => {
    expect(keptPrices(draftsOf(stored))).toEqual(stored)
  })

  test('a row that is half typed is not stored and takes nothing stored with it', () => {
    const drafts = change(withNewDraft(draftsOf(stored)), 2, { model: 'c', input: '3' })
    expect(priceProblem(drafts[2] as PriceDraft, drafts)).toMatchObject({ field: 'output' })
    expect(keptPrices(drafts)).toEqual(stored)
  })

  test('a stored row that was made wrong keeps its old price until it is right', () => {
    const wrong = change(draftsOf(stored), 0, { input: 'cheap' })
    expect(keptPrices(wrong)).toEqual(stored)
    const saved = withStored(change(wrong, 0, { input: '5', model: ' z ' }))
    expect(keptPrices(change(saved, 0, { output: '' }))).toEqual([{ model: 'z', input: 5, output: 2 }, stored[1]])
  })

  test('a model has one price: the second row is told, the first is kept', () => {
    const drafts = change(withNewDraft(draftsOf(stored)), 2, { model: 'a ', input: '9', output: '9' })
    expect(priceProblem(drafts[0] as PriceDraft, drafts)).toBeUndefined()
    expect(priceProblem(drafts[2] as PriceDraft, drafts)).toMatchObject({ field: 'model' })
    expect(keptPrices(drafts)).toEqual(stored)
  })

  test('what is kept is what the vault takes', () => {
    const drafts = change(withNewDraft(draftsOf([])), 0, { model: 'x'.repeat(301), input: '1', output: '1' })
    expect(keptPrices(drafts)).toEqual([])
    for (const price of keptPrices(change(drafts, 0, { model: 'x'.repeat(300) }))) expect(ModelPrice.safeParse(price).success).toBe(true)
  })
})
