import { createHash } from 'node:crypto'

/** Longer texts are hashed as they are: bringing megabytes into normal form would hold the thread for a quarter of a second. */
const LONGEST_NORMALISED = 500_000

/**
 * SHA-256 (64 hex digits) of a text in normal form: composed letters (NFC), one kind of line end, no white space at either end. Two bodies
 * that read alike have the same hash, so nothing is embedded twice.
 */
export function contentHash(text: string): string {
  if (text.length > LONGEST_NORMALISED) return createHash('sha256').update(text, 'utf8').digest('hex')
  return createHash('sha256').update(text.normalize('NFC').replace(/\r\n?/g, '\n').trim(), 'utf8').digest('hex')
}

/**
 * The hash of all that an item says: its given title, its body, and a mark of the texts of its files (empty without any). Without files it is the
 * hash of title and body alone.
 */
export function itemHash(givenTitle: string, body: string, attached: string): string {
  return contentHash(`${givenTitle}\n${body}${attached === '' ? '' : `\n\u0000${attached}`}`)
}
