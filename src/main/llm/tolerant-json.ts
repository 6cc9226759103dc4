/**
 * A value read from damaged JSON, the index just behind it, and whether the text was not strict JSON, so that something had to be
 * mended. When it is no JSON even so, `end` is where reading gave up.
 */
export type TolerantJson = { ok: true; value: unknown; end: number; mended: boolean } | { ok: false; end: number }

/** Deeper nesting than this is no answer of a model, and would use up the stack. */
const deepest = 100

class Unreadable extends Error {}

/**
 * Reads one JSON object or array that begins at `start`, and forgives what models get wrong: trailing and missing commas, raw line
 * breaks in strings, unescaped quotation marks inside a string, single or typographic quotation marks, bare keys, comments,
 * True/False/None, NaN, and closing brackets missing at the very end of the text behind a finished value. A string, number or key cut in
 * the middle is never completed, for that would make a half answer whole.
 */
export function readTolerantJson(text: string, start: number): TolerantJson {
  let at = start
  let mended = false

  const fail = (): never => {
    throw new Unreadable()
  }

  function skipSpace(): void {
    for (;;) {
      while (at < text.length && /\s/.test(text.charAt(at))) at += 1
      if (text.startsWith('//', at)) {
        const lineEnd = text.indexOf('\n', at)
        at = lineEnd === -1 ? text.length : lineEnd
      } else if (text.startsWith('/*', at)) {
        const close = text.indexOf('*/', at + 2)
        at = close === -1 ? text.length : close + 2
      } else return
      mended = true
    }
  }

  function readValue(depth: number): unknown {
    if (depth > deepest) fail()
    skipSpace()
    const first = text.charAt(at)
    if (first === '{') return readObject(depth)
    if (first === '[') return readArray(depth)
    if (closingMark(first) !== undefined) return readString()
    return readWord()
  }

  function readObject(depth: number): Record<string, unknown> {
    const entries: [string, unknown][] = []
    at += 1
    for (;;) {
      if (closeOrSeparate('}', entries.length === 0)) break
      const key = readKey()
      skipSpace()
      if (text.charAt(at) !== ':') fail()
      at += 1
      entries.push([key, readValue(depth + 1)])
    }
    // Object.fromEntries defines own properties, so a key named __proto__ stays plain data.
    return Object.fromEntries(entries)
  }

  function readArray(depth: number): unknown[] {
    const values: unknown[] = []
    at += 1
    for (;;) {
      if (closeOrSeparate(']', values.length === 0)) break
      values.push(readValue(depth + 1))
    }
    return values
  }

  /** Moves over commas between members; true when the object or array ends here. */
  function closeOrSeparate(close: '}' | ']', isFirst: boolean): boolean {
    let commas = 0
    for (;;) {
      skipSpace()
      const next = text.charAt(at)
      if (next === ',') {
        commas += 1
        at += 1
      } else if (next === close) {
        if (commas > 0) mended = true
        at += 1
        return true
      } else {
        const isCut = at >= text.length
        // A comma or an opening bracket promises more: then the text was cut, and is not made whole.
        if (isCut && (commas > 0 || isFirst)) fail()
        if (isCut || commas !== (isFirst ? 0 : 1)) mended = true
        return isCut
      }
    }
  }

  function readKey(): string {
    if (closingMark(text.charAt(at)) !== undefined) return readString()
    const bare = /^[\p{L}_$][\p{L}\p{N}_$-]*/u.exec(text.slice(at, at + 100))?.[0]
    if (bare === undefined) return fail()
    mended = true
    at += bare.length
    return bare
  }

  function readString(): string {
    const open = text.charAt(at)
    const close = closingMark(open) ?? fail()
    if (open !== '"') mended = true
    at += 1
    let value = ''
    for (;;) {
      if (at >= text.length) fail()
      const next = text.charAt(at)
      if (next === '\\') value += readEscape()
      else if (close.includes(next) && endsString()) {
        at += 1
        return value
      } else {
        if (next === '\n' || next === '\r' || next === '\t' || close.includes(next)) mended = true
        value += next
        at += 1
      }
    }
  }

  /** A quotation mark ends the string when what follows can follow a string; else it is part of the text. */
  function endsString(): boolean {
    const next = text.charAt(at + 1)
    if (next === '' || next === ':' || next === '}' || next === ']') return true
    if (next !== ',' && next !== '/' && !/\s/.test(next)) return false
    const following = text.slice(at + 1, at + 200)
    return followsString.test(following) || /^\s*\n\s*["“]/.test(following)
  }

  function readEscape(): string {
    const letter = text.charAt(at + 1)
    const simple = escapes[letter]
    at += 2
    if (simple !== undefined) return simple
    if (letter === 'u') {
      const hex = /^[0-9a-fA-F]{4}/.exec(text.slice(at, at + 4))?.[0]
      if (hex !== undefined) {
        at += 4
        return String.fromCharCode(Number.parseInt(hex, 16))
      }
    }
    // An escape that JSON does not know, such as \' or \_ or a line break: the character itself is meant.
    mended = true
    return letter
  }

  function readWord(): unknown {
    const word = /^[^\s,:{}[\]"']{1,60}/.exec(text.slice(at, at + 60))?.[0] ?? fail()
    const known = words.get(word)
    const number = /^[+-]?(?:\d[\d_]*)?\.?\d+(?:[eE][+-]?\d+)?\.?$/.test(word)
      ? Number(word.replaceAll('_', '').replace(/\.$/, ''))
      : undefined
    if (!/^(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)$/.test(word)) mended = true
    at += word.length
    // A number at the very end of the text may have lost its last digits.
    if (known === undefined && (number === undefined || at >= text.length)) fail()
    return known === undefined ? number : known.value
  }

  try {
    const value = readValue(0)
    return { ok: true, value, end: at, mended }
  } catch (error) {
    if (error instanceof Unreadable) return { ok: false, end: at }
    throw error
  }
}

/**
 * What may stand behind the closing mark of a string: the end, a bracket, a comment, or a comma with the beginning of a member behind it.
 */
const followsString =
  /^\s*(?:$|[:}\]]|\/\/|\/\*|,\s*(?:$|[,"'“”{}[\]\d-]|\/\/|true\b|false\b|null\b|True\b|False\b|None\b|[\p{L}_]+["']?\s*:))/u

const escapes: Record<string, string | undefined> = { '"': '"', '\\': '\\', '/': '/', b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' }

const words = new Map<string, { value: unknown }>(
  Object.entries({
    true: true,
    false: false,
    null: null,
    True: true,
    False: false,
    None: null,
    undefined: null,
    NaN: null,
    Infinity: null,
    '-Infinity': null,
  }).map(([word, value]) => [word, { value }]),
)

/** The marks that may close a string opened with this mark; undefined when it opens none. */
function closingMark(open: string): string | undefined {
  if (open === '"') return '"'
  if (open === '“' || open === '”' || open === '„') return '”“"'
  if (open === "'") return "'"
  return undefined
}
