import { homedir } from 'node:os'
import { type Client, createClient } from '../../../shared/client'
import { connectOwner, type OwnerConnection } from '../socket/client'
import { OwnerProblem, type OwnerProblemKind } from '../socket/owner-problem'
import { chooseDataFolder } from './data-folder'
import type { ExitName } from './exit-codes'
import { Failure } from './failure'
import type { Io } from './io'
import { jsonLine } from './terminal-text'

/** The owner of the vault, as a command talks to it. */
export interface Owner extends Client {
  connection: OwnerConnection
}

/** What a command gets to work with. */
export interface Context {
  io: Io
  dataDir: string
  json: boolean
  /** Connects on first use. Throws Failure with what to do. */
  owner(): Promise<Owner>
  /** One line of JSON on standard output. */
  writeJson(value: unknown): Promise<void>
  /** What happens, for the person alone: on standard error, unless they asked for quiet. */
  note(text: string): void
  /** Text in grey where colours are shown. */
  dim(text: string): string
  bold(text: string): string
  /** Columns of the terminal; 100 where there is none. */
  columns: number
  close(): void
}

const exitForProblem: Record<OwnerProblemKind, ExitName> = {
  'not-running': 'notRunning',
  unsafe: 'notRunning',
  'other-version': 'otherVersion',
  busy: 'failed',
  'connection-lost': 'failed',
}

/** Says of every error what the command ends with. */
export function asFailure(error: unknown): unknown {
  return error instanceof OwnerProblem ? new Failure(exitForProblem[error.kind], error.message, error.kind) : error
}

export function createContext(io: Io, options: { data: string | undefined; json: boolean; quiet: boolean }): Context {
  const dataDir = chooseDataFolder(options.data, { env: io.env, cwd: io.cwd, platform: process.platform, home: homedir() })
  const coloured = io.outColumns !== null && !io.env.NO_COLOR && io.env.TERM !== 'dumb'
  let owner: Promise<Owner> | null = null

  async function connect(): Promise<Owner> {
    try {
      const connection = await connectOwner({ dataDir, as: 'cli', version: io.version })
      return { ...createClient(connection), connection }
    } catch (error) {
      throw asFailure(error)
    }
  }

  return {
    io,
    dataDir,
    json: options.json,
    owner() {
      owner ??= connect()
      return owner
    },
    writeJson: (value) => io.out(jsonLine(value)),
    note(text) {
      if (!options.quiet) io.error(`${text}\n`)
    },
    dim: (text) => (coloured ? `\x1b[2m${text}\x1b[22m` : text),
    bold: (text) => (coloured ? `\x1b[1m${text}\x1b[22m` : text),
    columns: Math.max(io.outColumns ?? 100, 40),
    close() {
      void owner?.then(
        ({ connection }) => connection.close(),
        () => {},
      )
    },
  }
}
