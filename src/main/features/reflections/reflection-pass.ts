import { FEWEST_ITEMS, MOST_ITEMS } from '../../../shared/contract/reflections'
import type { EngineLabel, JobStatus } from '../../../shared/entities'
import { AppError } from '../../../shared/errors'
import { defineJob, type JobContext } from '../../core/jobs/define-job'
import { type Engine, thinkingContext } from '../../core/jobs/engine'
import { ReflectionPayload } from '../../core/jobs/pipeline'
import { countTokens } from '../../core/llm/count-tokens'
import type { Viewer } from '../../core/privacy/viewer'
import { GiveUp, RetryLater } from '../../core/queue/job-rules'
import type { WriteTransaction } from '../../core/queue/write-transaction'
import type { ItemRow, ItemStore, NewItem } from '../items/item-store'
import type { LinkStore } from '../links/link-store'
import { withinContext } from '../thinking/digest'
import { STAGE_TOKENS } from '../thinking/thinking-deps'
import { outlineReflection } from './builtin/reflection'
import { matchFindings } from './match-findings'
import { type FoundFinding, type FoundReflection, ModelReflection, readReflection } from './model-reflection'
import { notesForReflection } from './notes-for-reflection'
import { REFLECTION_SYSTEM } from './reflection-prompt'
import { reflectionReport } from './reflection-report'
import type { StoredReflection } from './reflection-rows'
import type { NewFinding, ReflectionSpan, ReflectionStore } from './reflection-store'
import { type ReflectionThoughtsDeps, reflectionThoughts } from './reflection-thoughts'

export interface ReflectionPassDeps extends ReflectionThoughtsDeps {
  engine: Engine
  timeoutMs: () => number
  reflections: ReflectionStore
  items: ItemStore
  links: LinkStore
  jobs: { find(id: string): { status: JobStatus } | null }
  /** The cosine from which two items count as related. */
  nearItems: { floor: () => number }
  /** Which items may be read, and what is taken note of once they were. */
  spans: {
    readsPrivate(viewer: Viewer): boolean
    covered(span: ReflectionSpan, until: number, withPrivate: boolean): void
  }
  /** Adds an item with all that follows from a new one. */
  addItem: (tx: WriteTransaction, item: Omit<NewItem, 'contentHash'>) => void
  /** Goes over the marks of what is stale, after the commit. */
  recalculateConfidence: () => void
  newId: () => string
}

type PassResult =
  | { kind: 'skipped'; count: number }
  | { kind: 'written'; found: FoundReflection; itemIds: string[]; over: number; engine: EngineLabel }

/** A candidate above the most of one pass is counted up to here. */
const MOST_COUNTED = 1000

/**
 * `reflection_pass`: items since the last pass to themes, contradictions, patterns, gaps and connections, each with what it rests on, as an
 * item of kind `reflection`. What stays here is read only where the engine is on this computer, and then the reflection stays here too.
 */
