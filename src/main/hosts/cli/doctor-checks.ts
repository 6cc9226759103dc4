import { accessSync, closeSync, constants, existsSync, openSync, readdirSync, readSync, statfsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Context, Owner } from './context'
import { chooseRuntime } from './start-headless'

/** One thing that was looked at: how it is, and what to do when it is not well. */
export interface Finding {
  name: string
  state: 'ok' | 'warn' | 'fail'
  message: string
  /** Null when there is nothing to do. */
  todo: string | null
}

const ok = (name: string, message: string): Finding => ({ name, state: 'ok', message, todo: null })
const warn = (name: string, message: string, todo: string): Finding => ({ name, state: 'warn', message, todo })
const fail = (name: string, message: string, todo: string): Finding => ({ name, state: 'fail', message, todo })

const LITTLE_BYTES = 1024 ** 3
const TOO_LITTLE_BYTES = 100 * 1024 ** 2
const builtFiles = ['headless.js', 'index.js', 'kdf-worker.js', 'embedding-worker.js', 'voice-worker.js', 'vector-index-worker.js']

/** What this computer and this installation have to offer. */
export function checkInstallation(context: Context): Finding[] {
  const { builtDir, version } = context.io
  const runtime = process.versions.electron ? `Electron ${process.versions.electron}` : `Node ${process.versions.node}`
  const missing = builtFiles.filter((file) => !existsSync(join(builtDir, file)))
  const { program } = chooseRuntime(builtDir)
  return [
    Number(process.versions.node.split('.')[0]) >= 18
      ? ok('runtime', `Cortexa ${version} on ${runtime}, ${process.platform} ${process.arch}.`)
      : fail('runtime', `${runtime} is too old for this command.`, 'Install Node 20 or newer.'),
    missing.length === 0
      ? ok('built files', 'All parts of the program are there.')
      : fail(
          'built files',
          `Parts of the program are missing: ${missing.join(', ')}.`,
          'Run `npm run build` in the folder of Cortexa, or install it again.',
        ),
    program === process.execPath && !process.versions.electron && Number(process.versions.node.split('.')[0]) < 24
      ? warn(
          'serve',
          '`cortexa serve` and `cortexa demo` need Node 24, and none came with this installation.',
          'Run `npm install` in the folder of Cortexa.',
        )
      : ok('serve', 'The program that serves the vault without a window can be started.'),
  ]
}

/** The data folder as files tell of it, without opening the vault. */
export function checkDataFolder({ dataDir }: Context): Finding[] {
  let mode: number
  let uid: number
  try {
    ;({ mode, uid } = statSync(dataDir))
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    return code === 'ENOENT'
      ? [
          warn(
            'data folder',
            `There is no vault in ${dataDir} yet.`,
            'Open the Cortexa window, run `cortexa serve --create`, or name another folder with --data.',
          ),
        ]
      : [
          fail(
            'data folder',
            `${dataDir} cannot be used (${code ?? 'unknown reason'}).`,
            'Make sure that it belongs to you and may be written.',
          ),
        ]
  }
  const isOthers = process.getuid !== undefined && uid !== process.getuid()
  const isOpen = process.platform !== 'win32' && (mode & 0o077) !== 0
  return [
    isOthers
      ? fail(
          'data folder',
          `${dataDir} belongs to another user.`,
          'Start Cortexa as that user, or choose a folder of your own with --data.',
        )
      : isOpen
        ? warn(
            'data folder',
            `Other users of this computer can look into ${dataDir}. What is in it is encrypted.`,
            `Run: chmod 700 "${dataDir}"`,
          )
        : ok('data folder', `${dataDir}, for you alone.`),
    checkHeader(dataDir),
    checkSpace(dataDir),
    checkBackups(dataDir),
  ]
}

function checkHeader(dataDir: string): Finding {
  const file = join(dataDir, 'vault.hdr')
  try {
    const descriptor = openSync(file, 'r')
    const start = Buffer.alloc(4)
    const length = readSync(descriptor, start, 0, 4, 0)
    closeSync(descriptor)
    return length === 4 && start.toString('latin1') === 'TVH1'
      ? ok('key file', 'vault.hdr is there and can be read.')
      : fail(
          'key file',
          'vault.hdr is not what Cortexa wrote.',
          'Open the window, which tries its copy vault.hdr.bak; or take the file from a backup.',
        )
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code !== 'ENOENT')
      return fail('key file', `vault.hdr cannot be read (${code ?? 'unknown reason'}).`, 'Make sure that the data folder belongs to you.')
    return existsSync(join(dataDir, 'vault.db'))
      ? fail(
          'key file',
          'There is a vault, and its key file vault.hdr is missing.',
          'Put vault.hdr.bak or the one of a backup in its place. Without it nobody can open the vault.',
        )
      : warn('key file', 'There is no vault in this folder yet.', 'Open the Cortexa window, or run `cortexa serve --create`.')
  }
}

