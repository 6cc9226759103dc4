import { closingMark, escapes, followsString, spaces, valueOfWord } from './json-marks'

/**
 * A value read from damaged JSON and the index just behind it. `mended` says that the text was not strict JSON; `supplied` holds the
 * closing brackets that were missing at the end of the text, innermost first, for what lacks them may have been cut. When it is no JSON
 * even so, `end` is where reading gave up.
 */
export type TolerantJson = { ok: true; value: unknown; end: number; mended: boolean; supplied: string } | { ok: false; end: number }

/** Deeper nesting than this is no answer of a model, and would use up the stack. */
const deepest = 100

class Unreadable extends Error {}

/**
 * Reads one JSON object or array that begins at `start`, and forgives what models get wrong: trailing, missing and full-width commas, raw
 * line breaks in strings, unescaped quotation marks inside a string, other quotation marks, bare keys and words, comments,
 * True/False/None, NaN, a bracket missing before another one, and closing brackets missing at the very end behind a finished
 * value. A string, number, word or key cut in the middle is never completed, for that would make a half answer whole.
 */
export function readTolerantJson(text: string, start: number): TolerantJson {
  let at = start
  let mended = false
  let supplied = ''

  const fail = (): never => {
    throw new Unreadable()
  }

  function skipSpace(): void {
    for (;;) {
      spaces.lastIndex = at
      at += spaces.exec(text)?.[0].length ?? 0
      const next = text.charAt(at)
      if (next === '#' || text.startsWith('//', at)) {
        const lineEnd = text.indexOf('\n', at)
        at = lineEnd === -1 ? text.length : lineEnd
      } else if (text.startsWith('/*', at)) {
        const close = text.indexOf('*/', at + 2)
        at = close === -1 ? text.length : close + 2
      } else if (next === '\\' && /[nrt]/.test(text.charAt(at + 1))) {
        // A line break that was escaped although it stands between two members.
        at += 2
      } else return
      mended = true
    }
  }

  /** Whether the text is over: at its end, or at the fence that closes the block the JSON stands in. */
  const isOver = (): boolean => at >= text.length || text.startsWith('```', at)

  function readValue(depth: number, inList = false): unknown {
    if (depth > deepest) fail()
    skipSpace()
    const first = text.charAt(at)
    if (first === '{') return readObject(depth, inList)
    if (first === '[') return readArray(depth, ']')
    if (first === '(') {
      mended = true
      return readArray(depth, ')')
    }
    if (closingMark(first) !== undefined) return readStrings()
    return readWord()
  }

  function readObject(depth: number, inList: boolean): Record<string, unknown> {
    const entries: [string, unknown][] = []
    at += 1
    for (;;) {
      if (closeOrSeparate('}', entries.length === 0)) break
      // The next member of the list, or its end, where a name is due: this object ended without its bracket.
      if (inList && entries.length > 0 && /[\]{]/.test(text.charAt(at))) {
        mended = true
        break
      }
      const key = readKey()
      skipSpace()
      const colon = /^(?::|：|=>?)/.exec(text.slice(at, at + 2))?.[0] ?? fail()
      if (colon !== ':') mended = true
      at += colon.length
      entries.push([key, readValue(depth + 1)])
    }
    // Object.fromEntries defines own properties, so a key named __proto__ stays plain data.
    return Object.fromEntries(entries)
  }

  function readArray(depth: number, close: ']' | ')'): unknown[] {
    const values: unknown[] = []
    at += 1
    for (;;) {
      if (closeOrSeparate(close, values.length === 0)) break
      if (values.length > 0 && text.charAt(at) === '}') {
        mended = true
        break
      }
      const before = at
      const value = readValue(depth + 1, true)
      const behind = at
      skipSpace()
      // A name and a colon: the list ended before them without its bracket.
      if (typeof value === 'string' && values.length > 0 && /[:：]/.test(text.charAt(at))) {
        mended = true
        at = before
        break
      }
      at = behind
      values.push(value)
    }
    return values
  }

  /** Moves over commas between members; true when the object or array ends here. */
  function closeOrSeparate(close: '}' | ']' | ')', isFirst: boolean): boolean {
    let commas = 0
    for (;;) {
      skipSpace()
      const next = text.charAt(at)
      if (next === ',' || next === '，' || next === '、' || next === ';') {
        if (next !== ',') mended = true
        commas += 1
        at += 1
      } else if (next === close) {
        if (commas > 0) mended = true
        at += 1
        return true
      } else {
        const isCut = isOver()
        // A comma or an opening bracket promises more: then the text was cut, and is not made whole.
        if (isCut && (commas > 0 || isFirst)) fail()
        if (isCut || commas !== (isFirst ? 0 : 1)) mended = true
        if (isCut) supplied += close
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

  /** A string, with others joined to it by plus signs as programs write long texts. */
  function readStrings(): string {
    let value = readString()
    for (;;) {
      const joint = /^\s*\+\s*(?=["'])/.exec(text.slice(at, at + 200))?.[0]
      if (joint === undefined) return value
      mended = true
      at += joint.length
      value += readString()
    }
  }

  function readString(): string {
    if (text.startsWith('"""', at) || text.startsWith("'''", at)) return readTripleQuoted()
    const open = text.charAt(at)
    const close = closingMark(open) ?? fail()
    if (open !== '"') mended = true
    at += 1
    // Pieces, joined once: adding character by character is slow in a long text.
    const pieces: string[] = []
    let from = at
    for (;;) {
      if (at >= text.length) fail()
      const next = text.charAt(at)
      if (next === '\\') {
        pieces.push(text.slice(from, at), readEscape())
        from = at
      } else if (close.includes(next) && endsString()) {
        pieces.push(text.slice(from, at))
        at += 1
        return pieces.join('')
      } else {
        if (next === '\n' || next === '\r' || next === '\t' || close.includes(next)) mended = true
        at += 1
      }
    }
  }

  function readTripleQuoted(): string {
    const quotes = text.slice(at, at + 3)
    const close = text.indexOf(quotes, at + 3)
    // Two marks are an empty string, and what follows them decides.
    if (close === -1) fail()
    mended = true
    const value = text.slice(at + 3, close)
    at = close + 3
    return value
  }

  /** A quotation mark ends the string when what follows can follow a string; else it is part of the text. */
  function endsString(): boolean {
    const next = text.charAt(at + 1)
    if (next === '' || next === ':' || next === '}' || next === ']') return true
    if (!/[,;，：、=/+#)\\`\s\u200b\u2060\ufeff]/.test(next)) return false
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
    const bare =
      /^[^\s,，;:{}[\]()"“”\\][^,，;:{}[\]()"“”\r\n\\]{0,300}/
        .exec(text.slice(at, at + 301))?.[0]
        .replace(/\s+(?:\/\/|\/\*|#).*$|\s+$/, '') ?? fail()
    const read = valueOfWord(bare) ?? fail()
    if (!/^(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)$/.test(bare)) mended = true
    at += bare.length
    // A number or free word at the very end of the text may have lost its last characters.
    if (!read.isKnown && isOver()) fail()
    return read.value
  }

  try {
    const value = readValue(0)
    return { ok: true, value, end: at, mended, supplied }
  } catch (error) {
    if (error instanceof Unreadable) return { ok: false, end: at }
    throw error
  }
}
