import { expect, it } from 'vitest'
import { cleanPeerText, cleanPeerTitle } from '../../../src/main/features/hive/peer-text'
import { fromSharedThesis, toSharedThesis } from '../../../src/main/features/hive/shared-thesis'
import { gateNames, type ThesisOutput } from '../../../src/shared/entities'

const own = { title: 'Lend tools on our street', body: 'A shared shed saves money. Neighbours meet when they borrow a drill.' }
const other = { title: 'Why the allotment failed', body: 'The allotment failed because nobody was named to keep the key of the gate.' }

function thesis(over: Partial<ThesisOutput> = {}): ThesisOutput {
  return {
    core: 'A shared shed saves money. [1]',
    sub_questions: ['Who keeps the key?'],
    supporting_arguments: ['Neighbours meet when they borrow a drill.', 'Keys get lost [1].'],
    risks: ['“Why the allotment failed” says otherwise.', 'It rains into the shed.'],
    prior_art: ['nobody was named to keep the key of the gate'],
    open_questions: [],
    next_steps: ['Ask three neighbours.'],
    contradictions: [{ itemId: 'i2', title: other.title, quote: other.body, reason: 'They clash.' }],
    lenses: [{ lens: 'inversion', text: 'No shed at all.' }],
    gates: gateNames.map((gate) => ({ gate, status: 'open' as const, reason: gate === 'prior-art-reviewed' ? 'See [1].' : 'Not said.' })),
    sources: [{ n: 1, itemId: 'i2', title: other.title }],
    dropped_citations: 2,
    ...over,
  }
}

it('lets no word of another thought out: no citation, title, quotation or source', () => {
  const { thesis: shared, leftOut } = toSharedThesis(thesis(), 'model', own, [other])
  expect(shared).toEqual({
    core: 'A shared shed saves money.',
    sub_questions: ['Who keeps the key?'],
    supporting_arguments: ['Neighbours meet when they borrow a drill.'],
    risks: ['It rains into the shed.'],
    prior_art: [],
    open_questions: [],
    next_steps: ['Ask three neighbours.'],
    lenses: [{ lens: 'inversion', text: 'No shed at all.' }],
    gates: gateNames.map((gate) => ({ gate, status: 'open', reason: gate === 'prior-art-reviewed' ? '' : 'Not said.' })),
    made_by: 'model',
  })
  expect(leftOut).toBe(4)
  const text = JSON.stringify(shared)
  for (const word of ['allotment', 'i2', '[1]', 'gate of']) expect(text).not.toContain(word)
})

it('keeps a thesis here whose core is made of another thought', () => {
  expect(toSharedThesis(thesis({ core: 'Nobody was named to keep the key.' }), 'model', own, [other]).thesis).toBeNull()
})

it('does not take the words of the thought itself for those of another one that has them too', () => {
  const copy = { title: 'Copy of an earlier note', body: own.body }
  expect(toSharedThesis(thesis(), 'builtin', own, [copy]).thesis?.supporting_arguments).toEqual([
    'Neighbours meet when they borrow a drill.',
  ])
})

it('finds a quotation in a script without spaces', () => {
  const japanese = { title: '鍵の話', body: '誰も門の鍵を預かる人を決めなかったので畑は終わった。' }
  const { thesis: shared } = toSharedThesis(thesis({ next_steps: ['門の鍵を預かる人を決める。', '三人に聞く。'] }), 'model', own, [
    japanese,
  ])
  expect(shared?.next_steps).toEqual(['三人に聞く。'])
})

it("gives a peer's thesis nothing that looks like a citation, and all gates in order", () => {
  const shared = toSharedThesis(thesis(), 'model', own, [other]).thesis
  if (!shared) throw new Error('nothing to share')
  const gates = [...shared.gates].reverse().slice(1)
  const back = fromSharedThesis({ ...shared, core: 'Trust me [3] \u202eand [item:abc] me', gates })
  expect(back.core).toBe('Trust me and me')
  expect(back.gates.map(({ gate }) => gate)).toEqual([...gateNames])
  expect(back.gates.at(-1)).toMatchObject({ status: 'open', reason: '' })
  expect([back.sources, back.contradictions]).toEqual([[], []])
})

it("takes out of a peer's text what hides or turns it, and leaves what scripts need", () => {
  const hostile = 'Pay \u202e001\u202c now\u{e0041}\u0000\r\nLine\u2028two'
  expect(cleanPeerText(hostile)).toEqual({ text: 'Pay 001 now\nLine\ntwo', removed: 4 })
  const needed = 'می\u200cخواهم \u200fשלום 👩\u200d🔬\tשורה'
  expect(cleanPeerText(needed)).toEqual({ text: needed, removed: 0 })
  expect(cleanPeerTitle('A\u200b\u202eB\nC\u0007')).toBe('A B C')
})
