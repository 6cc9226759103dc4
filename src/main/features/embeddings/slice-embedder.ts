import { AppError, type ErrorCode } from '../../../shared/errors'
import type { JobContext } from '../../core/jobs/define-job'
import { assertLength, embedInCalls, itemVectors } from './embed-item'
import { type BoundEmbedder, type EmbedOptions, HARMLESS_TEXTS } from './embedding'

export interface SliceItem {
  id: string
  hash: string
  pieces: string[]
}

export interface EmbeddedItem {
  id: string
  hash: string
  vectors: Float32Array[]
}

export interface LeftOutItem {
  id: string
  hash: string
  /** Why the model refused it; null for an item without any text. */
  reason: string | null
}

export interface SliceEmbedderDeps {
  model: BoundEmbedder
  context: JobContext
  /** Length of the vectors that this model has already; null for none. */
  expectedLength: number | null
  /** Vectors have another length than those there were: forgets the old ones. Null when they are of this change and must stay. */
  onOtherLength: (() => Promise<void>) | null
}

/** What a server may say of a whole request although one text is the reason. MODEL_UNKNOWN stands for any plain refusal. */
const textFaults: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'BAD_INPUT',
  'MODEL_REFUSED',
  'MODEL_CONTEXT_TOO_LONG',
  'MODEL_BAD_OUTPUT',
  'MODEL_SERVER_ERROR',
  'MODEL_UNKNOWN',
])
/** So much of what was sent is kept in the trace: all of it would be a second copy of the vault. */
const TRACED_CHARS = 500

/**
 * Embeds items some at a time, all of one slice with one model. Where a request is refused and harmless texts are not, the items are sent in halves
 * until the refused one is found; it is left out, and the others get their vectors. Throws what a job is to take for all other errors.
 */
export function createSliceEmbedder(deps: SliceEmbedderDeps) {
  const { model, context } = deps
  const made: EmbeddedItem[] = []
  const leftOut: LeftOutItem[] = []
  let { expectedLength } = deps
  let isKnownToWork = false

  const options: EmbedOptions = {
    signal: context.signal,
    beforeModelCall: context.beforeModelCall,
    recordCall(call) {
      const isLong = call.errorCode === null && call.promptTokens !== null && call.prompt.length > TRACED_CHARS
      context.recordCall(isLong ? { ...call, prompt: `${call.prompt.slice(0, TRACED_CHARS)} …` } : call)
    },
  }

  async function assertServerWorks(): Promise<void> {
    if (isKnownToWork) return
    try {
      await model.attempt([...HARMLESS_TEXTS], options)
      isKnownToWork = true
    } catch (error) {
      throw model.failed(error)
    }
  }

  async function acceptLength(vectors: readonly Float32Array[]): Promise<void> {
    const length = vectors[0]?.length ?? null
    if (made.length === 0 && deps.onOtherLength && expectedLength !== null && length !== expectedLength) {
      await deps.onOtherLength()
      expectedLength = length
    }
    expectedLength ??= length
    assertLength(expectedLength, vectors)
  }

  function keep(group: readonly SliceItem[], vectors: readonly Float32Array[]): void {
    let taken = 0
    for (const { id, hash, pieces } of group) {
      const own = vectors.slice(taken, taken + pieces.length)
      taken += pieces.length
      try {
        made.push({ id, hash, vectors: itemVectors(own) })
      } catch (error) {
        if (!(error instanceof AppError)) throw error
        leftOut.push({ id, hash, reason: error.message })
      }
    }
  }

  async function embedGroup(group: readonly SliceItem[], hasFailed: boolean): Promise<void> {
    const [first] = group
    if (first === undefined) return
    const pieces = group.flatMap((item) => item.pieces)
    let vectors: Float32Array[]
    try {
      vectors = await embedInCalls(pieces, (texts) => model.attempt(texts, options), context.note)
    } catch (error) {
      if (context.signal.aborted || !(error instanceof AppError) || !textFaults.has(error.code)) throw model.failed(error)
      await assertServerWorks()
      if (group.length === 1) {
        // What the server says of the model it does not mean: harmless texts passed.
        const reason = error.code === 'MODEL_UNKNOWN' ? 'The model refused the text.' : error.message
        if (hasFailed) leftOut.push({ id: first.id, hash: first.hash, reason })
        else await embedGroup(group, true)
        return
      }
      const middle = Math.ceil(group.length / 2)
      await embedGroup(group.slice(0, middle), true)
      return embedGroup(group.slice(middle), true)
    }
    await acceptLength(vectors)
    keep(group, vectors)
  }

  return {
    made,
    leftOut,
    async embed(group: readonly SliceItem[]): Promise<void> {
      for (const { id, hash, pieces } of group) if (pieces.length === 0) leftOut.push({ id, hash, reason: null })
      await embedGroup(
        group.filter(({ pieces }) => pieces.length > 0),
        false,
      )
    },
  }
}
