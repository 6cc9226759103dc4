/** One `[[name]]` of a text. Offsets are UTF-16 units; `text.slice(start, end)` is the whole of it, with the `!` of an embed. */
export interface Wikilink {
  start: number
  end: number
  /** What is named, with its `#heading` if there is one, without white space at its ends. Never empty. */
  name: string
  /** What is to be read in its place; null when that is the name. */
  shown: string | null
  /** Written `![[name]]`. */
  embed: boolean
}

/** Titles have at most 1,000 characters; what is longer between brackets is no link. Keeps the search for an end short. */
const LONGEST = 1200
/** Units that one step of `wikilinkSteps` reads: a few milliseconds for prose, some 20 for nothing but brackets. */
const STEP = 50_000
/** Code in backticks is not longer than this, so that one lone backtick in a huge line does not have all of it searched at once. */
const LONGEST_CODE = 20_000

const lineStart = /[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)?(`{3,}|~{3,})/y
const closingRest = /[ \t]*(?:\r?\n|\r|$)/y
const listMark = / {0,3}(?:[-*+]|\d{1,9}[.)])[ \t]/y
const indented = /(?: {4}| {0,3}\t)/y
const blankLine = /[ \t]*(?:\r?\n|\r|$)/y
const special = /[`\\[\n]/g
/** Text in brackets and then an address: Markdown's own link, whose words happen to stand in brackets. */
const addressAfter = /\((?:https?:|mailto:|#|\/|<)/iy

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at
  return pattern.exec(text)
}

/** What stands between `[[` and the next `]]`, if that makes a link. */
function linkAt(text: string, open: number): Wikilink | null {
  const from = open + 2
  const limit = Math.min(text.length, from + LONGEST)
  let close = -1
  let bar = -1
  for (let at = from; at < limit; at += 1) {
    const code = text.charCodeAt(at)
    if (code === 0x5d) {
      if (text.charCodeAt(at + 1) !== 0x5d) return null
      close = at
      break
    }
    if (code === 0x5b || code === 0x0a || code === 0x0d) return null
    if (code === 0x7c && bar < 0) bar = at
  }
  if (close < 0 || matchAt(addressAfter, text, close + 2)) return null
  // In a table the bar is written with a backslash before it.
  const nameEnd = bar < 0 ? close : text.charCodeAt(bar - 1) === 0x5c ? bar - 1 : bar
  const name = text.slice(from, Math.max(from, nameEnd)).trim()
  if (name === '') return null
  const shown = bar < 0 ? '' : text.slice(bar + 1, close).trim()
  const embed = open > 0 && text.charCodeAt(open - 1) === 0x21 && !(open > 1 && text.charCodeAt(open - 2) === 0x5c)
  return { start: embed ? open - 1 : open, end: close + 2, name, shown: shown === '' ? null : shown, embed }
}

/** The ends of runs of backticks by their length, so that each search for a closing run is one step of a pointer. */
function createBacktickRuns(text: string) {
  const starts = new Map<number, number[]>()
  const pointers = new Map<number, number>()
  let read = 0
  function readTo(end: number): void {
    for (let at = text.indexOf('`', read); at >= 0 && at < end; at = text.indexOf('`', read)) {
      let stop = at + 1
      while (text.charCodeAt(stop) === 0x60) stop += 1
      const list = starts.get(stop - at)
      if (list) list.push(at)
      else starts.set(stop - at, [at])
      read = stop
    }
    read = Math.max(read, end)
  }
  /** Where code that a run of `length` opens before `from` ends; -1 when nothing closes it before `limit`. */
  return function closing(length: number, from: number, limit: number): number {
    readTo(limit)
    const list = starts.get(length)
    if (!list) return -1
    let pointer = pointers.get(length) ?? 0
    while (pointer < list.length && (list[pointer] ?? 0) < from) pointer += 1
    pointers.set(length, pointer)
    const start = list[pointer]
    return start !== undefined && start < limit ? start + length : -1
  }
}

/**
 * The wikilinks of a Markdown text in their order, read in steps so that a long text does not hold its thread up: each `next()` reads some
 * 50,000 characters; the last answers the links. Time and memory grow with the length only. Not in code (fenced, indented or in
 * backticks), not after a backslash; of nested brackets the inner ones count; a link ends on its line.
 */
export function* wikilinkSteps(text: string): Generator<undefined, Wikilink[]> {
  const found: Wikilink[] = []
  if (!text.includes('[[')) return found
  const closing = createBacktickRuns(text)
  let fence: { mark: string; length: number } | null = null
  let afterBlank = true
  let inList = false
  let inIndented = false
  let paragraphEnd = 0
  let nextStop = STEP
  let at = 0
  let atLineStart = true

  const lineEnd = (from: number) => {
    const end = text.indexOf('\n', from)
    return end < 0 ? text.length : end + 1
  }

  while (at < text.length) {
    if (at >= nextStop) {
      nextStop = at + STEP
      yield undefined
    }
    if (atLineStart) {
      atLineStart = false
      const opening = matchAt(lineStart, text, at)
      const run = opening?.[1] ?? ''
      if (fence) {
        const closes: boolean =
          opening !== null &&
          run[0] === fence.mark &&
          run.length >= fence.length &&
          matchAt(closingRest, text, lineStart.lastIndex) !== null
        if (closes) {
          fence = null
          afterBlank = true
        }
        at = lineEnd(at)
        atLineStart = true
        continue
      }
      if (matchAt(blankLine, text, at)) {
        afterBlank = true
        at = lineEnd(at)
        atLineStart = true
        continue
      }
      if (opening) {
        const end = lineEnd(at)
        const tick = run[0] === '`' ? text.indexOf('`', lineStart.lastIndex) : -1
        if (tick < 0 || tick >= end) {
          fence = { mark: run[0] ?? '`', length: run.length }
          at = end
          atLineStart = true
          continue
        }
      }
      const isIndented = matchAt(indented, text, at) !== null
      if (isIndented && !inList && (inIndented || afterBlank)) {
        inIndented = true
        afterBlank = false
        at = lineEnd(at)
        atLineStart = true
        continue
      }
      inIndented = false
      if (matchAt(listMark, text, at)) inList = true
      else if (!isIndented && afterBlank) inList = false
      afterBlank = false
    }
    special.lastIndex = at
    const next = special.exec(text)
    if (!next) break
    const position = next.index
    const mark = next[0]
    if (mark === '\n') {
      at = position + 1
      atLineStart = true
    } else if (mark === '\\') {
      at = text.charCodeAt(position + 1) === 0x0a ? position + 1 : position + 2
    } else if (mark === '`') {
      let stop = position + 1
      while (text.charCodeAt(stop) === 0x60) stop += 1
      if (paragraphEnd <= position) paragraphEnd = endOfParagraph(text, position)
      const end = closing(stop - position, stop, Math.min(paragraphEnd, stop + LONGEST_CODE))
      at = end < 0 ? stop : end
    } else if (text.charCodeAt(position + 1) === 0x5b) {
      const link = linkAt(text, position)
      if (link) found.push(link)
      at = link ? link.end : position + 1
    } else at = position + 1
  }
  return found
}

const emptyLine = /\n[ \t\r]*\n/g
function endOfParagraph(text: string, from: number): number {
  emptyLine.lastIndex = from
  return emptyLine.exec(text)?.index ?? text.length
}

/** The wikilinks of a text, at once: for texts of up to a few hundred thousand characters. */
export function parseWikilinks(text: string): Wikilink[] {
  const steps = wikilinkSteps(text)
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}

/** A title as it can be written between brackets. Characters that would end the link become spaces, which `foldTitle` does too. */
export function nameForTitle(title: string): string {
  return title
    .replace(/[[\]|\r\n]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
}

/** A name parted at its first `#`; a name that begins with one is a heading of the same text. */
export function splitHeading(name: string): { base: string; heading: string | null } {
  const hash = name.indexOf('#')
  return hash < 0 ? { base: name, heading: null } : { base: name.slice(0, hash).trim(), heading: name.slice(hash + 1).trim() }
}

/**
 * The text with its wikilinks under the present titles of what they link to. `titleOf` answers the title that a name stands for now,
 * or undefined to leave it. Headings, shown words and everything else stay.
 */
export function withCurrentNames(text: string, titleOf: (name: string) => string | undefined): string {
  let result = ''
  let end = 0
  for (const link of parseWikilinks(text)) {
    const title = titleOf(link.name)
    const name = title === undefined ? '' : nameForTitle(title)
    if (name === '' || name === link.name) continue
    const open = link.start + (link.embed ? 3 : 2)
    const inner = text.slice(open, link.end - 2)
    const place = inner.indexOf(link.name)
    if (place < 0) continue
    result += text.slice(end, open + place) + name
    end = open + place + link.name.length
  }
  return result + text.slice(end)
}
