import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { type App, type AppOptions, createApp } from '../../src/main/app/app'
import { type Client, createClient } from '../../src/shared/client'
import type { AppEvent } from '../../src/shared/contract/events'
import { cheapKdf } from './cheap-kdf'
import { shareEmbedder } from './shared-embedder'

export const PASSPHRASE = 'correct horse battery staple'

/** The built workers; `npm test` builds before it tests. */
export const workerDir = resolve(__dirname, '../../out/main')

const borrowEmbedder = shareEmbedder(join(workerDir, 'embedding-worker.js'))

const openApps = new Set<App>()
const folders: string[] = []

export function makeFolder(name = 'vault'): string {
  const folder = mkdtempSync(join(tmpdir(), `cortexa-${name}-`))
  folders.push(folder)
  return folder
}

export interface TestApp {
  app: App
  window: Client
  program: Client
  dataDir: string
  events: AppEvent[]
}

/**
 * The real program on a real folder, with cheap key derivation and an encoder that is shared, unless `runKdf: undefined` or
 * `builtinEmbedder: undefined` asks for the app's own. Closed by `closeApps`.
 */
export function startApp(options: Partial<AppOptions> = {}): TestApp {
  const dataDir = options.dataDir ?? makeFolder()
  const app = createApp({
    dataDir,
    workerDir,
    runtime: { host: 'headless', name: 'Node.js', version: process.versions.node, fallback: false },
    appVersion: '0.0.0-test',
    kdfParameters: { t: 1, m: 8192 },
    runKdf: cheapKdf,
    builtinEmbedder: borrowEmbedder(),
    ...options,
  })
  openApps.add(app)
  const events: AppEvent[] = []
  app.endpoint.subscribe((event) => events.push(event))
  return { app, window: createClient(app.endpoint), program: createClient(app.endpointFor('http')), dataDir, events }
}

/** A started app with a vault in it. */
export async function startWithVault(options: Partial<AppOptions> = {}): Promise<TestApp> {
  const running = startApp(options)
  await running.window.call('create-vault', { passphrase: PASSPHRASE })
  return running
}

export async function closeApp(app: App): Promise<void> {
  openApps.delete(app)
  await app.close()
}

export async function closeApps(): Promise<void> {
  for (const app of [...openApps]) await closeApp(app)
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
}
