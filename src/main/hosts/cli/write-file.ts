import { randomBytes } from 'node:crypto'
import { link, lstat, open, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { Failure } from './failure'

const taken = (path: string) => new Failure('usage', `${path} is there already. Choose another name, or overwrite it with --force.`)

/** Throws Failure when something has this name; asked before long work begins. */
export async function assertFree(path: string, force: boolean): Promise<void> {
  const found = await lstat(path).catch(() => null)
  if (found === null) {
    if ((await lstat(dirname(path)).catch(() => null)) === null)
      throw new Failure('usage', `There is no folder ${dirname(path)}. Make it first.`)
    return
  }
  if (found.isDirectory()) throw new Failure('usage', `${path} is a folder. Name a file.`)
  if (!force) throw taken(path)
}

/** Writes a new file that is whole or not there. Never replaces one, unless forced. The pieces come as they are asked for. */
export async function writeNewFile(path: string, pieces: AsyncIterable<Uint8Array | string>, force: boolean): Promise<number> {
  const unfinished = join(dirname(path), `.${basename(path)}.${randomBytes(6).toString('hex')}`)
  try {
    const file = await open(unfinished, 'wx', 0o600)
    let bytes = 0
    try {
      for await (const piece of pieces) {
        const part = typeof piece === 'string' ? Buffer.from(piece) : piece
        await file.writeFile(part)
        bytes += part.length
      }
      await file.sync()
    } finally {
      await file.close()
    }
    if (force) await rename(unfinished, path)
    else await nameIt(unfinished, path)
    return bytes
  } catch (error) {
    await rm(unfinished, { force: true }).catch(() => undefined)
    throw inWords(error, path)
  }
}

/** Gives the file its name unless another took it meanwhile; a link fails then, where a rename would replace. */
async function nameIt(unfinished: string, path: string): Promise<void> {
  try {
    await link(unfinished, path)
    await rm(unfinished)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EEXIST') throw taken(path)
    // A disk without links, such as that of a memory stick.
    await assertFree(path, false)
    await rename(unfinished, path)
  }
}

function inWords(error: unknown, path: string): unknown {
  const { code } = error as NodeJS.ErrnoException
  if (code === 'ENOSPC' || code === 'EDQUOT')
    return new Failure('failed', `There is no room left to write ${path}. Free some space and try again.`)
  if (code === 'EACCES' || code === 'EROFS' || code === 'EPERM')
    return new Failure('failed', `${path} may not be written (${code}). Choose another place.`)
  return error
}
