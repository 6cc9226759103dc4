import { plainLine } from '../../../shared/untrusted-text'

/**
 * Characters that no text needs and that can make it read as something else: controls but line ends and tabs, those that turn the direction of
 * writing, and the invisible tag letters. What joins letters and emoji, and the marks of scripts from right to left, stay.
 */
const unneeded = /(?![\n\t])[\p{Cc}\u202a-\u202e\u2066-\u2069\ufff9-\ufffb\u{e0000}-\u{e007f}]/gu

export interface CleanText {
  text: string
  /** Characters that were taken out. */
  removed: number
}

/** The text of somebody else as it is kept: line ends are line feeds, nothing in it turns or hides. */
export function cleanPeerText(raw: string): CleanText {
  let removed = 0
  const text = raw
    .replace(/\r\n?|[\u0085\u2028\u2029]/g, '\n')
    .replace(unneeded, () => {
      removed += 1
      return ''
    })
    .normalize('NFC')
  return { text, removed }
}

/** The title of somebody else: one line, at most 300 characters. */
export function cleanPeerTitle(raw: string): string {
  return plainLine(cleanPeerText(raw).text, 300)
}