export function reflectionPassJob(deps: ReflectionPassDeps) {
  const { reflections, items, links } = deps

  function readPass(id: string): StoredReflection {
    const pass = reflections.find(id)
    if (!pass) throw new GiveUp('NOT_FOUND', 'This reflection was deleted, so there is nothing to do.')
    return pass
  }

  function setState(
    tx: WriteTransaction,
    id: string,
    state: StoredReflection['state'],
    said: { error?: string | null; note?: string } = {},
  ): void {
    if (!reflections.find(id)) return
    reflections.setState(id, state, said, tx.now)
    tx.emit('reflection-updated', { reflectionId: id, itemId: null, state })
  }

  /** Settles which items this attempt reads, so that the record of what leaves this computer can name them. */
  function begin(tx: WriteTransaction, pass: StoredReflection): void {
    const withPrivate = deps.spans.readsPrivate(pass.viewer)
    const itemIds = reflections.candidates(pass, withPrivate, MOST_ITEMS)
    const counts = reflections.countCandidates(pass, MOST_COUNTED)
    reflections.begin(
      pass.id,
      {
        until: tx.now,
        private: itemIds.some((id) => items.staysHere(id) === true),
        itemIds,
        leftOut: {
          over: Math.max(0, counts.open + (withPrivate ? counts.private : 0) - itemIds.length),
          private: withPrivate || !pass.viewer.seesPrivate ? 0 : counts.private,
        },
      },
      tx.now,
    )
  }

  /** The items as they are now, without those that may not be read any more. */
  function readItems(pass: StoredReflection): ItemRow[] {
    const withPrivate = deps.spans.readsPrivate(pass.viewer)
    return reflections
      .itemsOf(pass.id)
      .flatMap((id) => items.find(id) ?? [])
      .filter((item) => item.deleted_at === null && (withPrivate || item.private === 0))
  }

  /** Reading takes a while. What came to stay here meanwhile is left out by the next run. */
  function assertStillOpen(read: readonly ItemRow[]): void {
    if (!deps.engine.leavesComputer() || read.every(({ id }) => items.staysHere(id) !== true)) return
    throw new RetryLater(0, 'A thought was set to stay here meanwhile. The reflection is written without it.', 'ITEM_PRIVATE')
  }

  async function reflect(rows: readonly ItemRow[], context: JobContext): Promise<Extract<PassResult, { kind: 'written' }>> {
    const isBuiltin = deps.engine.contextTokens() === Number.POSITIVE_INFINITY
    const outline: FoundReflection = isBuiltin
      ? await outlineReflection(await reflectionThoughts(deps, rows, context.signal), {
          floor: deps.nearItems.floor(),
          signal: context.signal,
        })
      : { findings: [], narrative: '', dropped: 0 }
    let written = 0
    const thinking = {
      ...thinkingContext(context),
      // The reply is JSON, which nobody wants to read as it grows: its length shows that it does.
      onText: (delta: string) => {
        written += delta.length
        context.note(`${written} characters`)
      },
    }
    return withinContext(deps.engine, STAGE_TOKENS, async (room) => {
      const left = { ...room, prompt: room.prompt - countTokens(REFLECTION_SYSTEM) - 64 }
      const notes = await notesForReflection(rows, left, deps.theses, context.signal)
      assertStillOpen(notes.items)
      const { value, engine } = await deps.engine.generate<FoundReflection>(
        {
          name: 'Write the reflection',
          system: REFLECTION_SYSTEM,
          prompt: `There are ${notes.items.length} notes.\n\n${notes.text}`,
          schema: ModelReflection.transform((reply) => readReflection(reply, notes.items.map(withoutMiddle))),
          outline() {
            if (!isBuiltin)
              throw new RetryLater(0, 'The model was taken away meanwhile. The reflection is made anew without it.', 'MODEL_UNREACHABLE')
            return outline
          },
        },
        thinking,
      )
      return { kind: 'written', found: value, itemIds: notes.items.map(({ id }) => id), over: rows.length - notes.items.length, engine }
    })
  }

  /** The findings without what was deleted meanwhile; one that rests on nothing any more is gone. */
  function stillThere(findings: readonly FoundFinding[]): FoundFinding[] {
    return findings.flatMap((finding) => {
      const citations = finding.citations.filter(({ itemId }) => items.find(itemId)?.deleted_at === null)
      const least = finding.kind === 'contradiction' || finding.kind === 'connection' ? 2 : 1
      return citations.length < least ? [] : [{ ...finding, citations }]
    })
  }

  /** With ids, and with what the person said to the same finding of the last reflection, or of the one that found it last. */
  function withEarlier(findings: readonly FoundFinding[], previous: StoredReflection | null): NewFinding[] {
    const fresh = findings.map((finding) => ({ ...finding, id: deps.newId(), itemIds: finding.citations.map(({ itemId }) => itemId) }))
    const earlier = previous === null ? [] : [...reflections.findings(previous.id), ...reflections.standing(previous.id)]
    const matches = matchFindings(
      fresh,
      earlier.map((finding) => ({ ...finding, itemIds: finding.items.map(({ id }) => id) })),
    )
    return fresh.map(({ itemIds: _, ...finding }) => {
      const before = earlier.find(({ id }) => id === matches.get(finding.id))
      return { ...finding, before: before?.id ?? null, state: before?.state ?? 'open', capturedId: before?.captured?.id ?? null }
    })
  }

  return defineJob<{ reflectionId: string }, PassResult>({
    type: 'reflection_pass',
    payload: ReflectionPayload,
    timeoutMs: deps.timeoutMs,
    itemsOf: ({ reflectionId }) => reflections.itemsOf(reflectionId),
    started(tx, { reflectionId }) {
      const pass = reflections.find(reflectionId)
      if (!pass) return
      begin(tx, pass)
      tx.emit('reflection-started', { reflectionId })
    },
    async run({ reflectionId }, context) {
      const pass = readPass(reflectionId)
      const rows = readItems(pass)
      if (rows.length < FEWEST_ITEMS) return { kind: 'skipped', count: rows.length }
      context.write((tx) => setState(tx, reflectionId, 'writing'))
      const result = await reflect(rows, context)
      if (result.engine.kind === 'model' && result.found.findings.length === 0 && result.found.dropped > 0)
        throw new AppError(
          'MODEL_BAD_OUTPUT',
          'The model named no thought that it was given, so nothing of its answer can be kept. Retry, or choose another model in Settings.',
        )
      const over = pass.leftOut.over + result.over
      if (over > 0) context.warn(`Read the ${result.itemIds.length} thoughts that were changed last; ${over} more were left out`)
      if (pass.leftOut.private > 0)
        context.warn(`${pass.leftOut.private} that stay here were left out, as the model is on another computer`)
      const { dropped } = result.found
      if (dropped > 0)
        context.warn(
          `${dropped} ${dropped === 1 ? 'citation names' : 'citations name'} no thought and ${dropped === 1 ? 'was' : 'were'} dropped`,
        )
      return result
    },
    commit(tx, { reflectionId }, result) {
      const pass = readPass(reflectionId)
      if (result.kind === 'skipped') {
        const note = `Skipped: ${result.count} of the ${FEWEST_ITEMS} thoughts that a reflection needs`
        setState(tx, reflectionId, 'skipped', { note })
        return { note }
      }
      const { found, engine } = result
      const read = result.itemIds.filter((id) => items.staysHere(id) !== null)
      const previous = reflections.lastDone(reflectionId)
      const findings = withEarlier(stillThere(found.findings), previous)
      const until = pass.until ?? tx.now
      const isPrivate = read.some((id) => items.staysHere(id) === true)
      const reportId = deps.newId()
      const titleOf = (id: string) => items.find(id)?.title ?? ''
      const report = reflectionReport({ findings, narrative: found.narrative, until, itemCount: read.length, titleOf })
      deps.addItem(tx, {
        id: reportId,
        kind: 'reflection',
        source: 'manual',
        givenTitle: report.title,
        body: report.body,
        private: isPrivate,
      })
      const cited = new Set(findings.flatMap(({ citations }) => citations.map(({ itemId }) => itemId)))
      for (const itemId of cited) {
        links.add({ id: deps.newId(), fromId: reportId, toId: itemId, kind: 'reflection', reason: '' }, tx.now)
        tx.emit('links-changed', { itemId })
      }
      if (cited.size > 0) tx.emit('links-changed', { itemId: reportId })
      const note = noteOf(findings)
      reflections.finish(
        reflectionId,
        {
          reportId,
          private: isPrivate,
          itemIds: read,
          leftOut: { ...pass.leftOut, over: pass.leftOut.over + result.over },
          engine,
          narrative: found.narrative,
          previousId: previous?.id ?? null,
          dropped: found.dropped,
          note,
          findings,
        },
        tx.now,
      )
      deps.spans.covered(pass, until, deps.spans.readsPrivate(pass.viewer) && pass.leftOut.private === 0)
      tx.afterCommit(deps.recalculateConfidence)
      tx.emit('reflection-completed', { reflectionId, itemId: reportId })
      return { note }
    },
    retried(tx, { reflectionId }) {
      setState(tx, reflectionId, 'pending')
    },
    ended(tx, { reflectionId }, message) {
      const pass = reflections.find(reflectionId)
      if (!pass) return
      const isCancelled = pass.jobId !== null && deps.jobs.find(pass.jobId)?.status === 'cancelled'
      setState(tx, reflectionId, isCancelled ? 'cancelled' : 'failed', { error: message })
    },
  })
}

/** The model was shown no more of a long text than its two ends, and looking a quotation up in megabytes takes too long for one turn. */
function withoutMiddle({ id, title, body }: ItemRow) {
  const half = 10_000
  return { id, title, body: body.length <= 2 * half ? body : `${body.slice(0, half)} […] ${body.slice(-half)}` }
}

const names = {
  theme: ['theme', 'themes'],
  contradiction: ['contradiction', 'contradictions'],
  pattern: ['pattern', 'patterns'],
  gap: ['question', 'questions'],
  connection: ['connection', 'connections'],
} as const

/** "3 themes, 1 contradiction" */
function noteOf(findings: readonly { kind: keyof typeof names }[]): string {
  const parts = Object.entries(names).flatMap(([kind, [one, many]]) => {
    const count = findings.filter((finding) => finding.kind === kind).length
    return count === 0 ? [] : [`${count} ${count === 1 ? one : many}`]
  })
  return parts.length === 0 ? 'Nothing found' : parts.join(', ')
}
