import { createHash } from 'node:crypto'
import { AppError } from '../../../shared/errors'
import type { JobContext } from '../../core/jobs/define-job'
import type { BriefingPartStore } from './briefing-part-store'
import type { SpokenParts } from './voice-briefing'

/** The part of the blob store that parts are kept in. */
export interface PartBlobs {
  write(id: string, bytes: Uint8Array): Promise<{ wrappedKey: Uint8Array }>
  read(id: string, wrappedKey: Uint8Array): Promise<Buffer>
  remove(id: string): Promise<void>
}

/**
 * Keeps each part of a briefing as it is spoken, encrypted, so that a reading which was cut off, even by the end of the program, goes on at
 * the part that failed. A part whose file is damaged is spoken anew.
 */
export function createSpokenParts(
  deps: { briefingParts: BriefingPartStore; blobs: PartBlobs; newId: () => string },
  briefingId: string,
  context: Pick<JobContext, 'write'>,
): SpokenParts {
  // What a voice calls a part holds its words.
  const hashed = (key: string) => createHash('sha256').update(key).digest('hex')

  function forget(key: string): Promise<unknown> {
    let removed: string[] = []
    context.write(() => {
      removed = deps.briefingParts.remove(briefingId, hashed(key))
    })
    return Promise.all(removed.map((id) => deps.blobs.remove(id)))
  }

  return {
    async get(key) {
      const part = deps.briefingParts.find(briefingId, hashed(key))
      if (!part) return undefined
      try {
        const bytes = await deps.blobs.read(part.blobId, part.wrappedKey)
        const samples = new Int16Array(Math.floor(bytes.length / 2))
        Buffer.from(samples.buffer).set(bytes.subarray(0, samples.length * 2))
        return { samples, sampleRate: part.sampleRate }
      } catch (error) {
        if (!(error instanceof AppError) || (error.code !== 'BLOB_MISSING' && error.code !== 'BLOB_DAMAGED')) throw error
        await forget(key)
        return undefined
      }
    },
    async set(key, { samples, sampleRate }) {
      const blobId = deps.newId()
      const bytes = new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength)
      const { wrappedKey } = await deps.blobs.write(blobId, bytes)
      try {
        context.write((tx) =>
          deps.briefingParts.put({ briefingId, key: hashed(key), blobId, bytes: bytes.length, wrappedKey, sampleRate }, tx.now),
        )
      } catch (error) {
        // No row names the file, so nobody would ever remove it.
        await deps.blobs.remove(blobId)
        throw error
      }
    },
    async delete(key) {
      await forget(key)
    },
  }
}
