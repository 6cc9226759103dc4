/** Control characters, marks that turn the direction of writing, characters without width, and the invisible tag letters. */
const hidden = /[\p{Cc}\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]/gu
const hiddenButLines = new RegExp(`(?![\\n\\t])${hidden.source}`, 'gu')

/** The text without what is not seen in it; line ends and tabs stay. */
export function withoutHidden(text: string): string {
  return text.replace(hiddenButLines, '')
}

/** A text from the web as one line of a prompt: hidden characters and line ends are spaces, and no longer than `limit` characters. */
export function plainLine(text: string, limit: number): string {
  const line = text.replace(hidden, ' ').replace(/\s+/g, ' ').trim()
  return line.length > limit ? line.slice(0, limit).trim() : line
}

/**
 * A text from the web between two marks that it cannot hold, so that a prompt can say where it begins and ends (docs/security.md H35). Hidden
 * characters are gone, line ends stay. A weak fence: what the text asks for is harmless because of what the reader of it may do.
 */
export function fenceText(text: string, mark: string): string {
  const clean = withoutHidden(text.replace(/\r\n?/g, '\n')).split(mark).join('')
  return `<<<${mark}\n${clean}\n${mark}>>>`
}
