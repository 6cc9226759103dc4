/**
 * An estimate of the tokens a text costs, leaning upwards, without any model's own tokenizer: one token for each Chinese, Japanese or
 * Korean character and each symbol or punctuation mark, one for every four Latin letters or digits of a word (rounded up for each
 * word), one for every two letters of any other script. White space between words is free, as it is in the usual byte-pair
 * vocabularies; a line break costs one. Figures after the rule of thumb that OpenAI gives for English (four characters a token).
 * Linear in the length; 12 million characters take some 50 ms, so count in pieces where the main thread must stay free.
 */
export function countTokens(text: string): number {
  let tokens = 0
  let latin = 0
  let foreign = 0
  for (let at = 0; at < text.length; at += 1) {
    const kind = kindOf(text.charCodeAt(at))
    if (kind === 'latin') latin += 1
    else if (kind === 'foreign') foreign += 1
    else {
      tokens += Math.ceil(latin / 4) + Math.ceil(foreign / 2)
      latin = 0
      foreign = 0
      if (kind === 'whole') tokens += 1
    }
  }
  return tokens + Math.ceil(latin / 4) + Math.ceil(foreign / 2)
}

/**
 * Cuts a text into pieces of at most `limit` estimated tokens, at a blank line where one is near, else at a line end, a sentence end,
 * a space, or anywhere. Nothing is lost: the pieces joined are the text. A pair of surrogates is never cut.
 */
export function splitByTokens(text: string, limit: number): string[] {
  const pieces: string[] = []
  let start = 0
  while (start < text.length) {
    const end = start + longestPrefix(text, start, Math.max(1, limit))
    const cut = end >= text.length ? text.length : cutBefore(text, start, end)
    pieces.push(text.slice(start, cut))
    start = cut
  }
  return pieces
}

type CharacterKind = 'latin' | 'foreign' | 'whole' | 'free'

function kindOf(code: number): CharacterKind {
  if (code < 0x80) {
    if ((code >= 0x30 && code <= 0x39) || (code >= 0x41 && code <= 0x5a) || (code >= 0x61 && code <= 0x7a)) return 'latin'
    return code === 0x20 || code === 0x09 || code === 0x0d ? 'free' : 'whole'
  }
  if (code >= 0xc0 && code < 0x250) return 'latin'
  if (code >= 0x370 && code < 0x1100) return 'foreign'
  return 'whole'
}

/** How many characters from `start` stay within the limit. At least one, so that a loop always moves on. */
function longestPrefix(text: string, start: number, limit: number): number {
  let tokens = 0
  let latin = 0
  let foreign = 0
  for (let at = start; at < text.length; at += 1) {
    const kind = kindOf(text.charCodeAt(at))
    if (kind === 'latin') latin += 1
    else if (kind === 'foreign') foreign += 1
    else {
      tokens += Math.ceil(latin / 4) + Math.ceil(foreign / 2) + (kind === 'whole' ? 1 : 0)
      latin = 0
      foreign = 0
    }
    if (tokens + Math.ceil(latin / 4) + Math.ceil(foreign / 2) > limit) return Math.max(1, at - start)
  }
  return text.length - start
}

/** The best place to cut in the last half of a piece. */
function cutBefore(text: string, start: number, end: number): number {
  const middle = start + Math.floor((end - start) / 2)
  for (const boundary of ['\n\n', '\n', '. ', '。', ' ']) {
    const found = text.lastIndexOf(boundary, end - boundary.length)
    if (found >= middle && found + boundary.length > start) return found + boundary.length
  }
  const last = text.charCodeAt(end - 1)
  const splitsPair = last >= 0xd800 && last <= 0xdbff
  return splitsPair && end - 1 > start ? end - 1 : splitsPair ? Math.min(text.length, end + 1) : end
}
