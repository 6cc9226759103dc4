import type { VaultDatabase } from '../../core/db/open-database'
import type { Capabilities } from '../../core/llm/capability-ladder'

/** What was found out about a model server and model, kept over restarts so that it is found out once. */
export function createCapabilityStore<T>(db: VaultDatabase, parse: (value: unknown) => T | undefined) {
  const get = db.prepare<[string], { value: string }>('SELECT value FROM model_capabilities WHERE key = ?')
  const put = db.prepare('INSERT INTO model_capabilities (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value')
  // U+FFFF comes after all that a key may go on with.
  const range = db.prepare<[string, string], { key: string; value: string }>(
    'SELECT key, value FROM model_capabilities WHERE key >= ? AND key < ? ORDER BY key LIMIT 200',
  )

  return {
    get(key: string): T | undefined {
      const row = get.get(key)
      return row ? parse(JSON.parse(row.value)) : undefined
    },
    set(key: string, value: T): void {
      put.run(key, JSON.stringify(value))
    },
    /** All whose key begins so, at most 200. */
    startingWith(prefix: string): { key: string; value: T }[] {
      return range.all(prefix, `${prefix}\uffff`).flatMap(({ key, value }) => {
        const parsed = parse(JSON.parse(value))
        return parsed === undefined ? [] : [{ key, value: parsed }]
      })
    },
  }
}

export type CapabilityStore = ReturnType<typeof createCapabilityStore<Capabilities>>
