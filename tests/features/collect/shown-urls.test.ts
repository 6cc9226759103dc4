import { describe, expect, it } from 'vitest'
import { createShownUrls, keepShown, withShownAddresses } from '../../../src/main/features/collect/shown-urls'
import { createModifyItemsTool } from '../../../src/main/features/collect/tools/modify-items-tool'
import { createUrlProvenance } from '../../../src/main/features/collect/url-provenance'
import { openWorkingSet } from '../../../src/main/features/collect/working-set'
import { extracted, makeItem, memoryStore } from './item-fixture'

const shown = createShownUrls({
  urls: ['https://page.example/list'],
  text: 'See https://a.example/x?b=2&a=1, [B](https://b.example/y) and ![p](https://b.example/p.png). www.c.example too.',
})

describe('addresses that a page shows', () => {
  it('are kept in the page’s spelling, so that nothing rides on a fragment or a parameter that only counts', () => {
    expect(shown.find('https://A.example/x?a=1&b=2#secret')).toBe('https://a.example/x?b=2&a=1')
    expect(shown.find('https://b.example/y/?utm_source=secret')).toBe('https://b.example/y')
    expect(shown.find('https://b.example')).toBe('https://b.example/')
    expect(shown.find('https://page.example/list')).toBe('https://page.example/list')
  })

  it.each(['https://b.example/z', 'https://b.example/y?q=secret', 'https://evil.example/', 'https://b.example/p', 'javascript:1', ''])(
    'are not: %s',
    (url) => expect(shown.find(url)).toBeUndefined(),
  )
})

describe('an item', () => {
  it('keeps shown pictures and links, and loses what a model made up', () => {
    const kept = keepShown(
      extracted('A', 'https://b.example/y#secret', {
        description: 'From https://b.example/y, not https://evil.example/?q=secret. At www.c.example, not www.evil.example/secret',
        images: ['https://b.example/p.png', 'https://evil.example/p.png?q=secret', 'https://b.example/p.png?utm_source=secret'],
        markdown:
          '![p](https://evil.example/?q=secret) [B](https://b.example/y "t") [E](https://evil.example/secret) [J](javascript:alert(1)) [r]: https://evil.example/secret',
      }),
      shown,
    )
    expect(kept).toMatchObject({
      source_url: 'https://b.example/y',
      description: 'From https://b.example/y, not . At www.c.example, not ',
      images: ['https://b.example/p.png', 'https://b.example/p.png'],
    })
    expect(kept?.markdown).toBe(' [B](https://b.example/y) E J) [r]: ')
    expect(keepShown(extracted('A', 'https://evil.example/'), shown)).toBeUndefined()
    expect(withShownAddresses('No address: [1] (see below).', shown)).toBe('No address: [1] (see below).')
  })
})

describe('a change of items', () => {
  it('leads none to an address that nobody gave, and puts none into its text', async () => {
    const existing = [makeItem('a'), makeItem('b')]
    const items = await openWorkingSet({ existing, store: memoryStore(existing), isBlockedUrl: (url) => url.includes('inside') })
    const provenance = createUrlProvenance(['Lead it to https://asked.example/new and http://inside.example/'])
    const tool = createModifyItemsTool({ items, provenance })
    const update = async (data: Record<string, unknown>) => {
      const { results } = await tool.execute(
        { operations: [{ action: 'update', slug: 'a', data }] },
        { signal: new AbortController().signal, toolCallId: 'x' },
      )
      return { error: results[0]?.error, item: items.visible().find(({ item }) => item.slug === 'a')?.item }
    }
    for (const url of ['https://evil.example/', 'http://inside.example/', 'https://a.example.com/other'])
      expect((await update({ source_url: url })).error).toContain('no address that the request')
    expect((await update({ source_url: 'https://asked.example/new?utm_source=secret#secret' })).item?.source_url).toBe(
      'https://asked.example/new',
    )
    expect(
      (await update({ images: ['https://evil.example/x.png'], description: 'New. https://evil.example/?q=secret' })).item,
    ).toMatchObject({
      images: [],
      description: 'New. ',
    })
  })
})
