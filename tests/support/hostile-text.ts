/** Ways to write words so that people do not see them, and back. */
export const disguise = {
  zeroWidth: (text: string) => [...text].join('\u200b'),
  /** Backwards, with a mark that has it shown forwards. */
  bidi: (text: string) => `\u202e${[...text].reverse().join('')}\u202c`,
  tagLetters: (text: string) => String.fromCodePoint(...[...text].map((letter) => 0xe0000 + letter.charCodeAt(0))),
  base64: (text: string) => Buffer.from(text).toString('base64'),
}

/** Everything that can be made out in a text, for one who tries hard: without what is not seen, backwards, unpacked. */
export function undisguise(text: string): string {
  const tagged = [...text].map((letter) => tagLetter(letter)).join('')
  const visible = text.replace(/[\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff\u00ad]/g, '')
  const backwards = /;[^;]* :REDRO/.test(visible) ? [...visible].reverse().join('') : ''
  const unpacked = [...visible.matchAll(/[A-Za-z0-9+/]{40,}={0,2}/g)].map(([packed]) => Buffer.from(packed, 'base64').toString('utf8'))
  return [visible, backwards, tagged, ...unpacked.filter((words) => words.includes('ORDER'))].join('\n')
}

function tagLetter(letter: string): string {
  const code = letter.codePointAt(0) ?? 0
  return code >= 0xe0000 && code <= 0xe007f ? String.fromCodePoint(code - 0xe0000) : ''
}
