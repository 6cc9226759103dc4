/** White space between members, with the invisible characters that models copy from web pages. Sticky: set `lastIndex` first. */
export const spaces = /(?:\s|\u200b|\u200c|\u200d|\u2060|\ufeff)*/y

/**
 * What may stand behind the closing mark of a string: the end, a bracket, a comment, a plus sign and another string, or a comma with the
 * beginning of a member behind it; or, where a comma was forgotten, another string that a colon, comma or bracket follows.
 */
export const followsString = new RegExp(
  String.raw`^(?:GAP(?:$|[:：}\])]|=>?|${'```'}|#|//|/\*|\+\s*["'])|GAP[,;，、]GAP(?:$|[,"'“”„‘«「${'`'}{}[\]()\d#✓✔✅☑✗✘❌☐-]|//|/\*|(?:true|false|null|True|False|None)\b|[\p{L}_][\p{L}\p{N}_-]*["']?\s*(?::|=))|\s+"[^"\n]{1,60}"\s*:|\s+"[^"\n]{0,200}"\s*[\],])`.replaceAll(
    'GAP',
    String.raw`(?:[\s\u200b\u2060\ufeff]|\\[nrt])*`,
  ),
  'u',
)

export const escapes: Record<string, string | undefined> = {
  '"': '"',
  '\\': '\\',
  '/': '/',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
}

const closingMarks: Record<string, string | undefined> = {
  '"': '"',
  '“': '”“"',
  '”': '”“"',
  '„': '”“"',
  "'": "'",
  '‘': "’'",
  '«': '»',
  '「': '」',
  '`': '`',
}

/** The marks that may close a string opened with this mark; undefined when it opens none. */
export function closingMark(open: string): string | undefined {
  return closingMarks[open]
}

const words = new Map<string, unknown>([
  ['true', true],
  ['false', false],
  ['null', null],
  ['True', true],
  ['False', false],
  ['TRUE', true],
  ['FALSE', false],
  ['None', null],
  ['nil', null],
  ['NULL', null],
  ['undefined', null],
  ['NaN', null],
  ['Infinity', null],
  ['-Infinity', null],
])

/**
 * The value of a word that stands without quotation marks: a literal of JSON, JavaScript or Python, a number, else its own text when it
 * begins with a letter or is a tick. `isKnown` tells that the word cannot have lost its end. Undefined for what is no value.
 */
export function valueOfWord(bare: string): { value: unknown; isKnown: boolean } | undefined {
  if (words.has(bare)) return { value: words.get(bare), isKnown: true }
  if (/^[+-]?(?:\d[\d_]*)?\.?\d+(?:[eE][+-]?\d+)?\.?$/.test(bare)) {
    return { value: Number(bare.replaceAll('_', '').replace(/\.$/, '')), isKnown: false }
  }
  return /^[\p{L}✓✔✅☑✗✘❌☐]/u.test(bare) ? { value: bare, isKnown: false } : undefined
}
