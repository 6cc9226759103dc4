import type { CollectItem, ExistingItem, ExtractedItem } from '../../../src/main/features/collect/collect-item'
import type { StorePort } from '../../../src/main/features/collect/ports'
import type { LedgerEntry } from '../../../src/main/features/collect/url-ledger'

export const makeItem = (slug: string, more: Partial<CollectItem> = {}): CollectItem => ({
  slug,
  name: `Name of ${slug}`,
  description: 'It does one thing.',
  source_url: `https://${slug}.example.com/`,
  category: 'Tools',
  tags: ['small'],
  featured: false,
  ...more,
})

export const extracted = (name: string, source_url: string, more: Partial<ExtractedItem> = {}): ExtractedItem => ({
  name,
  description: 'It does one thing.',
  source_url,
  category: 'Tools',
  ...more,
})

/** A staging in memory, of the form that the vault's has. */
export function memoryStore(
  existing: ExistingItem[] = [],
): StorePort & { rows: Map<string, string>; entries: Map<string, LedgerEntry>; cleared: number } {
  const rows = new Map<string, string>()
  const entries = new Map<string, LedgerEntry>()
  return {
    rows,
    entries,
    cleared: 0,
    existingItems: async () => existing,
    staged: async () => [...rows.values()],
    putStaged: async (slug, json) => void rows.set(slug, json),
    removeStaged: async (slug) => void rows.delete(slug),
    ledger: async () => [...entries.values()],
    putLedger: async (entry) => void entries.set(entry.url, entry),
    async clear() {
      this.cleared += 1
      rows.clear()
      entries.clear()
    },
  }
}
