import { describe, expect, it } from 'vitest'
import { type SuggestTagsInput, suggestTags } from '../../../src/main/features/tags/suggest-tags'

const tag = (name: string, count = 3) => ({ name, count })
const suggest = (input: Partial<SuggestTagsInput>) =>
  suggestTags({ title: '', body: '', tags: [], neighbours: [], taken: [], items: 100, ...input }).map(({ name, why }) => `${name}: ${why}`)

describe('suggested tags', () => {
  it('are those whose words all stand in the text, in any form, the title first', () => {
    const tags = [tag('kitchen'), tag('repair'), tag('machine learning'), tag('Café'), tag('c++'), tag('garden')]
    expect(suggest({ title: 'Repairing a tap', body: 'In the kitchens of a cafe, with C++ and a machine.', tags })).toEqual([
      'repair: words',
      'Café: words',
      'c++: words',
      'kitchen: words',
    ])
  })

  it('are found in scripts without spaces', () => {
    expect(suggest({ body: '話の間は、聞き手に渡す余白である。', tags: [tag('余白'), tag('言葉'), tag('間')] })).toEqual(['余白: words'])
  })

  it('come from thoughts close in meaning when enough of them have the tag', () => {
    const neighbours = [
      { closeness: 0.3, tags: ['commons', 'once'] },
      { closeness: 0.2, tags: ['commons'] },
    ]
    expect(suggest({ neighbours, tags: [tag('commons'), tag('once')] })).toEqual(['commons: neighbours'])
    expect(suggest({ body: 'on the commons', neighbours, tags: [tag('commons')] })).toEqual(['commons: both'])
  })

  it('are never one that is there, and never more than five', () => {
    const tags = ['one', 'two', 'three', 'four', 'five', 'six', 'seven'].map((name) => tag(name))
    const found = suggest({ body: tags.map(({ name }) => name).join(' '), tags, taken: ['ONE'] })
    expect(found).toHaveLength(5)
    expect(found).not.toContain('one: words')
  })
})
