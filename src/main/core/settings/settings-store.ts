import { StoredSettings } from '../../../shared/contract/settings'
import type { VaultDatabase } from '../db/open-database'

const defaults: StoredSettings = {
  engine: 'builtin',
  roles: { thinker: null, worker: null, embedder: null, voice: null },
  autoSummary: true,
  autoBrief: false,
  autoBriefWords: 120,
  autoBriefPerDay: 5,
  autoLockMinutes: 10,
  theme: 'system',
  modelTimeoutSeconds: 600,
  maxOutputTokens: 4096,
  contextTokens: 16_384,
  singleKeyShortcuts: true,
  keepJobsDays: 30,
  prices: [],
  currency: 'USD',
  ceilings: { perDay: null, perType: {} },
  localOnly: false,
  searchEngine: 'duckduckgo',
}

export interface SettingsStore {
  read(): StoredSettings
  write(next: StoredSettings): void
  readFlag(key: string): string | null
  writeFlag(key: string, value: string): void
}

/** Settings live in the vault; a field that a newer or older program wrote in another shape falls back to its default. */
export function createSettingsStore(db: VaultDatabase): SettingsStore {
  const get = db.prepare<[string], { value: string }>('SELECT value FROM settings WHERE key = ?')
  const put = db.prepare('INSERT INTO settings (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value')

  /** Settings are read with every call of a model and every look of the workers, and seldom change. */
  let last: { text: string; value: StoredSettings } | null = null

  return {
    read() {
      const text = get.get('settings')?.value ?? '{}'
      if (last?.text === text) return structuredClone(last.value)
      const stored: unknown = JSON.parse(text)
      const result: Record<string, unknown> = { ...defaults }
      if (typeof stored === 'object' && stored !== null) {
        for (const [key, value] of Object.entries(stored)) {
          const field = Object.hasOwn(StoredSettings.shape, key)
            ? StoredSettings.shape[key as keyof typeof StoredSettings.shape]
            : undefined
          const parsed = field?.safeParse(value)
          if (parsed?.success) result[key] = parsed.data
        }
      }
      last = { text, value: StoredSettings.parse(result) }
      return structuredClone(last.value)
    },
    write(next) {
      put.run('settings', JSON.stringify(next))
    },
    readFlag: (key) => get.get(`flag:${key}`)?.value ?? null,
    writeFlag(key, value) {
      put.run(`flag:${key}`, value)
    },
  }
}
