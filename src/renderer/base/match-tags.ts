/** The form in which tags are compared while typing: without case, width and accents. */
export function foldTyped(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .trim()
}

/** The tags with what was typed in them, those that begin with it first; all of them for an empty field. The order is kept otherwise. */
export function matchTags<T extends { name: string }>(tags: readonly T[], typed: string): T[] {
  const wanted = foldTyped(typed.replace(/^[#\s]+/, ''))
  if (wanted === '') return [...tags]
  const begins: T[] = []
  const contains: T[] = []
  for (const tag of tags) {
    const at = foldTyped(tag.name).indexOf(wanted)
    if (at === 0) begins.push(tag)
    else if (at > 0) contains.push(tag)
  }
  return [...begins, ...contains]
}

/** Often used and lately used tags first: each counts by its place in both orders, and of two that stand level the later used one is first. */
export function byUse<T extends { count: number; usedAt: number }>(tags: readonly T[]): T[] {
  const recent = new Map([...tags].sort((a, b) => b.usedAt - a.usedAt).map((tag, place) => [tag, place] as const))
  const often = new Map([...tags].sort((a, b) => b.count - a.count).map((tag, place) => [tag, place] as const))
  const place = (tag: T) => (recent.get(tag) ?? 0) + (often.get(tag) ?? 0)
  return [...tags].sort((a, b) => place(a) - place(b) || b.usedAt - a.usedAt)
}
