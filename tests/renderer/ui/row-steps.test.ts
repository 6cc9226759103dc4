import { describe, expect, it } from 'vitest'
import { stepOf } from '../../../src/renderer/ui/row-steps'

describe('keys in rows and cards', () => {
  it('never leave the list, and stay in their column where the last row is short', () => {
    const cards = { count: 7, columns: 3, page: 2 }
    expect(stepOf('ArrowDown', 1, cards)).toBe(4)
    expect(stepOf('ArrowDown', 5, cards)).toBe(5)
    expect(stepOf('ArrowUp', 2, cards)).toBe(2)
    expect(stepOf('ArrowLeft', 4, cards)).toBe(3)
    expect(stepOf('PageDown', 4, cards)).toBe(6)
    expect(stepOf('PageUp', 1, cards)).toBe(0)
    expect(stepOf('x', 1, cards)).toBeUndefined()
    // In rows the arrows to the side are the page's own.
    expect(stepOf('ArrowRight', 1, { ...cards, columns: 1 })).toBeUndefined()
  })

  it('of a list in which nothing is selected yet lead to its first and last row, and nowhere in an empty one', () => {
    const rows = { count: 40, page: 7 }
    expect(['ArrowDown', 'Home', 'End', 'PageDown'].map((key) => stepOf(key, -1, rows))).toEqual([0, 0, 39, 6])
    const lastRow = ['ArrowDown', 'PageDown', 'End'].map((key) => stepOf(key, 39, rows))
    expect(lastRow).toEqual([39, 39, 39])
    expect(stepOf('ArrowDown', -1, { count: 0, page: 7 })).toBe(-1)
  })
})
