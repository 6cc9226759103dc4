import { writeAt } from './stage-text'

/** What a running job has written, as far as this window saw it: `text` begins `from` UTF-16 units into the whole. */
export interface LiveText {
  from: number
  text: string
}

export const noText: LiveText = { from: 0, text: '' }

/** Adds what was written at `offset`. Text before it that was missed is left out: `from` then says how much of it there is. */
export function growText(known: LiveText, offset: number, chunk: string): LiveText {
  const text = offset < known.from ? null : writeAt(known.text, offset - known.from, chunk)
  if (text === null) return { from: offset, text: chunk }
  return text === known.text ? known : { ...known, text }
}

/** Puts the whole text, read later, under what came by events: they may have run ahead of it. */
export function fillText(known: LiveText, whole: string): LiveText {
  if (whole.length < known.from) return known
  if (whole.length >= known.from + known.text.length) return { from: 0, text: whole }
  return { from: 0, text: whole.slice(0, known.from) + known.text }
}
