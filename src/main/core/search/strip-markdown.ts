const patterns: [RegExp, string][] = [
  [/^\s{0,3}(?:```|~~~)[^\n]*$/gm, ' '],
  [/^\s{0,3}(?:[-*_]\s{0,3}){3,}$/gm, ' '],
  [/^\s{0,3}\|?(?:\s{0,3}:?-{3,}:?\s{0,3}\|?)+$/gm, ' '],
  [/^\s{0,3}(?:>\s?)+/gm, ''],
  [/^\s{0,3}#{1,6}\s+/gm, ''],
  [/^\s{0,12}(?:[-*+]|\d{1,9}[.)])\s+(?:\[[ xX]\]\s+)?/gm, ''],
  [/!?\[\[([^\]|\n]{1,300})(?:\|([^\]\n]{1,300}))?\]\]/g, '$2$1'],
  [/!?\[([^\]\n]{0,300})\]\([^)\s]{0,2000}(?:\s+"[^"\n]{0,300}")?\)/g, '$1'],
  [/(\*\*|__|~~)(?=\S)([^\n]{1,300}?)(?<=\S)\1/g, '$2'],
  [/(?<![\p{L}\p{N}*_`])([*_])(?=[^\s*_])([^\n*_]{1,300}?)(?<=\S)\1(?![\p{L}\p{N}*_])/gu, '$2'],
  [/`([^`\n]{1,300})`/g, '$1'],
]

/**
 * A short piece of Markdown as a reader would see it, on one line. Signs that are part of the text (`C++`, `a*b`, `snake_case`) stay.
 * For pieces of some thousand units: every pattern is bounded, but the piece is read once for each of them.
 */
export function stripMarkdown(text: string): string {
  let plain = text
  for (const [pattern, replacement] of patterns) {
    plain =
      replacement === '$2$1'
        ? plain.replace(pattern, (_, target: string, label?: string) => label ?? target)
        : plain.replace(pattern, replacement)
  }
  return plain.replace(/\s+/g, ' ').trim()
}
