import type { ThesisSource } from '../../../shared/entities'

export type CitedPiece = { kind: 'text'; text: string } | { kind: 'cite'; source: ThesisSource }

const NUMBERS = /[ \t]*\[(\d{1,4}(?:\s*,\s*\d{1,4})*)\]/g
const ITEM = /\[item:\s*([^\]\s]{1,64})\s*\]/g
/** A citation that has only begun to be written. */
const UNFINISHED_ITEM = /[ \t]*\[(?:i|it|ite|item|item:[^\]\n]{0,70})?$/

/**
 * Cuts `[n]` and `[n, m]` out of a text. A number that names no source is not a citation: it is left out, or with `keepUnknown`
 * stays the text it was.
 */
export function splitCitations(text: string, sources: readonly ThesisSource[], keepUnknown: boolean): CitedPiece[] {
  const pieces: CitedPiece[] = []
  let end = 0
  for (const match of text.matchAll(NUMBERS)) {
    const numbers = (match[1] ?? '').split(',').map(Number)
    const found = numbers.flatMap((n) => sources.find((source) => source.n === n) ?? [])
    if (found.length === 0 && keepUnknown) continue
    if (match.index > end) pieces.push({ kind: 'text', text: text.slice(end, match.index) })
    end = match.index + match[0].length
    for (const source of found) pieces.push({ kind: 'cite', source })
  }
  if (end < text.length) pieces.push({ kind: 'text', text: text.slice(end) })
  return pieces
}

/**
 * The prose of a stage cites as `[item:ID]`: here those become `[n]`, with the number the thesis gave the item, else the next free
 * one in order of appearance. The sources come back with those added; added ones have no title, since the prose names none.
 */
export function numberItemCitations(text: string, sources: readonly ThesisSource[]): { text: string; sources: readonly ThesisSource[] } {
  if (!text.includes('[')) return { text, sources }
  const all = [...sources]
  let highest = sources.reduce((most, source) => Math.max(most, source.n), 0)
  const numbered = text.replace(UNFINISHED_ITEM, '').replace(ITEM, (_whole, itemId: string) => {
    let source = all.find((known) => known.itemId === itemId)
    if (!source) {
      highest += 1
      source = { n: highest, itemId, title: '' }
      all.push(source)
    }
    return `[${source.n}]`
  })
  return { text: numbered, sources: all.length === sources.length ? sources : all }
}

/**
 * The prose of several stages, numbered as one text: the same thought has the same number in all of them. A stage whose prose did not
 * change keeps the numbers it had, since those before it come first.
 */
export function numberStages<Stage extends { text: string }>(
  stages: readonly Stage[],
  sources: readonly ThesisSource[],
): { stage: Stage; sources: readonly ThesisSource[] }[] {
  let known = sources
  return stages.map((stage) => {
    known = numberItemCitations(stage.text, known).sources
    return { stage, sources: known }
  })
}
