/** Control sequences of terminals: CSI, OSC and the other strings, and what begins with ESC and one letter. */
const sequences =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is to be found.
  /(?:\x1b\[|\x9b)[0-?]*[ -/]*[@-~]?|(?:\x1b[\]PX^_]|[\x90\x98\x9d-\x9f])[\s\S]*?(?:\x07|\x1b\\|\x9c|$)|\x1b[ -/]*[0-~]?/g
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is to be found.
const controls = /[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g

/** Text that changes nothing of a terminal but what it shows: a thought may hold anything. Line ends and tabs stay. */
export function safeText(text: string): string {
  return text.replace(/\r\n?/g, '\n').replace(sequences, '').replace(controls, '')
}

/** The same in one line. */
export function safeLine(text: string): string {
  return safeText(text).replace(/\s+/g, ' ').trim()
}

/** JSON in one line, with what a terminal could take for a command written as an escape. */
export function jsonLine(value: unknown): string {
  // JSON.stringify itself writes controls below a blank as escapes.
  return `${JSON.stringify(value).replace(/[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`)}\n`
}

/** Two columns wide on a terminal: East Asian Wide and Fullwidth of Unicode's UAX 11, and emoji. */
const wide =
  /^[\u1100-\u115f\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\u9fff\ua000-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe10-\ufe19\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{17000}-\u{18cff}\u{1b000}-\u{1b2ff}\u{20000}-\u{3fffd}]|\p{Emoji_Presentation}|\ufe0f/u
const invisible = /^[\p{Mn}\p{Me}\p{Cf}]+$/u
const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

function segmentWidth(segment: string): number {
  if (invisible.test(segment)) return 0
  return wide.test(segment) || segment.includes('\ufe0f') ? 2 : 1
}

/** Columns that a text of one line takes. */
export function displayWidth(text: string): number {
  let width = 0
  for (const { segment } of segmenter.segment(text)) width += segmentWidth(segment)
  return width
}

/** The beginning that fits into so many columns, with an ellipsis when something is cut off. */
export function fitWidth(text: string, columns: number): string {
  if (displayWidth(text) <= columns) return text
  let width = 0
  let kept = ''
  for (const { segment } of segmenter.segment(text)) {
    const next = width + segmentWidth(segment)
    if (next > columns - 1) break
    width = next
    kept += segment
  }
  return columns < 1 ? '' : `${kept.trimEnd()}…`
}

/** Filled up with blanks to so many columns. */
export function padWidth(text: string, columns: number): string {
  return text + ' '.repeat(Math.max(0, columns - displayWidth(text)))
}

/** Words set into lines of at most so many columns, each after `indent`. */
export function wrapText(text: string, columns: number, indent = ''): string {
  const lines: string[] = []
  for (const paragraph of text.split('\n')) {
    let line = ''
    for (const word of paragraph.split(/\s+/).filter((part) => part !== '')) {
      const longer = line === '' ? word : `${line} ${word}`
      if (line !== '' && displayWidth(indent + longer) > columns) {
        lines.push(indent + line)
        line = word
      } else line = longer
    }
    lines.push(line === '' ? '' : indent + line)
  }
  return lines.join('\n')
}
