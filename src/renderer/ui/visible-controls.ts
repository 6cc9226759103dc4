/** Direction controls by their usual names. They have no width, but turn the order of the letters after them around. */
const names: Record<string, string> = {
  '\u202a': 'LRE',
  '\u202b': 'RLE',
  '\u202c': 'PDF',
  '\u202d': 'LRO',
  '\u202e': 'RLO',
  '\u2066': 'LRI',
  '\u2067': 'RLI',
  '\u2068': 'FSI',
  '\u2069': 'PDI',
}

export interface TextPart {
  text: string
  /** The part stands for a direction control, such as "⟨RLO⟩". */
  control: boolean
}

/** The parts of a text in which each direction control is replaced by its name; one part for a text without any. Marks that only help mixed scripts (LRM, RLM, ALM) stay as they are. */
export function showControls(text: string): TextPart[] {
  return text
    .split(/([\u202a-\u202e\u2066-\u2069])/)
    .map((part, index) => (index % 2 === 1 ? { text: `⟨${names[part] ?? ''}⟩`, control: true } : { text: part, control: false }))
    .filter((part) => part.text !== '')
}
