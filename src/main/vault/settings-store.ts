import { Settings } from '../../shared/contract/settings'
import type { VaultDatabase } from '../db/open-database'
import type { SecretBox } from './secret-box'

/** Settings with the key, as only the model client sees them. */
export interface StoredSettings {
  settings: Settings
  apiKey: string
}

const defaults: Settings = {
  endpoint: { baseUrl: '', model: '', embeddingModel: '' },
  hasApiKey: false,
  engine: 'builtin',
  autoSummary: true,
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
}

export interface SettingsStore {
  read(): StoredSettings
  write(next: StoredSettings): void
  readFlag(key: string): string | null
  writeFlag(key: string, value: string): void
}

/** Settings live in the vault; a field that a newer or older program wrote in another shape falls back to its default. */
export function createSettingsStore(db: VaultDatabase, secrets: SecretBox): SettingsStore {
  const get = db.prepare<[string], { value: string }>('SELECT value FROM settings WHERE key = ?')
  const put = db.prepare('INSERT INTO settings (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value')

  return {
    read() {
      const apiKey = secrets.open(get.get('api-key')?.value ?? '')
      const stored: unknown = JSON.parse(get.get('settings')?.value ?? '{}')
      const result: Record<string, unknown> = { ...defaults }
      if (typeof stored === 'object' && stored !== null) {
        for (const [key, value] of Object.entries(stored)) {
          const field = Object.hasOwn(Settings.shape, key) ? Settings.shape[key as keyof typeof Settings.shape] : undefined
          const parsed = field?.safeParse(value)
          if (parsed?.success) result[key] = parsed.data
        }
      }
      return { settings: { ...Settings.parse(result), hasApiKey: apiKey !== '' }, apiKey }
    },
    write({ settings, apiKey }) {
      put.run('settings', JSON.stringify(settings))
      put.run('api-key', secrets.seal(apiKey))
    },
    readFlag: (key) => get.get(`flag:${key}`)?.value ?? null,
    writeFlag(key, value) {
      put.run(`flag:${key}`, value)
    },
  }
}
