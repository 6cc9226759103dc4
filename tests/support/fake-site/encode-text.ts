/** Texts in encodings that Node only reads. */

/** Windows-1252 without its own letters: what it lacks is written plainly. */
export function toLatin1(text: string): Buffer {
  return Buffer.from(text.replace(/[‘’]/g, "'").replace(/[“”]/g, '"').replace(/–/g, '-'), 'latin1')
}

export function toUtf16(text: string): Buffer {
  return Buffer.from(`\ufeff${text}`, 'utf16le')
}

let table: Map<string, Buffer> | undefined

/** Shift JIS; what it does not have becomes a question mark. */
export function toShiftJis(text: string): Buffer {
  table ??= makeTable()
  const known = table
  return Buffer.concat(
    [...text].map((letter) => (letter.charCodeAt(0) < 0x80 ? Buffer.from(letter) : (known.get(letter) ?? Buffer.from('?')))),
  )
}

/** Turned round from what the decoder makes of every pair of bytes. */
function makeTable(): Map<string, Buffer> {
  const decoder = new TextDecoder('shift_jis')
  const found = new Map<string, Buffer>()
  for (let first = 0x81; first <= 0xfc; first += 1) {
    if (first > 0x9f && first < 0xe0) continue
    for (let second = 0x40; second <= 0xfc; second += 1) {
      const bytes = Buffer.from([first, second])
      const letter = decoder.decode(bytes)
      if ([...letter].length === 1 && letter !== '\ufffd' && !found.has(letter)) found.set(letter, bytes)
    }
  }
  return found
}
