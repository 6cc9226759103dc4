import { describe, expect, it } from 'vitest'
import { looseUrl, normalizeUrl } from '../../../src/main/core/text/normalize-url'
import { makeSlug, normalizeName } from '../../../src/main/features/collect/item-names'

describe('normalised addresses', () => {
  it.each([
    ['HTTPS://PyTorch.org/', 'https://pytorch.org/'],
    ['https://pytorch.org/#top', 'https://pytorch.org/'],
    ['HTTPS://PyTorch.org', 'https://pytorch.org/'],
    ['https://pytorch.org/docs/?utm_source=x&b=2&a=1&fbclid=z', 'https://pytorch.org/docs?a=1&b=2'],
    ['https://a.com:443/x//', 'https://a.com/x'],
    ['javascript:alert(1)', ''],
    ['   ', ''],
    ['not a url', ''],
    ['https://pytorch.org/Docs', 'https://pytorch.org/Docs'],
  ])('C11: %s → "%s"', (given, normal) => {
    expect(normalizeUrl(given)).toBe(normal)
  })

  it('change nothing any more when they are normalised again', () => {
    for (const url of ['https://a.com/x//#y/', 'https://a.com/?b=1&a=%20', 'http://a.com:80/ü/']) {
      expect(normalizeUrl(normalizeUrl(url))).toBe(normalizeUrl(url))
    }
  })

  it('are looser for a comparison with what is there', () => {
    expect(looseUrl('http://www.github.com/a/b/tree/main/docs')).toBe(looseUrl('https://github.com/a/b'))
    expect(looseUrl('https://github.com/a/c')).not.toBe(looseUrl('https://github.com/a/b'))
  })
})

describe('names and slugs', () => {
  it('keep apart what a cleverer rule would throw together', () => {
    expect(normalizeName('  TensorFlow  ')).not.toBe(normalizeName('TensorFlow.js'))
    expect(normalizeName('tool  b')).toBe(normalizeName('  Tool B '))
  })

  it.each([
    ['CI/CD', 'cicd'],
    ['Café_au lait', 'cafe-au-lait'],
    ['  --x-- ', 'x'],
  ])('%s → %s', (name, slug) => {
    expect(makeSlug(name, 'https://a.com', () => false)).toBe(slug)
  })

  it('number what is taken, and find a slug for names without a Latin letter', () => {
    const taken = new Set<string>()
    const slugs = ['C', 'C++', 'C#'].map((name) => {
      const slug = makeSlug(name, 'https://a.com', (candidate) => taken.has(candidate))
      taken.add(slug)
      return slug
    })
    expect(slugs).toEqual(['c', 'c-2', 'c-3'])
    expect(makeSlug('数据', 'https://a.com', () => false)).toMatch(/^item-[0-9a-f]{8}$/)
    expect(makeSlug('数据', 'https://b.com', () => false)).not.toBe(makeSlug('数据', 'https://a.com', () => false))
  })
})
