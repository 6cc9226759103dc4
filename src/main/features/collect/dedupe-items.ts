import { normalizeUrl } from '../../core/text/normalize-url'
import { normalizeName } from './item-names'

interface Named {
  name: string
  source_url?: string | undefined
}

/**
 * Keeps the first of each (docs/collect-pipeline.md, "Results and duplicates"). The key is the normalised address; the name only where there is no
 * usable address. Two items with one name and two addresses are two items. Without address and name an item is kept.
 */
export function dedupeItems<T extends Named>(items: readonly T[]): { kept: T[]; dropped: number } {
  const seen = new Set<string>()
  const kept = items.filter((item) => {
    const key = keyOf(item)
    if (key === undefined) return true
    if (seen.has(key)) return false
    seen.add(key)
    return true
  })
  return { kept, dropped: items.length - kept.length }
}

function keyOf({ name, source_url = '' }: Named): string | undefined {
  const url = normalizeUrl(source_url)
  if (url !== '') return `url ${url}`
  const normal = normalizeName(name)
  return normal === '' ? undefined : `name ${normal}`
}
