import { createHash } from 'node:crypto'
import type { LoadedPart, PageCamera } from '../../../shared/page-camera'
import type { BlobStore } from '../../core/crypto/blob-store'
import type { JobContext } from '../../core/jobs/define-job'
import { fileTypeOf } from '../../core/reading/file-type'
import { imageSizeOf } from '../../core/reading/image-size'
import { IMAGE_TYPES } from '../../core/web/content-type'
import type { SessionWeb } from '../network/session-web'
import type { CollectProposalStore } from './collect-proposal-store'
import { pictureName } from './facts'
import type { ScreenshotPort } from './ports'

export interface CollectPicturesDeps {
  web: Pick<SessionWeb, 'fetch' | 'readPage' | 'purposeFor'>
  camera: PageCamera
  blobs: Pick<BlobStore, 'write' | 'remove'>
  proposals: Pick<CollectProposalStore, 'addPicture'>
  newId: () => string
}

/** A picture that a page names as its own is taken from this width on, in pixels (docs/collect-pipeline.md, "Screenshots"). */
const LEAST_WIDTH = 600
const MOST_BYTES = 1024 * 1024
/** Of a page for the camera; a page of more is shown without the rest. */
const MOST_PARTS = 60
const MOST_PARTS_BYTES = 12 * 1024 * 1024

/**
 * Pictures of pages: the one that a page names as its own where it is large enough, else one by the camera. The camera's page is fetched by the
 * guarded fetch, part by part: judged, limited, written in the ledger, and nothing while “Local only” is on. Pictures are kept as encrypted files.
 */
export function createCollectPictures(deps: CollectPicturesDeps, context: JobContext, runId: string): ScreenshotPort {
  const { web, camera } = deps

  async function ownPicture(url: string, signal: AbortSignal): Promise<Uint8Array | null> {
    try {
      const { image } = await web.readPage(url, { signal, purpose: { kind: 'image' } })
      if (image === null || !image.startsWith('https:')) return null
      const { bytes } = await web.fetch(image, { purpose: web.purposeFor('image'), signal, types: IMAGE_TYPES })
      const { kind, mime } = fileTypeOf(bytes)
      const size = kind === 'image' ? imageSizeOf(bytes, mime) : null
      return size !== null && size.width >= LEAST_WIDTH && bytes.length <= MOST_BYTES ? bytes : null
    } catch (error) {
      if (signal.aborted) throw error
      // The page may well be shown by the camera; if not, that says why.
      return null
    }
  }

  /** Loads the parts of one page, in the name of the job that runs now. */
  function loader(signal: AbortSignal) {
    const purpose = web.purposeFor('image')
    let parts = 0
    let bytes = 0
    return async (url: string, isPage: boolean): Promise<LoadedPart> => {
      parts += 1
      if (parts > MOST_PARTS || bytes > MOST_PARTS_BYTES) throw new Error('the page has too many parts')
      const answer = await web.fetch(url, { purpose, signal, anyAnswer: !isPage, paceMs: 0 })
      bytes += answer.bytes.length
      const { type, charset } = answer.contentType
      return {
        status: answer.status,
        url: answer.url,
        contentType: charset === '' ? type : `${type}; charset=${charset}`,
        bytes: answer.bytes,
      }
    }
  }

  return {
    providerName: 'window of the app',
    isAvailable: () => true,
    async capture(url, { signal }) {
      const bytes = (await ownPicture(url, signal)) ?? (await camera.capture(url, { load: loader(signal), signal }))
      signal.throwIfAborted()
      const { kind, mime } = fileTypeOf(bytes)
      if (kind !== 'image') throw new Error('the camera gave no picture')
      const size = imageSizeOf(bytes, mime)
      const [id, blobId] = [deps.newId(), deps.newId()]
      const stored = await deps.blobs.write(blobId, bytes)
      try {
        context.write((tx) => {
          const contentHash = createHash('sha256').update(bytes).digest('hex')
          const { wrappedKey } = stored
          const about = { mime, bytes: stored.bytes, contentHash, width: size?.width ?? null, height: size?.height ?? null }
          deps.proposals.addPicture(runId, { id, blobId, wrappedKey, ...about }, tx.now)
        })
      } catch (error) {
        await deps.blobs.remove(blobId)
        throw error
      }
      return pictureName(id)
    },
  }
}
