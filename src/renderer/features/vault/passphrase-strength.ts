/** The shortest passphrase the vault takes, in characters after NFKC. */
export const MIN_PASSPHRASE_LENGTH = 12

export interface Strength {
  /** Whether the vault will take it, as far as the window can tell; the vault itself has the last word. */
  enough: boolean
  sentence: string
}

/** One plain sentence on how hard a passphrase is to guess. A rough estimate from length, variety and word count, never a promise. */
export function describeStrength(passphrase: string): Strength {
  const text = passphrase.normalize('NFKC')
  const letters = [...text]
  if (letters.length === 0)
    return { enough: false, sentence: 'Twelve characters or more. Six random words are easy to keep and hard to guess.' }
  if (letters.length < MIN_PASSPHRASE_LENGTH) {
    const missing = MIN_PASSPHRASE_LENGTH - letters.length
    return { enough: false, sentence: `Too short. ${missing} more ${missing === 1 ? 'character' : 'characters'} at least.` }
  }
  const different = new Set(letters.map((letter) => letter.toLowerCase())).size
  if (different < 6) return { enough: false, sentence: 'Too few different characters: it would be guessed at once.' }
  const words = text.split(/[\s-]+/).filter((word) => word.length > 2).length
  if (words >= 6 || letters.length >= 28) return { enough: true, sentence: 'Strong. Guessing it would take longer than anybody has.' }
  if (words >= 4 || letters.length >= 18) return { enough: true, sentence: 'Good. Long enough, as long as it is not a known saying.' }
  return { enough: true, sentence: 'Enough for the vault to take. A few more words would make it hard to guess.' }
}
