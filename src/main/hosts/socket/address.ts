import { createHash, randomBytes } from 'node:crypto'
import { chmodSync, lstatSync, mkdirSync, readFileSync, realpathSync, rmdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { OwnerProblem } from './owner-problem'

/** The kernel takes 108 bytes for the name of a socket, macOS 104, each with a zero at the end. */
const LONGEST_PATH = 100
const socketName = 'owner.sock'
/** Says where the socket is when it is not in the data folder. */
const addressName = 'owner.address'

/** Where a socket may lie beside the data folder; for tests. */
export interface Surroundings {
  platform: NodeJS.Platform
  /** Folders to try, in order. */
  temporary: readonly string[]
  /** The user's number; null where there is none (Windows). */
  uid: number | null
}

export const ownSurroundings = (): Surroundings => ({
  platform: process.platform,
  temporary: [process.env.XDG_RUNTIME_DIR ?? '', tmpdir(), '/tmp'].filter((folder) => folder !== ''),
  uid: process.getuid?.() ?? null,
})

export interface OwnerAddress {
  /** What to listen on: the path of a socket, or the name of a pipe. */
  path: string
  /** Removes what was made for it. */
  release(): void
}

const fits = (path: string) => Buffer.byteLength(path) <= LONGEST_PATH

function unsafe(message: string, cause?: unknown): OwnerProblem {
  return new OwnerProblem('unsafe', message, cause)
}

/** Throws unless `folder` is a real folder of ours that nobody else may enter. */
function assertPrivate(folder: string, uid: number | null): void {
  if (uid === null) return
  const found = lstatSync(folder)
  if (!found.isDirectory() || found.uid !== uid || (found.mode & 0o077) !== 0)
    throw unsafe(
      `Other users of this computer can enter ${folder}, or it is not yours, so Cortexa does not talk through it. Make it your own with: chmod 700 "${folder}"`,
    )
}

/** Makes the folder, or takes rights of others off one that is ours. */
function makePrivate(folder: string, uid: number | null): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const found = lstatSync(folder)
  if (uid !== null && found.isDirectory() && found.uid === uid && (found.mode & 0o077) !== 0) chmodSync(folder, 0o700)
  assertPrivate(folder, uid)
}

/**
 * The address for the owner of a data folder to listen on: `owner.sock` in the folder when that name is short enough and the folder can be
 * private, else in a private folder elsewhere, with a file in the data folder that says where. On Windows a named pipe whose name nobody
 * can guess who cannot read the data folder. What a dead owner left at the address is removed, so this is only for the process that owns
 * the vault (owner-lock.ts). Throws OwnerProblem when no place is private.
 */
export function takeAddress(dataDir: string, surroundings: Surroundings = ownSurroundings()): OwnerAddress {
  const { platform, temporary, uid } = surroundings
  const real = realpathSync(dataDir)
  const pointer = join(real, addressName)
  const hash = createHash('sha256').update(real).digest('hex').slice(0, 20)
  rmSync(pointer, { force: true })

  if (platform === 'win32') {
    const path = `\\\\.\\pipe\\cortexa-${hash}-${randomBytes(16).toString('hex')}`
    writeFileSync(pointer, path, { mode: 0o600 })
    return { path, release: () => rmSync(pointer, { force: true }) }
  }
  const inside = join(real, socketName)
  if (fits(inside) && canBePrivate(real, uid)) {
    removeStale(inside)
    return { path: inside, release: () => {} }
  }
  const folder = temporary.map((place) => join(place, `cortexa-${hash}`)).find((place) => fits(join(place, socketName)))
  if (folder === undefined)
    throw unsafe('No folder for temporary files has a name that is short enough for a socket. Set XDG_RUNTIME_DIR to a short one.')
  makePrivate(folder, uid)
  const path = join(folder, socketName)
  removeStale(path)
  writeFileSync(pointer, path, { mode: 0o600 })
  return {
    path,
    release() {
      rmSync(pointer, { force: true })
      try {
        rmdirSync(folder)
      } catch {
        // Something else lies in it; it stays.
      }
    },
  }
}

function canBePrivate(folder: string, uid: number | null): boolean {
  try {
    makePrivate(folder, uid)
    return true
  } catch {
    // Some disks, such as those of memory sticks, know no owners and no sockets.
    return false
  }
}

/** Removes a socket that nobody listens on any more, and never anything else. */
function removeStale(path: string): void {
  const found = lstatSync(path, { throwIfNoEntry: false })
  if (found === undefined) return
  if (!found.isSocket()) throw unsafe(`${path} is in the way of the socket of Cortexa. Move it elsewhere, then start Cortexa again.`)
  rmSync(path)
}

/**
 * Where the owner of a data folder listens, if there is one. Throws OwnerProblem: not-running when there is no folder or no socket, unsafe
 * when others could have put one there.
 */
export function findAddress(dataDir: string, surroundings: Surroundings = ownSurroundings()): string {
  const { platform, uid } = surroundings
  let real: string
  try {
    real = realpathSync(dataDir)
  } catch (cause) {
    throw notRunning(cause)
  }
  const pointer = readPointer(join(real, addressName))
  if (platform === 'win32') {
    if (pointer === null) throw notRunning()
    return pointer
  }
  const path = pointer ?? join(real, socketName)
  const found = lstatSync(path, { throwIfNoEntry: false })
  if (found === undefined || !found.isSocket()) throw notRunning()
  assertPrivateWords(dirname(path), uid)
  if (uid !== null && found.uid !== uid) throw unsafe(`The socket ${path} belongs to another user, so nothing is sent through it.`)
  return path
}

function assertPrivateWords(folder: string, uid: number | null): void {
  try {
    assertPrivate(folder, uid)
  } catch (error) {
    throw error instanceof OwnerProblem ? error : notRunning(error)
  }
}

function readPointer(file: string): string | null {
  try {
    const text = readFileSync(file, 'utf8')
    return text.length > 0 && text.length < 1000 && !text.includes('\n') ? text : null
  } catch {
    return null
  }
}

export function notRunning(cause?: unknown): OwnerProblem {
  return new OwnerProblem('not-running', 'Cortexa is not running. Open the window, or run `cortexa serve`, then try again.', cause)
}
