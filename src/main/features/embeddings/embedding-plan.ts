import { setImmediate as nextTurn } from 'node:timers/promises'
import type { ModelPrice } from '../../../shared/contract/usage'
import { AppError, type ErrorCode, errorCodes } from '../../../shared/errors'
import { RetryLater } from '../../core/queue/job-rules'
import type { ItemStore } from '../items/item-store'
import { costOf } from '../models/model-budget'
import { embeddedText, estimatePieces, firstPiece } from './embed-item'
import type { BoundEmbedder } from './embedding'
import type { EmbeddingCoverageStore, UnembeddedItem } from './embedding-coverage-store'

export interface EmbeddingNeeds {
  /** Thoughts that need a vector of the model. */
  items: number
  pieces: number
  characters: number
  /** Thoughts that stay here, and would have none because the model is on another computer. */
  keptBack: number
  /** Some of them, to try the model with. */
  samples: UnembeddedItem[]
}

export interface EmbeddingTrial {
  dimensions: number
  millisecondsPerPiece: number
  tokensPerCharacter: number
}

const MOST_SAMPLES = 8
/** A body longer than this is not read for the sake of a trial. */
const SAMPLE_CHARS = 100_000
/** Sent when there is nothing that may be sent, and first of all, so that the loading of a model is not taken for its speed. */
const MADE_UP_TEXT = 'The harbour was quiet in the morning, and the ferry left ten minutes late because of the fog.'
const TRIAL_MS = 60_000

/** What a model would have to embed, from lengths alone: no body is read, and there is a turn of the event loop after every 500 thoughts. */
export async function needsOf(
  coverage: EmbeddingCoverageStore,
  model: Pick<BoundEmbedder, 'modelId' | 'leavesComputer'>,
): Promise<EmbeddingNeeds> {
  const needs: EmbeddingNeeds = { items: 0, pieces: 0, characters: 0, keptBack: 0, samples: [] }
  for (let after: string | null = ''; after !== null; ) {
    const page = coverage.missing(model.modelId, after)
    for (const item of page.items) {
      if (item.private && model.leavesComputer()) {
        needs.keptBack += 1
        continue
      }
      const { pieces, characters } = estimatePieces(item.length)
      needs.items += 1
      needs.pieces += pieces
      needs.characters += characters
      if (needs.samples.length < MOST_SAMPLES && item.length <= SAMPLE_CHARS) needs.samples.push(item)
    }
    after = page.last
    if (after !== null) await nextTurn()
  }
  return needs
}

export interface TrialDeps {
  items: ItemStore
  countTokens: (text: string) => number
  /** Milliseconds, from a clock that is not set back. */
  elapsed: () => number
}

/** Tries a model with the first pieces of some thoughts. Throws the model client's own errors; nothing is stored. */
export async function tryModel(model: BoundEmbedder, samples: readonly UnembeddedItem[], deps: TrialDeps): Promise<EmbeddingTrial> {
  const signal = AbortSignal.timeout(TRIAL_MS)
  const ask = async (texts: string[]) => {
    try {
      return await model.attempt(texts, { signal })
    } catch (error) {
      // The server rests: it asked for a pause, or refused a moment ago.
      if (error instanceof RetryLater)
        throw new AppError(Object.hasOwn(errorCodes, error.code) ? (error.code as ErrorCode) : 'MODEL_UNREACHABLE', error.reason)
      if (!signal.aborted) throw error
      throw new AppError('MODEL_TIMEOUT', 'The embedding model did not answer within a minute. Look at the server, then try again.')
    }
  }
  const [warmUp] = await ask([MADE_UP_TEXT])
  const texts = samples.flatMap(({ id }) => {
    const item = deps.items.find(id)
    // Set to stay here, deleted or emptied since it was found.
    if (!item || item.deleted_at !== null || (item.private === 1 && model.leavesComputer())) return []
    const piece = firstPiece(embeddedText(item.title, item.body))
    return /[^\s\p{Cc}\p{Cf}]/u.test(piece) ? [piece] : []
  })
  if (texts.length === 0) texts.push(MADE_UP_TEXT)
  const startedAt = deps.elapsed()
  const vectors = await ask(texts)
  const took = deps.elapsed() - startedAt
  const dimensions = warmUp?.length ?? 0
  if (vectors.some((vector) => vector.length !== dimensions))
    throw new AppError('MODEL_BAD_OUTPUT', 'The embedding model gives vectors of different lengths. Choose another one.')
  const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0)
  return {
    dimensions,
    millisecondsPerPiece: took / texts.length,
    tokensPerCharacter: sum(texts.map(deps.countTokens)) / sum(texts.map((text) => text.length)),
  }
}

/** What embedding all of it takes. Pieces are sent sixteen at a time, in the trial at most eight: it is rather a little less than said. */
export function estimate(
  needs: EmbeddingNeeds,
  trial: EmbeddingTrial,
  price: { prices: readonly ModelPrice[]; model: string },
): { tokens: number; seconds: number; cost: number | null } {
  const tokens = Math.round(needs.characters * trial.tokensPerCharacter)
  return {
    tokens,
    seconds: Math.ceil((needs.pieces * trial.millisecondsPerPiece) / 1000),
    cost: costOf(price.prices, { model: price.model, promptTokens: tokens, outputTokens: 0 }),
  }
}
