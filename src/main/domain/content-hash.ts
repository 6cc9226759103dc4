import { createHash } from 'node:crypto'

/**
 * SHA-256 (64 hex digits) of a text in normal form: composed letters (NFC), one kind of line end, no white space at either end. Two bodies
 * that read alike have the same hash, so nothing is embedded twice.
 */
export function contentHash(text: string): string {
  return createHash('sha256').update(text.normalize('NFC').replace(/\r\n?/g, '\n').trim(), 'utf8').digest('hex')
}
