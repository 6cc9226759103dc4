import type { Gate } from '../../../../shared/entities'
import { gateTitles } from '../../../../shared/gate-titles'
import type { CrossPoint } from '../../../../shared/hive-texts'
import { sharedTerms } from '../../../core/text/terms'
import { findClashes } from '../../thinking/builtin/clashes'
import { listed, quoted } from '../../thinking/builtin/quote'
import { type Reading, readThought } from '../../thinking/builtin/reading'
import type { CrossFindings, ThesisPoint } from '../model-cross-synthesis'

/** One side of the comparison. */
export interface ComparedThesis {
  points: readonly ThesisPoint[]
  gates: readonly Gate[]
}

/** Findings of one kind; more are no help. */
const MOST = 5
const claims: ReadonlySet<ThesisPoint['kind']> = new Set(['core', 'problem', 'argument', 'risk'])

interface Pair {
  a: number
  b: number
  weight: number
  text: string
}

const readPoint = (text: string, id: string): Reading => readThought({ id, title: '', body: text, createdAt: 0 })
const about = (words: readonly string[]) => listed(words.map((word) => `“${word}”`))

/** The strongest pairs, each point in one of them only. */
function best(pairs: readonly Pair[], used: Set<string>): CrossPoint[] {
  const chosen: CrossPoint[] = []
  for (const { a, b, text } of [...pairs].sort((x, y) => y.weight - x.weight || x.a - y.a || x.b - y.b)) {
    if (chosen.length === MOST || used.has(`a${a}`) || used.has(`b${b}`)) continue
    used.add(`a${a}`).add(`b${b}`)
    chosen.push({ text, a: [a], b: [b] })
  }
  return chosen
}

function disagreements(a: ComparedThesis, b: ComparedThesis): Pair[] {
  const readings = b.points.map(({ text }, at) => readPoint(text, `b${at}`))
  return a.points.flatMap((mine, at): Pair[] => {
    if (!claims.has(mine.kind)) return []
    const reading = readPoint(mine.text, `a${at}`)
    return b.points.flatMap((theirs, to): Pair[] => {
      const other = readings[to]
      if (!claims.has(theirs.kind) || !other) return []
      const neighbour = { ...other.thought, score: 1 }
      const clash = findClashes(reading, [{ neighbour, reading: other }], 1)[0]
      if (!clash) return []
      const says = `The peer says ${quoted(clash.here, 140)}, you say ${quoted(clash.there, 140)}`
      const why = { figures: 'the figures differ', opposites: 'the words are opposites', denial: 'only one of the two denies it' }[
        clash.kind
      ]
      return [{ a: at + 1, b: to + 1, weight: clash.strength, text: `${says}: ${why}.` }]
    })
  })
}

/** Claims of both that are about the same things. */
function agreements(a: ComparedThesis, b: ComparedThesis): Pair[] {
  return a.points.flatMap((mine, at): Pair[] => {
    if (!claims.has(mine.kind)) return []
    return b.points.flatMap((theirs, to): Pair[] => {
      if (!claims.has(theirs.kind)) return []
      const words = sharedTerms(mine.text, theirs.text, 4)
      if (words.length < 2) return []
      return [
        { a: at + 1, b: to + 1, weight: words.length + (mine.kind === theirs.kind ? 0.5 : 0), text: `Both speak of ${about(words)}.` },
      ]
    })
  })
}

