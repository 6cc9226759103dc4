const LONGEST = 160

/**
 * What a program wrote to its error output, as a few words that may be shown: its last line with words, without paths, and never one that
 * holds words of the text it was given. '' when nothing is left.
 */
export function programWords(output: string, text: string): string {
  const own = new Set(text.toLowerCase().match(/[\p{L}\p{N}]{5,}/gu) ?? [])
  const lines = output
    .split(/\r?\n/)
    .map((line) => line.replace(/\p{Cc}(?:\[[0-9;]*[A-Za-z])?|\p{Cf}/gu, ' ').trim())
    .filter((line) => /\p{L}/u.test(line))
    .map((line) => line.replace(/(?:[A-Za-z]:)?(?:[\\/][^\s\\/:'"]+)+[\\/]?/g, '…'))
  const last = lines.findLast((line) => !(line.toLowerCase().match(/[\p{L}\p{N}]{5,}/gu) ?? []).some((word) => own.has(word)))
  if (last === undefined) return ''
  return last.length <= LONGEST ? last : `${last.slice(0, LONGEST).trimEnd()}…`
}
