import type { PlanSource } from '../../../shared/contract/orchestrate'

/** `[3]`, `[1, 4]`; not the `[1]` of a Markdown link or picture, nor one that is defined as a reference. */
const NUMBERS = /(\s?)\[(\d{1,3}(?:\s*,\s*\d{1,3})*)\](?![(:])/g
const ITEM = /(\s?)\[item:\s*([^\]\s]{1,64})\s*\]/g

const keyOf = (source: PlanSource) => (source.kind === 'item' ? `item ${source.itemId}` : `page ${source.url}`)

export interface CitedText {
  text: string
  /** Only what the text cites, numbered in the order in which it is cited first. */
  sources: PlanSource[]
  /** Citations that named nothing: they are out of the text. */
  dropped: number
}

/** A text whose citations, `[n]` and `[item:ID]`, are those of `known` and no others, numbered from 1 in their order. */
export function settleCitations(text: string, known: readonly PlanSource[]): CitedText {
  const sources: PlanSource[] = []
  let dropped = 0
  const cite = (source: PlanSource | undefined): number | null => {
    if (!source) {
      dropped += 1
      return null
    }
    const cited = sources.find((other) => keyOf(other) === keyOf(source))
    if (cited) return cited.n
    sources.push({ ...source, n: sources.length + 1 })
    return sources.length
  }
  const both = new RegExp(`${NUMBERS.source}|${ITEM.source}`, 'g')
  const settled = text.replace(
    both,
    (_whole, space: string | undefined, numbers: string | undefined, itemSpace: string, itemId: string) => {
      const found =
        numbers === undefined
          ? [known.find((source) => source.kind === 'item' && source.itemId === itemId)]
          : numbers.split(',').map((n) => known.find((source) => source.n === Number(n)))
      const cited = [...new Set(found.map(cite))].filter((n) => n !== null)
      return cited.length === 0 ? '' : `${space ?? itemSpace ?? ''}${cited.map((n) => `[${n}]`).join('')}`
    },
  )
  return { text: settled.trim(), sources, dropped }
}

/** Sources of several texts in one numbering, each once, with the texts renumbered to fit. */
export function joinSources<T extends { text: string; sources: readonly PlanSource[] }>(
  parts: readonly T[],
): { parts: (T & { text: string })[]; sources: PlanSource[] } {
  const sources: PlanSource[] = []
  const joined = parts.map((part) => {
    const numbers = new Map<number, number>()
    for (const source of part.sources) {
      const known = sources.find((other) => keyOf(other) === keyOf(source))
      if (!known) sources.push({ ...source, n: sources.length + 1 })
      numbers.set(source.n, known?.n ?? sources.length)
    }
    return { ...part, text: renumber(part.text, (n) => numbers.get(n) ?? null) }
  })
  return { parts: joined, sources }
}

/** Gives the numbers in brackets new ones; null takes a number out. */
function renumber(text: string, change: (n: number) => number | null): string {
  return text.replace(NUMBERS, (_whole, space: string, numbers: string) => {
    const changed = numbers.split(',').flatMap((n) => change(Number(n)) ?? [])
    return changed.length === 0 ? '' : `${space}${changed.map((n) => `[${n}]`).join('')}`
  })
}

/** The text as a stage of Deep Think cites: items as `[item:ID]`, pages not at all. */
export function withItemMarks(text: string, sources: readonly PlanSource[]): string {
  return text.replace(NUMBERS, (_whole, space: string, numbers: string) => {
    const marks = numbers.split(',').flatMap((n) => {
      const source = sources.find((one) => one.n === Number(n))
      return source?.kind === 'item' ? [`[item:${source.itemId}]`] : []
    })
    return marks.length === 0 ? '' : `${space}${marks.join('')}`
  })
}
