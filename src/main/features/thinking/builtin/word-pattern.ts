/** A typed apostrophe stands for a typographic one too. */
const anyApostrophe = (list: string) => list.replace(/\s*\n\s*/g, '').replace(/'/g, "['’]")

/** A pattern for whole words in any script; `list` holds alternatives divided by `|`. Not case-sensitive. */
export function words(list: string): RegExp {
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${anyApostrophe(list)})(?![\\p{L}\\p{N}])`, 'iu')
}

/** The same, at the start of a sentence only, after an opening mark or `lead` words. */
export function startsWith(list: string, lead = ''): RegExp {
  return new RegExp(`^["“„«(‘'¿¡]?(?:${anyApostrophe(lead)})?(?:${anyApostrophe(list)})(?![\\p{L}\\p{N}])`, 'iu')
}

/** "a/b c/d" as pairs. */
export function pairs(list: string): (readonly [string, string])[] {
  return list
    .trim()
    .split(/\s+/)
    .map((pair) => {
      const [left = '', right = ''] = pair.split('/')
      return [left, right] as const
    })
}
