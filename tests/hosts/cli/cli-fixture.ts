import { Readable } from 'node:stream'
import { afterAll, afterEach } from 'vitest'
import type { AppOptions } from '../../../src/main/app/app'
import type { Io } from '../../../src/main/hosts/cli/io'
import { runCli } from '../../../src/main/hosts/cli/run-cli'
import { type SocketHost, serveSocket } from '../../../src/main/hosts/socket/server'
import { closeApp, closeApps, startApp, startWithVault, type TestApp, workerDir } from '../../support/app'

const hosts: SocketHost[] = []

async function closeAll(): Promise<void> {
  for (const host of hosts.splice(0)) await host.close()
  await closeApps()
}

/** Closes every owner after each test, or after all tests of a file that share one. */
export const closeOwnersAfterEach = () => afterEach(closeAll)
export const closeOwnersAfterAll = () => afterAll(closeAll)

/** The real app with its socket, as the window and `cortexa serve` have it. */
export async function startOwner(
  options: Partial<AppOptions> = {},
  vault = true,
): Promise<TestApp & { host: SocketHost; end(): Promise<void> }> {
  const running = vault ? await startWithVault(options) : startApp(options)
  const { app, dataDir } = running
  const endpoints = { cli: app.endpointFor('cli'), mcp: app.endpointFor('mcp') }
  const host = await serveSocket({ endpoints, dataDir, appVersion: '0.0.0-test' })
  hosts.push(host)
  return {
    ...running,
    host,
    async end() {
      await host.close()
      await closeApp(app)
    },
  }
}

export interface CliResult {
  code: number
  out: string
  error: string
  /** What was written as JSON, a value for each line. */
  json: <T = Record<string, unknown>>() => T[]
}

interface CliOptions {
  dataDir: string
  stdin?: string | Buffer
  /** As on a terminal of so many columns. */
  columns?: number
  env?: Record<string, string>
  cwd?: string
  /** Standard input is the keyboard. */
  stdinTty?: boolean
  /** Called with what has been written to standard error so far. */
  onError?: (text: string) => void
  interrupt?: Promise<void>
}

/** Runs one command line in this process. */
export async function cortexa(argv: readonly string[], options: CliOptions): Promise<CliResult> {
  const out: Buffer[] = []
  let error = ''
  const listeners = new Set<() => void>()
  let given = false
  void options.interrupt?.then(() => {
    given = true
    for (const act of [...listeners]) act()
  })
  const io: Io = {
    argv,
    env: { CORTEXA_DATA: options.dataDir, ...options.env },
    cwd: options.cwd ?? options.dataDir,
    stdin: Object.assign(Readable.from(options.stdin === undefined ? [] : [Buffer.from(options.stdin)]), {
      isTTY: options.stdinTty ?? false,
    }),
    async out(text) {
      out.push(Buffer.from(text))
    },
    error(text) {
      error += text
      options.onError?.(error)
    },
    outColumns: options.columns ?? null,
    interrupts: {
      get given() {
        return given
      },
      listen(act) {
        listeners.add(act)
        if (given) setImmediate(act)
        return () => listeners.delete(act)
      },
    },
    builtDir: workerDir,
    version: '0.0.0-test',
    now: Date.now,
  }
  const code = await runCli(io)
  const text = Buffer.concat(out).toString()
  return {
    code,
    out: text,
    error,
    json: <T>() =>
      text
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line) as T),
  }
}
