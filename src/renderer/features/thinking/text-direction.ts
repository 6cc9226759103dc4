/** The direction of a text by its first letter: for the parts around it, such as the rule beside it, which `dir="auto"` cannot turn. */
export function textDirection(text: string): 'rtl' | undefined {
  const letter = /\p{L}/u.exec(text.slice(0, 1000))?.[0]
  return letter !== undefined && /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]/.test(letter) ? 'rtl' : undefined
}
