/** How many characters of a text go over what the contract takes, as a sentence; undefined where it fits. White space around it does not count. */
export function tooLong(text: string, most: number): string | undefined {
  const over = text.trim().length - most
  if (over <= 0) return undefined
  const [count, limit] = [over, most].map((number) => number.toLocaleString('en-GB'))
  return `${count} ${over === 1 ? 'character' : 'characters'} too many. At most ${limit} fit.`
}
