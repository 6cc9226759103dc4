/** A name without case, spaces, punctuation and accents, so that `problemStatement`, `Problem statement` and `problem_statement` are one. */
export function plainName(name: string): string {
  return name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
}

const yes = new Set(
  'yes true y 1 done settled passed pass met resolved complete completed satisfied ok ja oui si sim да はい 是'.split(' '),
)
const no = new Set(
  'no false n 0 notdone unsettled failed fail unmet notmet unresolved incomplete unsatisfied nein non nao нет いいえ 否'.split(' '),
)
const yesMarks = new Set(['✓', '✔', '✅', '☑', '🟢'])
const noMarks = new Set(['✗', '✘', '❌', '☐', '🔴'])

/** A cross beside a word takes back what the word says. */
export function hasCross(text: string): boolean {
  return [...noMarks].some((mark) => text.includes(mark))
}

/** True or false when a value means yes or no in a word, a tick or a number; undefined for all else. */
export function readYesNo(value: unknown): boolean | undefined {
  if (typeof value === 'boolean') return value
  if (value === 1 || value === 0) return value === 1
  if (typeof value !== 'string') return undefined
  const mark = value.replace(/\s|\ufe0f/g, '')
  if (yesMarks.has(mark) || /^\[[xX✓✔]\]$/.test(mark)) return true
  if (noMarks.has(mark) || mark === '[]') return false
  // With a question mark it is a question, and with a cross beside it a word says two things.
  const word = /[?？]/.test(value) || hasCross(value) ? '' : plainName(value)
  return yes.has(word) ? true : no.has(word) ? false : undefined
}

const closed = new Set(
  'closed geschlossen erledigt ferme fermee cerrado cerrada chiuso chiusa fechado fechada закрыт закрыто 已关闭 关闭'.split(' '),
)
const open = new Set('open offen ouvert ouverte abierto abierta aperto aperta aberto aberta открыт открыто 未关闭 打开'.split(' '))

/** The same where a gate is asked for as `open` or `closed`: also those words in the languages that models slip into. */
export function readOpenClosed(value: unknown): 'open' | 'closed' | undefined {
  if (typeof value === 'string') {
    if (/[?？]/.test(value)) return undefined
    const word = plainName(value)
    if (closed.has(word) && !hasCross(value)) return 'closed'
    if (open.has(word)) return 'open'
  }
  const answer = readYesNo(value)
  return answer === undefined ? undefined : answer ? 'closed' : 'open'
}

/** Whether a property of this name says, when true, that a gate is closed: `passed`, `done`, `closed`. */
export function meansClosed(name: string): boolean | undefined {
  const word = plainName(name)
  if (closed.has(word) || closed.has(word.replace(/^is/, ''))) return true
  if (open.has(word) || open.has(word.replace(/^is/, ''))) return false
  return readYesNo(word.replace(/^is/, ''))
}
