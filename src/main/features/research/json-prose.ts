/** Properties of a report whose texts are for reading. */
const readable = new Set(['title', 'answer', 'text'])
const escapes: Record<string, string> = { n: ' ', t: ' ', r: ' ', b: '', f: '' }

/**
 * Takes a JSON answer in pieces as it is written, and gives the texts in it that are for reading, each a paragraph. Quotes and numbers are
 * left out. Nothing that comes out of it is more than a view of a text that is checked later.
 */
export function createJsonProse(write: (text: string) => void): (delta: string) => void {
  let inString = false
  let escaping = ''
  let value = ''
  let key = ''
  let shows = false
  let begun = false

  function add(text: string): void {
    if (shows) write(text)
    else value += text
  }

  function endString(): void {
    inString = false
    if (shows) write('\n\n')
    else key = value
    shows = false
  }

  function takeEscaped(character: string): void {
    escaping += character
    if (escaping[1] !== 'u') {
      add(escapes[character] ?? character)
      escaping = ''
    } else if (escaping.length === 6) {
      const code = Number.parseInt(escaping.slice(2), 16)
      if (Number.isFinite(code)) add(String.fromCharCode(code))
      escaping = ''
    }
  }

  return (delta) => {
    let plain = ''
    const flush = () => {
      if (plain !== '') add(plain)
      plain = ''
    }
    for (const character of delta) {
      begun ||= character === '{'
      if (!begun) continue
      if (!inString) {
        if (character === '"') {
          inString = true
          value = ''
        } else if (character === ':') shows = readable.has(key)
        else if (character === ',' || character === '{' || character === '[') {
          shows = false
          if (character !== ',') key = ''
        }
      } else if (escaping !== '') {
        takeEscaped(character)
      } else if (character === '\\') {
        flush()
        escaping = '\\'
      } else if (character === '"') {
        flush()
        endString()
      } else plain += character
    }
    flush()
  }
}
