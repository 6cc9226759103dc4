/** Where `typed` stands in `name`, at the start of a word before anywhere else; undefined when it does not. Capitals do not matter. */
export function matchWords(name: string, typed: string): [number, number] | undefined {
  const wanted = typed.trim().toLowerCase()
  if (wanted === '') return undefined
  const text = name.toLowerCase()
  // Lower case of some letters is longer than the letter; marks would then point at the wrong place.
  if (text.length !== name.length) return undefined
  const atWord = ` ${text}`.indexOf(` ${wanted}`)
  const at = atWord >= 0 ? atWord : text.indexOf(wanted)
  return at < 0 ? undefined : [at, at + wanted.length]
}