function checkSpace(dataDir: string): Finding {
  const { bavail, bsize } = statfsSync(dataDir)
  const free = bavail * bsize
  const words = `${(free / 1e9).toFixed(1)} GB free on the disk of the vault.`
  if (free < TOO_LITTLE_BYTES) return fail('disk space', words, 'Free some space: with a full disk nothing can be saved.')
  return free < LITTLE_BYTES ? warn('disk space', words, 'Free some space soon.') : ok('disk space', words)
}

function checkBackups(dataDir: string): Finding {
  const folder = join(dataDir, 'backups')
  const newest = existsSync(folder)
    ? readdirSync(folder)
        .filter((name) => /^\d{4}-\d\d-\d\dT[\d-]+Z(?:-\d+)?(?:-incomplete)?$/.test(name))
        .sort()
        .at(-1)
    : undefined
  if (newest === undefined) return warn('backups', 'There is no backup yet.', 'Run `cortexa backup`, and copy its folder to another disk.')
  return newest.endsWith('-incomplete')
    ? warn('backups', `The newest, ${newest}, lacks files.`, 'Run `cortexa backup`: it names the files that are missing or damaged.')
    : ok('backups', `The newest is ${newest}.`)
}

/** The process that owns the vault; null when there is none that can be talked to. */
export async function checkOwner(context: Context): Promise<{ finding: Finding; owner: Owner | null }> {
  try {
    const owner = await context.owner()
    const { appVersion } = owner.connection
    const same = appVersion === context.io.version
    const words = `Cortexa ${appVersion} is running and answers.`
    return {
      owner,
      finding: same
        ? ok('running', words)
        : warn('running', `${words} This command is version ${context.io.version}.`, 'End Cortexa and start it again.'),
    }
  } catch (error) {
    const message = error instanceof Error ? error.message : 'Cortexa cannot be reached.'
    const lock = join(context.dataDir, 'lock.db')
    const notRunning = error instanceof Error && 'code' in error && error.code === 'not-running'
    return {
      owner: null,
      finding: notRunning
        ? warn(
            'running',
            message,
            existsSync(lock) ? 'If it is running all the same, end it and start it again.' : 'Start it when you want to use it.',
          )
        : fail('running', message, 'End Cortexa and start it again.'),
    }
  }
}

/** What only an open vault can tell. */
export async function checkVault(owner: Owner): Promise<Finding[]> {
  const status = await owner.call('vault-status', {})
  if (status.problem) return [fail('vault', status.problem.message, 'Open the Cortexa window, which says what can be done.')]
  if (status.state !== 'unlocked') return [warn('vault', 'The vault is locked.', 'Unlock it in the Cortexa window to have more looked at.')]
  const { counts, paused } = await owner.call('list-jobs', { limit: 1 })
  const queue = paused
    ? warn('queue', 'The queue is paused, so nothing starts.', 'Resume it in the Cortexa window, under Jobs.')
    : counts.dead > 0
      ? warn('queue', `${counts.dead} jobs gave up; ${counts.pending} wait.`, 'See `cortexa jobs --status dead`, then `cortexa retry`.')
      : ok('queue', `${counts.running} jobs run, ${counts.pending} wait, none gave up.`)
  return [ok('vault', 'The vault is open.'), queue, ...(await checkServers(owner))]
}

async function checkServers(owner: Owner): Promise<Finding[]> {
  const { engine, endpoints } = await owner.call('get-settings', {})
  const thinker = engine === 'builtin' ? [ok('engine', 'The built-in engine thinks; no model server is needed.')] : []
  const servers = await Promise.all(
    endpoints.map(async ({ id, name }) => {
      try {
        const { models } = await owner.call('list-endpoint-models', { id })
        return ok(`server ${name}`, `It answers, with ${models.length} models.`)
      } catch (error) {
        const words = error instanceof Error ? error.message : 'It does not answer.'
        return warn(`server ${name}`, words, 'Start the server, or look at it in Settings. Jobs that need it wait and go on by themselves.')
      }
    }),
  )
  return [...thinker, ...servers]
}
