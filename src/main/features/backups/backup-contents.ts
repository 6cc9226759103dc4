import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { AppError } from '../../../shared/errors'
import { type BlobStore, createBlobStore } from '../../core/crypto/blob-store'
import { decodeHeader } from '../../core/crypto/vault-header'
import type { Cipher } from '../../core/db/connection-contract'
import { type BlobName, type NamedBlob, openCopy } from '../../core/db/open-copy'
import { copyBytes, SourceUnreadable } from '../../core/files/copy-bytes'
import { fileCode, syncFolder } from '../../core/files/private-files'

export interface ContentsTask {
  dataDir: string
  /** The folder of the copy, with the database in it. */
  staging: string
  vaultId: string
  cipher: Cipher
  /** 32 bytes each. */
  databaseKey: Uint8Array
  blobsKey: Uint8Array
  nativeBinding: string | undefined
}

/** A file that is not whole in the backup: because the vault's own is not, or because only the copy went wrong. */
export interface BackupProblem extends BlobName {
  blobId: string
  where: 'vault' | 'copy'
  fault: 'missing' | 'damaged' | 'unreadable'
}

export interface BackupContents {
  items: number
  jobs: number
  /** Files that were read back whole. */
  files: number
  bytes: number
  problems: BackupProblem[]
  /** All of them; `problems` has the first MAX_PROBLEMS. */
  problemCount: number
}

export const MAX_PROBLEMS = 50
/** Any parameters pass: the header was opened when the vault was unlocked, and here it is compared. */
const anyKdf = { t: { min: 1, max: Number.MAX_SAFE_INTEGER }, m: { min: 1, max: Number.MAX_SAFE_INTEGER } }

/**
 * Copies the header and every file that the copied database names into the copy, and reads all of it back: each page of the database, each
 * authentication tag of each file. A file that is not whole is a problem, not a failure. Blocks while the database is checked; meant for a
 * thread. Throws VAULT_DAMAGED, HEADER_DAMAGED, the signal's reason, and errors of writing.
 */
export async function fillBackup(task: ContentsTask, signal: AbortSignal): Promise<BackupContents> {
  const { dataDir, staging, vaultId, nativeBinding } = task
  const header = await copyHeader(dataDir, staging, vaultId)
  const database = join(staging, 'vault.db')
  const copy = openCopy({ file: database, key: task.databaseKey, cipher: task.cipher, nativeBinding })
  const key = Buffer.from(task.blobsKey)
  try {
    const files = createFileCopier(join(dataDir, 'blobs'), join(staging, 'blobs'), { key, vaultId, signal })
    const contents: BackupContents = {
      items: copy.items,
      jobs: copy.jobs,
      files: 0,
      bytes: header + (await stat(database)).size,
      problems: [],
      problemCount: 0,
    }
    for (const blob of copy.blobs()) {
      signal.throwIfAborted()
      const { bytes, problem } = await files.take(blob)
      contents.bytes += bytes
      if (problem === null) contents.files += 1
      else {
        contents.problemCount += 1
        if (contents.problems.length < MAX_PROBLEMS) contents.problems.push({ blobId: blob.id, ...problem, ...copy.nameOf(blob.id) })
      }
    }
    await syncTree(join(staging, 'blobs'))
    await syncFolder(staging)
    return contents
  } finally {
    key.fill(0)
    copy.close()
  }
}

type Fault = Pick<BackupProblem, 'where' | 'fault'>

function createFileCopier(source: string, target: string, options: { key: Buffer; vaultId: string; signal: AbortSignal }) {
  const { key, vaultId, signal } = options
  const vault = createBlobStore({ dir: source, key, vaultId })
  const copies = createBlobStore({ dir: target, key, vaultId })

  /** Reads a file to its end. null when every tag is right. */
  async function verify(store: BlobStore, { id, wrapped_key }: NamedBlob): Promise<Fault['fault'] | null> {
    try {
      for await (const piece of store.stream(id, wrapped_key, signal)) piece.fill(0)
      return null
    } catch (error) {
      signal.throwIfAborted()
      if (error instanceof AppError) return error.code === 'BLOB_MISSING' ? 'missing' : 'damaged'
      if (fileCode(error) !== undefined) return 'unreadable'
      throw error
    }
  }

  /** Copies one file. The fault when the vault's own cannot be read. */
  async function copyOne(from: string, to: string): Promise<{ bytes: number; problem: Fault | null }> {
    await mkdir(dirname(to), { recursive: true, mode: 0o700 })
    try {
      return { bytes: await copyBytes(from, to, signal), problem: null }
    } catch (error) {
      if (!(error instanceof SourceUnreadable)) throw error
      return { bytes: 0, problem: { where: 'vault', fault: fileCode(error.cause) === 'ENOENT' ? 'missing' : 'unreadable' } }
    }
  }

  return {
    async take(blob: NamedBlob): Promise<{ bytes: number; problem: Fault | null }> {
      const hex = blob.id.replaceAll('-', '').toLowerCase()
      const name = join(hex.slice(0, 2), `${hex}.tvb`)
      for (let attempt = 1; ; attempt += 1) {
        const { bytes, problem } = await copyOne(join(source, name), join(target, name))
        if (problem !== null) return { bytes, problem }
        const fault = await verify(copies, blob)
        if (fault === null) return { bytes, problem: null }
        const own = await verify(vault, blob)
        // The damaged bytes are kept: most of them may still be of use.
        if (own !== null) return { bytes, problem: { where: 'vault', fault: own } }
        if (attempt === 2) return { bytes, problem: { where: 'copy', fault } }
        await rm(join(target, name), { force: true })
      }
    },
  }
}

/** Copies the header once it proved readable, and compares. Gives its size. */
async function copyHeader(dataDir: string, staging: string, vaultId: string): Promise<number> {
  let bytes: Buffer
  try {
    bytes = await readFile(join(dataDir, 'vault.hdr'))
    if (decodeHeader(bytes, anyKdf).vaultId.toString('hex') !== vaultId) throw new Error('the header of another vault')
  } catch (error) {
    throw new AppError(
      'HEADER_DAMAGED',
      'The backup was not made: the key file of the vault (vault.hdr) is missing or damaged. Lock the vault and unlock it, which restores the file from its copy, then try again.',
      { cause: error },
    )
  }
  const target = join(staging, 'vault.hdr')
  await writeFile(target, bytes, { flag: 'wx', mode: 0o600, flush: true })
  if (!(await readFile(target)).equals(bytes))
    throw new AppError(
      'INTERNAL',
      'The backup was not made: its key file reads back differently from what was written. The disk may be failing.',
    )
  return bytes.length
}

async function syncTree(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  for (const name of await readdir(folder)) await syncFolder(join(folder, name))
  await syncFolder(folder)
}
