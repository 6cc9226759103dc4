import { createHash } from 'node:crypto'

/**
 * A name for comparisons: trimmed, lower case, runs of white space as one space. Nothing more: words such as "js" or version numbers tell
 * TensorFlow from TensorFlow.js (docs/collect-pipeline.md, "URLs, names and slugs").
 */
export function normalizeName(name: string): string {
  return name.trim().toLowerCase().replace(/\s+/g, ' ')
}

/**
 * The slug of a name (docs/collect-pipeline.md, "URLs, names and slugs"): lower case, without accents, a-z, 0-9 and single hyphens ("CI/CD" →
 * `cicd`). A name without any such letter gets `item-` and the first 8 hex digits of the SHA-256 of name and address. A slug that is taken gets `-2`,
 * `-3`, ….
 */
export function makeSlug(name: string, sourceUrl: string, isTaken: (slug: string) => boolean): string {
  const plain = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[\s_-]+/g, '-')
    .replace(/[^a-z0-9-]/g, '')
    .replace(/-+/g, '-')
    .replace(/^-|-$/g, '')
  const base = plain === '' ? `item-${createHash('sha256').update(`${name}${sourceUrl}`, 'utf8').digest('hex').slice(0, 8)}` : plain
  if (!isTaken(base)) return base
  let number = 2
  while (isTaken(`${base}-${number}`)) number += 1
  return `${base}-${number}`
}
