import { type Gate, gateNames } from '../../../shared/entities'
import { entriesOf, isRecord, namedLine, textOf } from '../../core/llm/model-lists'
import { gateNamed, gateNumber } from './thesis-names'

/** One gate as a model judged it; `gate` is the model's own name for it, empty when it gave none. */
export interface JudgedGate {
  gate: string
  status: 'open' | 'closed'
  reason: string
}

/** Only these words and marks close a gate; whatever else a model writes leaves it open. */
const closedWords = new Set(['closed', 'yes', 'true', 'done', 'settled', 'passed', 'resolved', 'complete', 'completed'])
/** What stands for a status and for no name, where a list gives nothing but statuses. */
const openWords = new Set(['open', 'no', 'false', 'not closed', 'partially', 'partly', 'partial', 'pending', 'unclear', 'maybe', 'almost'])
const tick = /^(?:[✓✔✅☑]|\[[x✓✔]\])$/

/** `closed` only for what plainly says so: with a question, a second word ("partially closed") or a cross beside it, a gate is open. */
export function statusOf(value: unknown): 'open' | 'closed' {
  if (value === true) return 'closed'
  if (typeof value !== 'string') return 'open'
  const plain = value
    .replace(/\ufe0f/g, '')
    .trim()
    .toLowerCase()
  if (tick.test(plain)) return 'closed'
  const word = plain.replace(/^(?:[✓✔✅☑]|\[[x✓✔]\])|[✓✔✅☑]$/g, '').replace(/^[\s*_"'`]+|[\s*_"'`.,!]+$/g, '')
  return closedWords.has(word) ? 'closed' : 'open'
}

/** Every entry of what a model wrote as its gates, in order. One that cannot be read keeps its place, without a name and open. */
export function gatesOf(value: unknown): JudgedGate[] {
  return entriesOf(value).map((entry) => {
    if (isRecord(entry)) return { gate: textOf(entry.gate), status: statusOf(entry.status), reason: textOf(entry.reason) }
    if (typeof entry === 'string') return gateLine(entry)
    return { gate: '', status: statusOf(entry), reason: '' }
  })
}

/** "Problem stated: closed, because …", "[x] Problem stated", "Problem stated ✓", or a status alone. */
function gateLine(line: string): JudgedGate {
  const isStatus = statusOf(line) === 'closed' || openWords.has(line.toLowerCase().replace(/^\W+|\W+$/g, ''))
  if (isStatus) return { gate: '', status: statusOf(line), reason: '' }
  const box = /^[\s*•-]*(\[[ xX✓✔]?\]|[✓✔✅☑☐✗✘❌])\ufe0f?\s+(.+)$/.exec(line)
  if (box) return { gate: box[2] ?? '', status: statusOf(box[1]), reason: '' }
  const ticked = /^(.+?)\s*([✓✔✅☑])\ufe0f?\s*$/.exec(line)
  if (ticked) return { gate: ticked[1] ?? '', status: 'closed', reason: '' }
  const named = namedLine(line)
  if (named === null) return { gate: line, status: 'open', reason: '' }
  const [, status = '', reason = ''] = /^([^\s,;:.()–—-]*)[\s,;:.()–—-]*(.*)$/s.exec(named.rest) ?? []
  return { gate: named.name, status: statusOf(status), reason: reason.replace(/\)$/, '').trim() }
}

/**
 * The eight gates in order. A name is matched in the forms that models write; a list of exactly eight without any name is matched by its
 * order. A gate that is missing, cannot be read, or is judged twice and not closed each time, is open.
 */
export function settledGates(judged: readonly JudgedGate[], text: (raw: string) => string): Gate[] {
  const numbers = judged.map(({ gate }) => gateNumber(gate))
  const inOrder =
    judged.length === gateNames.length &&
    (numbers.every((number) => number === 0) || numbers.every((number, index) => number === index + 1))
  return gateNames.map((gate, index) => {
    const found = judged.filter((entry, at) => (inOrder ? at === index : gateNamed(entry.gate) === gate))
    const [first] = found
    if (!first) return { gate, status: 'open', reason: 'The model did not judge this gate.' }
    const open = found.find(({ status }) => status === 'open')
    return { gate, status: open ? 'open' : 'closed', reason: text((open ?? first).reason) || 'The model gave no reason.' }
  })
}
