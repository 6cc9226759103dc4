import { encodingOf } from '../text/text-encoding'

const HEAD_BYTES = 8 * 1024
/** The 32 characters by which windows-1252 differs from Latin-1; some runtimes decode the one as the other. */
const latinExtras = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ'

/** The text of a page: by its byte order mark, else as the server says, else as the page says, else as its bytes look. Never throws. */
export function decodePage(bytes: Uint8Array, charset: string): string {
  const mark = markOf(bytes)
  const named = mark !== null ? [mark] : [charset, namedInside(bytes)]
  const labels = named.map(labelOf).filter((label) => label !== null)
  for (const label of labels) {
    const text = decode(bytes, label, true)
    if (text !== null) return text
  }
  // What was named does not fit every byte. One bad byte spoils no page; a wrong name spoils all of it.
  const seen = encodingOf(bytes.subarray(0, HEAD_BYTES)) ?? 'windows-1252'
  const label = labels[0] === undefined || (labels[0] === 'utf-8' && seen === 'windows-1252' && isMostlyWrong(bytes)) ? seen : labels[0]
  return decode(bytes, label, false) ?? ''
}

function markOf([first, second, third]: Uint8Array): string | null {
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8'
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  return first === 0xfe && second === 0xff ? 'utf-16be' : null
}

/** What `<meta charset>`, its older form, or an XML declaration names. */
function namedInside(bytes: Uint8Array): string {
  const head = Buffer.from(bytes.subarray(0, HEAD_BYTES)).toString('latin1')
  const found =
    /<meta\b[^>]{0,300}?\bcharset\s*=\s*["']?\s*([\w:.-]+)/i.exec(head) ?? /^\s*<\?xml[^>]{0,200}?encoding\s*=\s*["']([\w:.-]+)/i.exec(head)
  const name = found?.[1] ?? ''
  // A page that can be read for its name is not in UTF-16 (WHATWG Encoding, "prescan a byte stream").
  return /^utf-?16/i.test(name) ? 'utf-8' : name
}

function labelOf(name: string): string | null {
  try {
    return new TextDecoder(name).encoding
  } catch {
    return null
  }
}

function decode(bytes: Uint8Array, label: string, fatal: boolean): string | null {
  try {
    const text = new TextDecoder(label, { fatal }).decode(bytes)
    return label === 'windows-1252' ? text.replace(/[\u0080-\u009f]/g, (one) => latinExtras[one.charCodeAt(0) - 0x80] ?? one) : text
  } catch {
    return null
  }
}

function isMostlyWrong(bytes: Uint8Array): boolean {
  const text = new TextDecoder().decode(bytes.subarray(0, HEAD_BYTES))
  const strange = text.match(/[\u0080-\uffff]/g)?.length ?? 0
  const wrong = text.match(/\ufffd/g)?.length ?? 0
  return wrong * 2 > strange
}
