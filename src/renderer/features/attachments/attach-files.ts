import { AppError } from '../../../shared/errors'
import { client } from '../../base/client'
import { errorWords } from '../../ui/error-words'
import { showToast } from '../../ui/toast'
import { type Upload, useAttachments } from './attachments-store'
import { partAsBase64 } from './file-bytes'
import { keepPreview } from './make-preview'

/** Files that are sent side by side. */
const AT_ONCE = 2

interface Waiting {
  file: File
  upload: Upload
  done: (problem: string | undefined) => void
}

const waiting: Waiting[] = []
let working = 0
let count = 0

const change = (key: number, part: Partial<Upload>) =>
  useAttachments.setState(({ uploads }) => ({ uploads: uploads.map((one) => (one.key === key ? { ...one, ...part } : one)) }))

/** Sends one file in parts and waits for each, so that neither side ever holds more than a part of it. */
async function send({ file, upload }: Waiting): Promise<void> {
  const { itemId, stop, key } = upload
  const { uploadId, partBytes } = await client.call('begin-attachment', { itemId, name: file.name, bytes: file.size })
  try {
    for (let offset = 0; offset < file.size; offset += partBytes) {
      const base64 = await partAsBase64(file, offset, offset + partBytes)
      stop.signal.throwIfAborted()
      const { received } = await client.call('append-attachment', { uploadId, offset, base64 })
      change(key, { sent: received })
    }
    stop.signal.throwIfAborted()
    const { attachment, isDuplicate } = await client.call('finish-attachment', { uploadId })
    if (isDuplicate) showToast(`“${attachment.name}” is attached to this thought already, so it was not added again.`)
    else if (attachment.kind === 'image') void keepPreview(attachment, file)
  } catch (error) {
    await client.call('abandon-attachment', { uploadId }).catch(() => undefined)
    throw error
  }
}

function problemOf(error: unknown, name: string): string {
  if (error instanceof AppError) return error.message
  if (error instanceof DOMException) return `“${name}” could not be read. It may be a folder, or have been moved. Choose it again.`
  return errorWords(error)
}

function next(): void {
  if (working >= AT_ONCE) return
  const job = waiting.shift()
  if (!job) return
  working += 1
  const { stop, key } = job.upload
  const sending = stop.signal.aborted ? Promise.resolve() : send(job)
  sending
    .then(() => undefined)
    .catch((error: unknown) => (stop.signal.aborted ? undefined : problemOf(error, job.file.name)))
    .then((problem) => {
      working -= 1
      useAttachments.setState(({ uploads }) => ({ uploads: uploads.filter((one) => one.key !== key) }))
      job.done(problem)
      next()
    })
}

/** Attaches files to a thought, two at a time. What could not be attached is said in one sentence. Resolves when all are through. */
export async function attachFiles(itemId: string, files: readonly File[]): Promise<void> {
  const problems = await Promise.all(
    files.map(
      (file) =>
        new Promise<string | undefined>((done) => {
          count += 1
          const upload: Upload = { key: count, itemId, name: file.name, bytes: file.size, sent: 0, stop: new AbortController() }
          useAttachments.setState(({ uploads }) => ({ uploads: [...uploads, upload] }))
          waiting.push({ file, upload, done })
          next()
        }),
    ),
  )
  const [first, ...more] = problems.filter((problem) => problem !== undefined)
  if (first === undefined) return
  showToast(more.length === 0 ? first : `${more.length + 1} files were not attached. The first: ${first}`)
}

/** Gives up a file that is on its way; what was sent of it is deleted. */
export function cancelUpload({ stop, key }: Upload): void {
  stop.abort()
  // One that still waits for its turn goes at once.
  if (waiting.some(({ upload }) => upload.key === key))
    useAttachments.setState(({ uploads }) => ({ uploads: uploads.filter((one) => one.key !== key) }))
}

export function cancelUploadsOf(itemId: string): void {
  for (const upload of useAttachments.getState().uploads) if (upload.itemId === itemId) cancelUpload(upload)
}
