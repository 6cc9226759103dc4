import type { LanguageRules } from './language-rules'
import { germanRules } from './rules-de'
import { englishRules } from './rules-en'
import { spanishRules } from './rules-es'
import { frenchRules } from './rules-fr'

const rules: Record<string, LanguageRules> = { en: englishRules, de: germanRules, fr: frenchRules, es: spanishRules }

/** The rules for a language, or null when the outline has none. A text whose language does not show ('und') has none. */
export function rulesFor(lang: string): LanguageRules | null {
  return rules[lang] ?? null
}

/** The English name of a language, such as "Japanese"; "this language" when it has none, and what to say for 'und'. */
export function languageName(lang: string): string {
  if (lang === 'und') return 'a language it cannot tell'
  try {
    const name = new Intl.DisplayNames(['en'], { type: 'language' }).of(lang)
    return name && name !== lang ? name : 'this language'
  } catch {
    return 'this language'
  }
}
