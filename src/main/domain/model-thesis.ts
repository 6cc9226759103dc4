import { z } from 'zod'
import { type Contradiction, type Gate, gateNames, type LensName, type ThesisOutput, type ThesisSource } from '../../shared/entities'

/** Models write a single text where a list is due, null for nothing, and lists with empty entries. */
const Texts = z
  .preprocess((value) => (value === null || value === undefined ? [] : typeof value === 'string' ? [value] : value), z.array(z.string()))
  .transform((list) => list.map((text) => text.trim()).filter((text) => text !== ''))

/** Only these words close a gate; whatever else a model writes leaves it open. */
const closedWords = new Set(['closed', 'yes', 'true', 'done', 'settled', 'passed'])
const GateStatusAnswer = z.preprocess(
  (value) => (value === true || (typeof value === 'string' && closedWords.has(value.trim().toLowerCase())) ? 'closed' : 'open'),
  z.enum(['open', 'closed']),
)

/** The thesis as a model is asked for it; `[item:ID]` in a text cites an earlier thought. */
export const ModelThesis = z.object({
  core: z.string().trim().min(1),
  problem_statement: z.string().nullish(),
  sub_questions: Texts,
  supporting_arguments: Texts,
  risks: Texts,
  prior_art: Texts,
  open_questions: Texts,
  next_steps: Texts,
  confidence: z.enum(['speculation', 'partially-vetted', 'well-researched']).nullish().catch(null),
  contradictions: z
    .array(z.object({ item_id: z.string(), quote: z.string().catch(''), reason: z.string().catch('') }))
    .nullish()
    .catch([]),
  lenses: z
    .array(z.object({ lens: z.string(), text: z.string() }))
    .nullish()
    .catch([]),
  gates: z
    .array(z.object({ gate: z.string(), status: GateStatusAnswer, reason: z.string().catch('') }))
    .nullish()
    .catch([]),
})
export type ModelThesis = z.infer<typeof ModelThesis>

interface Neighbour {
  id: string
  title: string
  body: string
}

const squeeze = (text: string) =>
  text
    .normalize('NFKC')
    .replace(/\s+/g, ' ')
    .replace(/[“”„«»"]/g, '"')
    .replace(/[‘’]/g, "'")
    .trim()
    .toLowerCase()

/**
 * Makes the product's thesis out of a model's: citations that name no given neighbour are dropped and counted, quotes that
 * the neighbour does not contain are dropped, the eight gates stand in order and one that is missing is open.
 */
export function toThesisOutput(model: ModelThesis, neighbours: readonly Neighbour[]): ThesisOutput {
  const byId = new Map(neighbours.map((item) => [item.id, item]))
  const sources: ThesisSource[] = []
  let dropped = 0

  function cite(id: string): string {
    const item = byId.get(id)
    if (!item) {
      dropped += 1
      return ''
    }
    const known = sources.find((source) => source.itemId === id)
    if (known) return `[${known.n}]`
    const source = { n: sources.length + 1, itemId: id, title: item.title }
    sources.push(source)
    return `[${source.n}]`
  }
  /** Numbers in brackets of the model's own making would look like citations; they go too. */
  const text = (raw: string) =>
    raw
      .replace(/\s*\[\d{1,3}\]/g, () => {
        dropped += 1
        return ''
      })
      .replace(/(\s?)\[item:\s*([^\]\s]+)\s*\]/g, (_, space: string, id: string) => {
        const mark = cite(id)
        return mark === '' ? '' : `${space}${mark}`
      })
      .trim()
  const texts = (list: readonly string[]) => list.map(text).filter((entry) => entry !== '')

  const core = text(model.core)
  const contradictions: Contradiction[] = []
  for (const raw of model.contradictions ?? []) {
    const id = raw.item_id
      .replace(/^\[?item:\s*/, '')
      .replace(/\]$/, '')
      .trim()
    const item = byId.get(id)
    if (!item) {
      dropped += 1
      continue
    }
    cite(id)
    const quote = raw.quote.trim().replace(/^["“”']+|["“”']+$/g, '')
    const real = quote !== '' && squeeze(`${item.title}\n${item.body}`).includes(squeeze(quote))
    contradictions.push({ itemId: id, title: item.title, quote: real ? quote : '', reason: text(raw.reason) })
  }
  const gates: Gate[] = gateNames.map((gate) => {
    const found = model.gates?.find(
      (entry) =>
        entry.gate
          .trim()
          .toLowerCase()
          .replace(/[\s_]+/g, '-') === gate,
    )
    if (!found) return { gate, status: 'open', reason: 'The model did not judge this gate.' }
    return { gate, status: found.status, reason: text(found.reason) || 'The model gave no reason.' }
  })
  const lensNames: readonly LensName[] = ['pre-mortem', 'first-principles', 'inversion', 'steelman']
  const lenses = lensNames.flatMap((lens) => {
    const found = model.lenses?.find(
      (entry) =>
        entry.lens
          .trim()
          .toLowerCase()
          .replace(/[\s_]+/g, '-')
          .replace('premortem', 'pre-mortem') === lens,
    )
    return found && found.text.trim() !== '' ? [{ lens, text: text(found.text) }] : []
  })
  const problem = model.problem_statement?.trim()
  return {
    core: core === '' ? model.core : core,
    ...(problem ? { problem_statement: text(problem) } : {}),
    sub_questions: texts(model.sub_questions),
    supporting_arguments: texts(model.supporting_arguments),
    risks: texts(model.risks),
    prior_art: texts(model.prior_art),
    open_questions: texts(model.open_questions),
    next_steps: texts(model.next_steps),
    ...(model.confidence ? { confidence: model.confidence } : {}),
    contradictions,
    lenses,
    gates,
    sources,
    dropped_citations: dropped,
  }
}
