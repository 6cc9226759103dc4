import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '../../../shared/errors'
import { copyToQuarantine, fileCode, makePrivateFolder, readSmallFile, replaceFile } from '../files/private-files'
import type { KdfLimits } from './kdf-parameters'
import { decodeHeader, headerSizeLimit, type ReadHeader } from './vault-header'

/** One of the two copies: its bytes, and what they mean or why they mean nothing. */
type Copy = { state: 'missing' } | { state: 'read'; bytes: Buffer; header: ReadHeader } | { state: 'refused'; error: AppError }

export interface HeaderFile {
  /** The header, from the main file or, when that is damaged or gone, from its copy. null when there is no vault at all. */
  read(): Promise<ReadHeader | null>
  /** Replaces the main file, then the copy. */
  replace(bytes: Buffer): Promise<void>
  /** Makes both copies equal to this header, which was read here and has proved genuine. Damaged bytes go to the quarantine first. */
  heal(genuine: ReadHeader): Promise<void>
}

/**
 * vault.hdr and vault.hdr.bak. Reading changes nothing. `read` throws HEADER_MISSING when there is vault data but no
 * header, and what `decodeHeader` throws; a header that is whole but refused is never passed over for its copy.
 */
export function createHeaderFile({ dataDir, limits, now }: { dataDir: string; limits: KdfLimits; now: () => number }): HeaderFile {
  const main = join(dataDir, 'vault.hdr')
  const copy = `${main}.bak`

  async function look(path: string): Promise<Copy> {
    let bytes: Buffer | null
    try {
      bytes = await readSmallFile(path, headerSizeLimit)
    } catch (error) {
      const message = `The key file of this vault cannot be read (${fileCode(error) ?? 'unknown reason'}). Check that the data folder belongs to you, then try again.`
      throw new AppError('INTERNAL', message, { cause: error })
    }
    if (bytes === null) return { state: 'missing' }
    try {
      return { state: 'read', bytes, header: decodeHeader(bytes, limits) }
    } catch (error) {
      if (error instanceof AppError) return { state: 'refused', error }
      throw error
    }
  }

  /** What counts as the header: the main file unless it is damaged or missing. */
  async function choose(): Promise<{ first: Copy; second: Copy; chosen: Copy }> {
    const first = await look(main)
    const second = await look(copy)
    const useFirst =
      first.state === 'read' || (first.state === 'refused' && (first.error.code !== 'HEADER_DAMAGED' || second.state === 'missing'))
    if (useFirst) return { first, second, chosen: first }
    return { first, second, chosen: second.state === 'missing' ? first : second }
  }

  return {
    async read() {
      const { chosen } = await choose()
      if (chosen.state === 'refused') throw chosen.error
      if (chosen.state === 'read') return chosen.header
      if (await hasVaultData(dataDir)) {
        throw new AppError(
          'HEADER_MISSING',
          'The key file of this vault (vault.hdr) is missing, but its data is still here. No new vault was made, because that would make the data unreadable for ever. If you have a copy of the vault folder, put its vault.hdr back.',
        )
      }
      return null
    },
    async replace(bytes) {
      await makePrivateFolder(dataDir)
      await replaceFile(main, bytes)
      await replaceFile(copy, bytes)
    },
    async heal(genuine) {
      const { first, second, chosen } = await choose()
      if (chosen.state !== 'read' || !chosen.header.mac.equals(genuine.mac)) return
      if (first.state === 'refused') await copyToQuarantine(main, join(dataDir, 'quarantine'), now())
      if (first !== chosen) await replaceFile(main, chosen.bytes)
      if (second === chosen) return
      if (second.state === 'refused' && second.error.code === 'HEADER_DAMAGED')
        await copyToQuarantine(copy, join(dataDir, 'quarantine'), now())
      // An older copy would let an old passphrase in again. A newer one means that the main file was put back: the caller
      // learns it from the generation, and the copy stays as the proof. One that we cannot read is not ours to replace.
      const isStale = second.state === 'read' && second.header.generation <= chosen.header.generation && !second.bytes.equals(chosen.bytes)
      const isLost = second.state === 'missing' || (second.state === 'refused' && second.error.code === 'HEADER_DAMAGED')
      if (isStale || isLost) await replaceFile(copy, chosen.bytes)
    },
  }
}

/** Whether the folder holds anything that only the keys of a lost header could read. */
async function hasVaultData(dataDir: string): Promise<boolean> {
  const names = await list(dataDir)
  if (names.some((name) => name.startsWith('vault.db'))) return true
  if ((await list(join(dataDir, 'backups'))).length > 0) return true
  for (const name of await list(join(dataDir, 'blobs'))) {
    if (name.includes('.') || (await list(join(dataDir, 'blobs', name))).length > 0) return true
  }
  return false
}

async function list(folder: string): Promise<string[]> {
  try {
    return (await readdir(folder)).filter((name) => !name.startsWith('.'))
  } catch (error) {
    if (fileCode(error) === 'ENOENT') return []
    // Something that is not an empty folder: on the safe side it counts as data.
    if (fileCode(error) === 'ENOTDIR') return ['.']
    throw error
  }
}
