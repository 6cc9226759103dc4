import { keySentence } from './key-sentence'
import type { Reading, Unit } from './reading'

/**
 * What sort of text a thought is, and so how much can be argued with: `empty` has no words, a `fragment` no statement, a `list` only entries;
 * a `question` asks; a `claim` says something that could turn out wrong.
 */
export type Form = 'empty' | 'fragment' | 'list' | 'question' | 'claim'

const isEntry = (unit: Unit) => unit.kind === 'item' || unit.kind === 'task' || unit.kind === 'task-done'

export function isList({ units, rules }: Reading): boolean {
  const entries = units.filter(isEntry)
  const lines = units.filter((unit) => unit.kind === 'paragraph')
  if (units.some((unit) => unit.section !== null && unit.section !== 'milestone')) return false
  const says = (unit: Unit) => unit.stems.size >= 5 || /[.!?。！？]$/.test(unit.text) || rules?.duty.test(unit.text) === true
  // Short lines without a full stop are entries too, whether or not they carry a mark.
  const bare = lines.filter((unit) => !says(unit))
  if (entries.length + bare.length < 3) return false
  return lines.length === bare.length && entries.filter(says).length * 2 <= entries.length
}

function isFragment(core: Unit, { units }: Reading): boolean {
  if (units.some((unit) => unit !== core && unit.stems.size >= 2 && unit.kind !== 'quote')) return false
  if (/^\S*:\/\/\S+$/.test(core.text)) return true
  const words = core.text.split(' ').length
  const dense = /[\u3040-\u9fff\u0e00-\u0e7f]/.test(core.text)
  return dense ? core.text.length < 7 : core.stems.size === 0 || (core.stems.size < 2 && words < 5) || words < 3
}

/** The sort of a thought and the sentence that stands for it. */
export function formOf(reading: Reading): { form: Form; core: Unit | null } {
  const { title, units } = reading
  const key = keySentence(reading)
  if (!key) return { form: 'empty', core: null }
  if (isList(reading)) return { form: 'list', core: title ?? key }
  // A question in the title is what the thought is about, unless the body is long enough to have turned it into a claim.
  const core = title?.question && units.length <= 10 ? title : key
  if (isFragment(core, reading)) return { form: 'fragment', core: title ?? core }
  return { form: core.question ? 'question' : 'claim', core }
}