/** What one side holds may answer what the other side asks or fears. */
function combinations(a: ComparedThesis, b: ComparedThesis): Pair[] {
  const gives = (kind: ThesisPoint['kind']) => kind === 'argument' || kind === 'step' || kind === 'gate'
  const asks = (kind: ThesisPoint['kind']) => kind === 'question' || kind === 'risk'
  return a.points.flatMap((mine, at) =>
    b.points.flatMap((theirs, to): Pair[] => {
      const theirsAnswers = asks(mine.kind) && gives(theirs.kind)
      if (!theirsAnswers && !(gives(mine.kind) && asks(theirs.kind))) return []
      const words = sharedTerms(mine.text, theirs.text, 3)
      if (words.length === 0) return []
      const [giver, asker] = theirsAnswers ? ['you', 'the peer'] : ['the peer', 'you']
      const what = (theirsAnswers ? mine : theirs).kind === 'risk' ? 'a risk that' : 'what'
      const verb = `${what} ${asker} ${what === 'what' ? (asker === 'you' ? 'ask' : 'asks') : asker === 'you' ? 'see' : 'sees'}`
      const text = `What ${giver} ${giver === 'you' ? 'have' : 'has'} on ${about(words)} may answer ${verb}.`
      return [{ a: at + 1, b: to + 1, weight: words.length, text }]
    }),
  )
}

interface GateView {
  both: string[]
  onlyA: string[]
  onlyB: string[]
  neither: string[]
}

function compareGates(a: ComparedThesis, b: ComparedThesis): GateView {
  const view: GateView = { both: [], onlyA: [], onlyB: [], neither: [] }
  for (const { gate, status } of a.gates) {
    const other = b.gates.find((each) => each.gate === gate)?.status ?? 'open'
    const place = status === 'closed' ? (other === 'closed' ? view.both : view.onlyA) : other === 'closed' ? view.onlyB : view.neither
    place.push(gateTitles[gate])
  }
  return view
}

/** A gate that one side has closed and the other has not, where the reason is one of its points. */
function gatePoints(from: ComparedThesis, titles: readonly string[], side: 'a' | 'b'): CrossPoint[] {
  return titles.flatMap((title) => {
    const at = from.points.findIndex(({ kind, text }) => kind === 'gate' && text.startsWith(`${title}: `))
    if (at < 0) return []
    const who = side === 'a' ? 'The peer has settled what is open with you' : 'You have settled what is open with the peer'
    return [{ text: `${who}: ${title.toLowerCase()}.`, a: side === 'a' ? [at + 1] : [], b: side === 'b' ? [at + 1] : [] }]
  })
}

const line = (label: string, titles: readonly string[]) => (titles.length === 0 ? '' : `${label}: ${listed(titles)}.`)

/**
 * Two theses compared without a model: claims that go against each other, claims about the same things, what one has and the other asks for, and
 * the gates one by one. Every sentence is a fixed frame around words of the two.
 */
export function outlineCrossSynthesis(a: ComparedThesis, b: ComparedThesis): CrossFindings {
  const used = new Set<string>()
  const against = best(disagreements(a, b), used)
  const together = best(agreements(a, b), used)
  const gates = compareGates(a, b)
  const combined = [
    ...best(combinations(a, b), new Set()),
    ...gatePoints(a, gates.onlyA, 'a').slice(0, 2),
    ...gatePoints(b, gates.onlyB, 'b').slice(0, 2),
  ]
  const [coreA, coreB] = [a.points[0]?.text ?? '', b.points[0]?.text ?? '']
  const common = sharedTerms(a.points.map(({ text }) => text).join('\n'), b.points.map(({ text }) => text).join('\n'), 5)
  const synthesis = [
    common.length === 0 ? 'The two theses share few words.' : `Both theses are about ${about(common)}.`,
    `The peer holds ${quoted(coreA, 200)}, you hold ${quoted(coreB, 200)}.`,
    against.length === 0
      ? 'No claim of one plainly goes against a claim of the other.'
      : `${against.length === 1 ? 'One claim goes' : `${against.length} claims go`} against each other.`,
  ]
  const settled = [
    line('Settled on both sides', gates.both),
    line('Settled only by the peer', gates.onlyA),
    line('Settled only by you', gates.onlyB),
    line('Open on both sides', gates.neither),
  ]
  return {
    agreements: together,
    disagreements: against,
    novelCombinations: combined,
    synthesis: `${synthesis.join(' ')}\n\n${settled.filter((text) => text !== '').join(' ')}`,
    dropped: 0,
  }
}
