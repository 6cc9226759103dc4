import { describe, expect, it } from 'vitest'
import { dedupeItems } from '../../../src/main/features/collect/dedupe-items'

describe('duplicates', () => {
  it('C12: go by the address, and by the name only where there is no address', () => {
    const items = [
      { id: 'A', name: 'Tool A', source_url: 'https://example.com/tool/' },
      { id: 'B', name: 'Tool A Mirror', source_url: 'https://example.com/tool#x' },
      { id: 'C', name: '  Tool B ' },
      { id: 'D', name: 'tool  b' },
      { id: 'E', name: 'Tool A', source_url: 'https://other.com' },
      { id: 'F', name: 'TensorFlow', source_url: 'https://tensorflow.org' },
      { id: 'G', name: 'TensorFlow.js', source_url: 'https://js.tensorflow.org' },
    ]
    const { kept, dropped } = dedupeItems(items)
    expect(kept.map(({ id }) => id)).toEqual(['A', 'C', 'E', 'F', 'G'])
    expect(dropped).toBe(2)
  })

  it('an item without name and address is nobody’s duplicate', () => {
    expect(dedupeItems([{ name: ' ' }, { name: '' }]).dropped).toBe(0)
  })
})
