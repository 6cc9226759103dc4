import { z } from 'zod'
import type { Contradiction, LensName, ThesisOutput, ThesisSource } from '../../../shared/entities'
import { entriesOf, isRecord, namedLine, textOf, textsOf } from '../../core/llm/model-lists'
import { gatesOf, settledGates } from './model-gates'
import { lensNamed } from './thesis-names'

const Texts = z.preprocess((value) => textsOf(value), z.array(z.string()))

/** Each entry by itself: one that cannot be read takes no other with it. */
function listOf<T extends z.ZodType>(entry: T, read: (raw: unknown) => unknown) {
  return z
    .preprocess(
      (value) =>
        entriesOf(value).flatMap((raw) => {
          const parsed = entry.safeParse(read(raw))
          return parsed.success ? [parsed.data] : []
        }),
      z.array(entry),
    )
    .nullish()
}

const ContradictionAnswer = z.object({ item_id: z.string(), quote: z.string().catch(''), reason: z.string().catch('') })
const LensAnswer = z.object({ lens: z.string(), text: z.string() })
const GateAnswer = z.object({ gate: z.string(), status: z.enum(['open', 'closed']), reason: z.string() })

/** A contradiction in one sentence is one when it names the thought. */
function readContradiction(raw: unknown): unknown {
  if (isRecord(raw)) {
    const id = textOf(raw.item_id)
    return id === '' ? null : { item_id: id, quote: textOf(raw.quote), reason: textOf(raw.reason) }
  }
  const cited = typeof raw === 'string' ? /\[item:\s*([^\]\s]+)\s*\]/.exec(raw) : null
  return cited ? { item_id: cited[1], quote: '', reason: String(raw).replace(cited[0], '').trim() } : raw
}

function readLens(raw: unknown): unknown {
  if (isRecord(raw)) return { lens: textOf(raw.lens), text: textOf(raw.text) }
  const line = typeof raw === 'string' ? namedLine(raw) : null
  return line ? { lens: line.name, text: line.rest } : raw
}

/** The thesis as a model is asked for it; `[item:ID]` in a text cites an earlier thought. Only the core is indispensable. */
export const ModelThesis = z.object({
  core: z.string().trim().min(1),
  problem_statement: z.preprocess((value) => textOf(value), z.string()).nullish(),
  sub_questions: Texts,
  supporting_arguments: Texts,
  risks: Texts,
  prior_art: Texts,
  open_questions: Texts,
  next_steps: Texts,
  confidence: z.enum(['speculation', 'partially-vetted', 'well-researched']).nullish().catch(null),
  contradictions: listOf(ContradictionAnswer, readContradiction),
  lenses: listOf(LensAnswer, readLens),
  gates: z.preprocess((value) => gatesOf(value), z.array(GateAnswer)).nullish(),
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
  const gates = settledGates(model.gates ?? [], text)
  const lensNames: readonly LensName[] = ['pre-mortem', 'first-principles', 'inversion', 'steelman']
  const lenses = lensNames.flatMap((lens) => {
    const found = model.lenses?.find((entry) => lensNamed(entry.lens) === lens && entry.text.trim() !== '')
    return found ? [{ lens, text: text(found.text) }] : []
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
