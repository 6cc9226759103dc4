import type { Readable } from 'node:stream'
import type { Endpoint } from '../../shared/client'
import { createClient } from '../../shared/client'
import { AppError, type ErrorCode } from '../../shared/errors'
import { readFirstLine } from './first-line'
import { headlessHelp, readHeadlessArguments } from './headless-arguments'
import { serveHttp } from './server'

/** The parts of an app that this host needs. */
export interface HostedApp {
  /** For this host itself: opens the vault. */
  endpoint: Endpoint
  /** What programs are served. */
  programs: Endpoint
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
  /** May throw AppError, such as VAULT_IN_USE. */
  createApp: (dataDir: string) => HostedApp
}

const exitCodes: Partial<Record<ErrorCode, number>> = {
  BAD_INPUT: 2,
  WEAK_PASSPHRASE: 2,
  WRONG_PASSPHRASE: 10,
  TOO_MANY_REQUESTS: 10,
  VAULT_IN_USE: 11,
  HEADER_DAMAGED: 12,
  HEADER_TAMPERED: 12,
  HEADER_UNSUPPORTED: 12,
  HEADER_MISSING: 12,
  HEADER_ROLLBACK: 12,
  VAULT_TOO_NEW: 12,
  VAULT_DAMAGED: 12,
  COMMITS_LOST: 12,
  VAULT_ABSENT: 13,
}

/** Opens, or with `create` makes, the vault behind the endpoint. Returns the recovery key of a new one. */
async function openVault(endpoint: Endpoint, passphrase: string, create: boolean): Promise<string | null> {
  const client = createClient(endpoint)
  const status = await client.call('vault-status', {})
  switch (status.state) {
    case 'unlocked':
      return null
    case 'locked':
      await client.call('unlock-vault', { passphrase })
      return null
    case 'absent':
      if (!create)
        throw new AppError('VAULT_ABSENT', 'There is no vault in this folder. Give the right folder, or --create to make a vault there.')
      return (await client.call('create-vault', { passphrase })).recoveryKey
    case 'broken':
      throw new AppError(
        status.problem?.code === 'VAULT_IN_USE' ? 'VAULT_IN_USE' : 'VAULT_DAMAGED',
        status.problem?.message ?? 'The vault cannot be opened. Open the folder in the app, which shows what can be done.',
      )
  }
}

/** Tells of the failure in one sentence and answers the exit code. */
function report(error: unknown, writeError: (text: string) => void): number {
  if (error instanceof AppError) {
    writeError(`${error.message.replace(/\s+/g, ' ')} (${error.code})\n`)
    return exitCodes[error.code] ?? 1
  }
  const code = (error as NodeJS.ErrnoException | null)?.code
  if (code === 'EADDRINUSE' || code === 'EACCES')
    writeError(`The port is taken or not allowed; choose another one with --port. (${code})\n`)
  else writeError(`The app could not start. (${typeof code === 'string' ? code : 'INTERNAL'})\n`)
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
  const passphrase = await Promise.race([readFirstLine(dependencies.stdin), stopped])
  if (passphrase === undefined) return 0
  if (passphrase === null) {
    writeError('There was no passphrase. Give it as the first line of standard input. See --help.\n')
    return 2
  }

  let app: HostedApp | undefined
  let stopping = false
  void stopped.then(() => {
    stopping = true
  })
  try {
    app = dependencies.createApp(options.dataDir)
    const recoveryKey = await openVault(app.endpoint, passphrase, options.create)
    if (recoveryKey !== null && options.printRecoveryKey) writeError(`recovery-key ${recoveryKey}\n`)
    if (stopping) return 0
    const token = dependencies.createToken()
    const http = await serveHttp({ endpoint: app.programs, port: options.port, token, host: '127.0.0.1' })
    writeOut(`${JSON.stringify({ ready: true, url: http.url, token })}\n`)
    await stopped
    await http.close()
    return 0
  } catch (error) {
    return report(error, writeError)
  } finally {
    await app?.close()
  }
}
