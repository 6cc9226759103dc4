import type { LanguageRules } from './language-rules'

const globals = new WeakMap<RegExp, RegExp>()

function everyMatch(pattern: RegExp): RegExp {
  const known = globals.get(pattern)
  if (known) return known
  const made = new RegExp(pattern.source, `${pattern.flags}g`)
  globals.set(pattern, made)
  return made
}

/** Where a new statement begins: what is denied before it is not denied behind it. */
const CLAUSE =
  /[,;:–—.]\s|(?<![\p{L}])(?:but|however|because|and|so|und|et|y|aber|jedoch|sondern|weil|dass|mais|parce que|que|pero|sino|porque)(?![\p{L}])/giu

/** "Not only" denies nothing. */
const NOT_ONLY = /(?:not|nicht|pas|non|no) (?:only|just|nur|bloß|seulement|s[oó]lo|solamente)/giu

/** "Without a list we forget" denies the list, not the forgetting. */
const WITHOUT =
  /(?<!\p{L})(?:without|ohne|sans|sin)(?!\p{L})(?! (?:(?:any|an?|real|great|jedes|jede|große[sn]?|aucune?|un|ningún|ninguna) ?)*$)(?!$)/giu

/** Behind the word: "the risk is nil", "das Problem sehe ich nicht", "de risque, il n'y en a pas". */
const DENIED_BEHIND =
  /^\p{L}*,? (?:(?:is|are) (?:nil|zero|none)|(?:does|do) not exist|(?:sehe|sehen|kenne|kennen|gibt|besteht|haben|habe) (?:\p{L}+ ){0,2}(?:nicht|keine?n?|keins)|gleich null|(?:est|sont) nuls?|il n['’]y en a (?:pas|aucun)|no (?:hay|existen?|veo))(?!\p{L})/iu

/** An indirect question leaves it open whether the thing is there. */
const WHETHER = /(?<!\p{L})(?:whether|ob|no sé si|je ne sais pas si|I doubt|ich bezweifle|je doute|dudo)(?!\p{L})/iu

const lastClause = (text: string) => {
  let start = 0
  for (const match of text.matchAll(CLAUSE)) start = match.index + match[0].length
  return text.slice(start)
}

/**
 * Whether a sentence affirms what a pattern finds in it: false when the words before deny it ("no risk that I can see"), doubt it ("I do not
 * know what the problem is") or ask it. `reach` is how many words before the found one a denial may stand.
 */
export function affirms(text: string, pattern: RegExp, rules: LanguageRules, reach = 4): boolean {
  const plain = text.replace(NOT_ONLY, (run) => ' '.repeat(run.length))
  for (const match of plain.matchAll(everyMatch(pattern))) {
    const ahead = plain.slice(0, match.index)
    const sentence = ahead.split(/[;.–—]\s|(?<![\p{L}])(?:but|however|aber|mais|pero)(?![\p{L}])/iu).pop() ?? ''
    const near = lastClause(ahead).trim().split(/\s+/).slice(-reach).join(' ')
    const whole = `${sentence}${match[0]}`
    const doubt = rules.doubt.exec(whole)
    const doubted = doubt !== null && doubt.index < sentence.length
    if (doubted || WHETHER.test(sentence) || rules.negation.test(near.replace(WITHOUT, ''))) continue
    if (DENIED_BEHIND.test(plain.slice(match.index + match[0].length))) continue
    return true
  }
  return false
}

/** What stands under a heading and says that there is nothing to say. */
const NOTHING =
  /^[\p{P}\s]*(?:(?:none|nothing) (?:that )?(?:I|we) .*|(?:keine|nichts),? (?:die|das|was) (?:ich|wir) .*|(?:aucun|rien) que (?:je|nous) .*|(?:ninguno|nada) que (?:yo )?(?:vea|sepa).*|none|nothing|n\/a|no|nil|tbd|tbc|todo|to ?do|unknown|keine?|nichts|unbekannt|offen|aucune?|rien|néant|ningun[oa]s?|ninguno|nada|por definir|à définir)(?: (?:yet|known|so far|really|at all|bekannt|noch nicht|bisher|connue?|pour l['’]instant|por ahora))*[\p{P}\s]*$/iu

export const saysNothing = (text: string): boolean => NOTHING.test(text)
