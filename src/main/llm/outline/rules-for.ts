import type { LanguageRules } from './language-rules'
import { germanRules } from './rules-de'
import { englishRules } from './rules-en'
import { spanishRules } from './rules-es'
import { frenchRules } from './rules-fr'

const rules: Record<string, LanguageRules> = { en: englishRules, de: germanRules, fr: frenchRules, es: spanishRules }

/** The rules for a language, or null when the outline has none. A Latin text too short to tell ('und') is read as English. */
export function rulesFor(lang: string): LanguageRules | null {
  return rules[lang === 'und' ? 'en' : lang] ?? null
}

/** The English name of a language, such as "Japanese"; "this language" when it has none. */
export function languageName(lang: string): string {
  try {
    const name = new Intl.DisplayNames(['en'], { type: 'language' }).of(lang)
    return name && name !== lang ? name : 'this language'
  } catch {
    return 'this language'
  }
}
