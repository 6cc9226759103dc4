import type { SearchEngineId } from '../../../shared/contract/network'
import type { SecretBox } from '../../core/crypto/secret-box'
import type { VaultDatabase } from '../../core/db/open-database'

/** A search engine with its secrets, as only the web client sees it. */
export interface SearchEngineRow {
  /** Empty without one. */
  apiKey: string
  address: string
}

export type SearchEngineStore = ReturnType<typeof createSearchEngineStore>

/** Keys and addresses of search engines. The key is sealed once more and opened only here. */
export function createSearchEngineStore(db: VaultDatabase, secrets: SecretBox) {
  const get = db.prepare<[string], { api_key: string; address: string }>('SELECT api_key, address FROM search_engines WHERE id = ?')
  const put = db.prepare(
    `INSERT INTO search_engines (id, api_key, address) VALUES (?, ?, ?)
     ON CONFLICT (id) DO UPDATE SET api_key = excluded.api_key, address = excluded.address`,
  )
  return {
    find(id: SearchEngineId): SearchEngineRow {
      const row = get.get(id)
      return row ? { apiKey: secrets.open(row.api_key), address: row.address } : { apiKey: '', address: '' }
    },
    /** Whether there is a key, without opening it. */
    hasKey: (id: SearchEngineId): boolean => (get.get(id)?.api_key ?? '') !== '',
    addressOf: (id: SearchEngineId): string => get.get(id)?.address ?? '',
    save(id: SearchEngineId, { apiKey, address }: SearchEngineRow): void {
      put.run(id, secrets.seal(apiKey), address)
    },
  }
}
