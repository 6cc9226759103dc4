import type { Readable } from 'node:stream'
import type { Endpoint } from '../../../shared/client'
import { createClient } from '../../../shared/client'
import { AppError, type ErrorCode } from '../../../shared/errors'
import { readFirstLine } from './first-line'
import { headlessHelp, readHeadlessArguments } from './headless-arguments'
import { serveHttp } from './server'
import { createSessionAccess } from './session-access'

/** The parts of an app that this host needs. */
export interface HostedApp {
  /** For this host itself: opens the vault. */
  endpoint: Endpoint
  /** What programs are served. */
  programs: Endpoint
  /** What assistants are served. */
  assistants?: Endpoint
  /** Serves the other programs of this person by the socket of the data folder. */
  openSocket?: () => Promise<{ path: string; close(): Promise<void> }>
  /** Locks the vault and lets go of the folder. */
  close(): Promise<void>
}

export interface HeadlessDependencies {
  argv: readonly string[]
  stdin: Readable
  writeOut: (text: string) => void
  writeError: (text: string) => void
  /** Resolves when the program is asked to end. */
  stopped: Promise<void>
  createToken: () => string
  appVersion: string
  /** May throw AppError, such as VAULT_IN_USE. */
  createApp: (dataDir: string) => HostedApp
  /** Makes the folder of a vault for trying out, and an app whose keys cost little; closing that app removes the folder. */
  createThrowAway?: () => { app: HostedApp; dataDir: string }
}

const exitCodes: Partial<Record<ErrorCode, number>> = {
  BAD_INPUT: 2,
  WEAK_PASSPHRASE: 2,
  WRONG_PASSPHRASE: 10,
  TOO_MANY_REQUESTS: 10,
  VAULT_IN_USE: 11,
  HEADER_DAMAGED: 14,
  HEADER_TAMPERED: 14,
  HEADER_UNSUPPORTED: 14,
  HEADER_MISSING: 14,
  HEADER_ROLLBACK: 14,
  VAULT_TOO_NEW: 14,
  VAULT_DAMAGED: 14,
  COMMITS_LOST: 14,
  VAULT_ABSENT: 13,
}

/**
 * Opens, or with `create` makes, the vault behind the endpoint. Returns the recovery key of a new one. Without a passphrase it tells of
 * what is wrong with the folder first: a passphrase would not help there.
 */
async function openVault(endpoint: Endpoint, passphrase: string | null, create: boolean): Promise<string | null> {
  const client = createClient(endpoint)
  const status = await client.call('vault-status', {})
  switch (status.state) {
    case 'unlocked':
      return null
    case 'locked':
      await client.call('unlock-vault', { passphrase: given(passphrase) })
      return null
    case 'absent':
      if (!create)
        throw new AppError('VAULT_ABSENT', 'There is no vault in this folder. Give the right folder, or --create to make a vault there.')
      return (await client.call('create-vault', { passphrase: given(passphrase) })).recoveryKey
    case 'broken':
      throw new AppError(
        status.problem?.code === 'VAULT_IN_USE' ? 'VAULT_IN_USE' : 'VAULT_DAMAGED',
        status.problem?.message ?? 'The vault cannot be opened. Open the folder in the app, which shows what can be done.',
      )
  }
}

function given(passphrase: string | null): string {
  if (passphrase === null)
    throw new AppError('BAD_INPUT', 'There was no passphrase. Give it as the first line of standard input. See --help.')
  return passphrase
}

/** Tells of the failure in one sentence, or as one line of JSON, and answers the exit code. */
function report(error: unknown, writeError: (text: string) => void, json: boolean): number {
  const tell = (message: string, code: string) =>
    writeError(json ? `${JSON.stringify({ error: { code, message } })}\n` : `${message} (${code})\n`)
  if (error instanceof AppError) {
    tell(error.message.replace(/\s+/g, ' '), error.code)
    return exitCodes[error.code] ?? 1
  }
  const code = (error as NodeJS.ErrnoException | null)?.code
  if (code === 'EADDRINUSE' || code === 'EACCES') tell('The port is taken or not allowed; choose another one with --port.', code)
  else tell('The app could not start.', typeof code === 'string' ? code : 'INTERNAL')
  return 1
}

/**
 * Runs the app without a window until it is told to stop, and answers the exit code. Standard output gets exactly one
 * line, once programs may connect; nothing that was thought, typed or chosen by a person is ever written besides
 * the recovery key that was asked for.
 */
export async function runHeadless(dependencies: HeadlessDependencies): Promise<number> {
  const { writeOut, writeError, stopped } = dependencies
  const options = readHeadlessArguments(dependencies.argv)
  if (options === 'help') {
    writeOut(headlessHelp)
    return 0
  }
  if ('problem' in options) {
    writeError(`${options.problem} See --help.\n`)
    return 2
  }
  const firstLine = options.throwAway ? Promise.resolve(dependencies.createToken()) : readFirstLine(dependencies.stdin)
  const passphrase = await Promise.race([firstLine, stopped])
  if (passphrase === undefined) return 0

  let app: HostedApp | undefined
  let stopping = false
  void stopped.then(() => {
    stopping = true
  })
  try {
    let { dataDir } = options
    const throwAway = options.throwAway ? dependencies.createThrowAway?.() : undefined
    if (throwAway) dataDir = throwAway.dataDir
    app = throwAway?.app ?? dependencies.createApp(dataDir)
    const recoveryKey = await openVault(app.endpoint, passphrase, options.create)
    if (recoveryKey !== null && options.printRecoveryKey) writeError(`recovery-key ${recoveryKey}\n`)
    if (stopping) return 0
    const socket = await app.openSocket?.().catch((error: unknown) => {
      if (options.socketOnly) throw error
      report(error, writeError, options.json)
      return undefined
    })
    const places = socket ? { socket: socket.path, dataDir } : {}
    const { appVersion } = dependencies
    const token = dependencies.createToken()
    const { programs: endpoint, assistants } = app
    const access = createSessionAccess(token)
    const http = options.socketOnly
      ? null
      : await serveHttp({ endpoint, ...(assistants ? { assistants } : {}), port: options.port, access, appVersion })
    writeOut(`${JSON.stringify({ ready: true, ...(http ? { url: http.url, token } : {}), ...places })}\n`)
    await stopped
    await Promise.all([http?.close(), socket?.close()])
    return 0
  } catch (error) {
    return report(error, writeError, options.json)
  } finally {
    await app?.close()
  }
}
