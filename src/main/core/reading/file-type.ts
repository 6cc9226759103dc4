import type { AttachmentKind } from '../../../shared/attachment'
import { readsAsText } from '../text/text-encoding'

/** What a file is by its content. Its name says nothing: a page named `.png` is text here. */
export interface FileType {
  kind: AttachmentKind
  mime: string
}

/** Bytes from the start of a file that `fileTypeOf` wants to see. */
export const TYPE_HEAD_BYTES = 4096

const signatures: readonly { at: number; bytes: string; type: FileType }[] = [
  { at: 0, bytes: '\x89PNG\r\n\x1a\n', type: { kind: 'image', mime: 'image/png' } },
  { at: 0, bytes: '\xff\xd8\xff', type: { kind: 'image', mime: 'image/jpeg' } },
  { at: 0, bytes: 'GIF87a', type: { kind: 'image', mime: 'image/gif' } },
  { at: 0, bytes: 'GIF89a', type: { kind: 'image', mime: 'image/gif' } },
  { at: 8, bytes: 'WEBP', type: { kind: 'image', mime: 'image/webp' } },
  { at: 4, bytes: 'ftypavif', type: { kind: 'image', mime: 'image/avif' } },
  { at: 8, bytes: 'WAVE', type: { kind: 'audio', mime: 'audio/wav' } },
  { at: 0, bytes: 'fLaC', type: { kind: 'audio', mime: 'audio/flac' } },
  { at: 0, bytes: 'ID3', type: { kind: 'audio', mime: 'audio/mpeg' } },
  { at: 4, bytes: 'ftypM4A', type: { kind: 'audio', mime: 'audio/mp4' } },
  { at: 4, bytes: 'ftypM4B', type: { kind: 'audio', mime: 'audio/mp4' } },
]

const other: FileType = { kind: 'file', mime: 'application/octet-stream' }

/**
 * The type of a file from its first bytes (`TYPE_HEAD_BYTES`, or all of a shorter one). Markup of any sort, SVG and HTML included, is plain
 * text. What is none of the kinds that can be shown or read is `file`.
 */
export function fileTypeOf(head: Uint8Array): FileType {
  const latin = Buffer.from(head.buffer, head.byteOffset, Math.min(head.length, TYPE_HEAD_BYTES)).toString('latin1')
  const signed = signatures.find(({ at, bytes }) => latin.startsWith(bytes, at))
  if (signed !== undefined && !(signed.at === 8 && !latin.startsWith('RIFF'))) return signed.type
  // Readers take a PDF with some bytes before its mark, and so do mail programs that make them.
  if (latin.slice(0, 1024).includes('%PDF-')) return { kind: 'pdf', mime: 'application/pdf' }
  if (latin.startsWith('BM') && head.length > 26 && [12, 40, 52, 56, 64, 108, 124].includes(head[14] ?? 0))
    return { kind: 'image', mime: 'image/bmp' }
  if (latin.startsWith('OggS') && !latin.includes('\x80theora') && !latin.includes('\x01video')) return { kind: 'audio', mime: 'audio/ogg' }
  // The mark of UTF-16 could also begin a sound of a kind that nobody makes any more.
  const isMarked = latin.startsWith('\xff\xfe') || latin.startsWith('\xfe\xff')
  if (!isMarked && isMpegFrame(head)) return { kind: 'audio', mime: 'audio/mpeg' }
  return readsAsText(head) ? { kind: 'text', mime: 'text/plain' } : other
}

/** The first frame of an MP3 or AAC stream without tags, its header bits all in range. */
function isMpegFrame(head: Uint8Array): boolean {
  const [first = 0, second = 0, third = 0] = head
  if (head.length < 4 || first !== 0xff || (second & 0xe0) !== 0xe0) return false
  const layer = (second >> 1) & 3
  const version = (second >> 3) & 3
  return layer !== 0 && version !== 1 && third >> 4 !== 15 && third >> 4 !== 0 && ((third >> 2) & 3) !== 3
}
