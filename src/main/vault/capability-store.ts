import type { VaultDatabase } from '../db/open-database'

/** What was found out about a model server and model, kept over restarts so that it is found out once. */
export function createCapabilityStore<T>(db: VaultDatabase, parse: (value: unknown) => T | undefined) {
  const get = db.prepare<[string], { value: string }>('SELECT value FROM model_capabilities WHERE key = ?')
  const put = db.prepare('INSERT INTO model_capabilities (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value')

  return {
    get(key: string): T | undefined {
      const row = get.get(key)
      return row ? parse(JSON.parse(row.value)) : undefined
    },
    set(key: string, value: T): void {
      put.run(key, JSON.stringify(value))
    },
  }
}
