/** Letters without accents, in lower case, so that "Café" and "cafe" compare equal. Kana keep their marks, which change the sound. */
export function foldWord(word: string): string {
  const lower = word.toLowerCase().replace(/[’']/g, '')
  if (!/\P{ASCII}/u.test(lower) || /[\u3040-\u30ff]/.test(lower)) return lower.normalize('NFKC')
  return lower
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .replace(/ß/g, 'ss')
}

function stemEnglish(word: string): string {
  let stem = word
    .replace(/(?:ies)$/, 'y')
    .replace(/(?<=ss|sh|ch|x|zz)es$/, '')
    .replace(/(?<=[^su])s$/, '')
  const base = stem.replace(/(?:ing|ed)$/, '')
  if (base !== stem && base.length >= 3 && /[aeiouy]/.test(base)) stem = base.replace(/([bdfgmnprt])\1$/, '$1')
  return stem.replace(/ly$/, '').replace(/e$/, '')
}

const endings: Record<string, RegExp> = {
  de: /(?:ungen|ern|em|en|er|es|n|e|s)$/,
  fr: /(?:ements?|euses?|ees?|es|er|ez|s|x|e)$/,
  es: /(?:amente|mente|ciones|cion|es|os|as|a|o|e|s)$/,
  it: /[aeio]$/,
  pt: /(?:oes|ao|os|as|es|a|o|e|s)$/,
  nl: /(?:en|e|s)$/,
}

/**
 * What a word is compared by: folded, without the commonest endings of its language. It is no word to show to anybody. Words that would
 * fall below three letters stay whole.
 */
export function stemWord(word: string, lang: string): string {
  const folded = foldWord(word)
  if (folded.length < 4) return folded
  if (/^[\u0621-\u064a]+$/.test(folded)) {
    const bare = folded.replace(/^[وفبلك]?ال/, '').replace(/(?:ات|ون|ين|ها|ة|ه)$/, '')
    return bare.length >= 2 ? bare : folded
  }
  if (!/^[a-z]/.test(folded)) return folded
  const stem = lang === 'en' || lang === 'und' ? stemEnglish(folded) : folded.replace(endings[lang] ?? /$^/, '')
  return stem.length >= 3 ? stem : folded
}
