import { z } from 'zod'
import { AppError } from '../../../shared/errors'
import { type Capabilities, capabilityKey, fullCapabilities, stepDown } from './capability-ladder'
import { countTokens } from './count-tokens'
import { embedInPieces, smallestPiece } from './embed-pieces'
import type { CallContext, CallSetup, EmbedResult } from './model-call'
import { requestJson } from './model-http'
import { type FailureContext, ServerFailure, toCallError } from './server-failure'

/** Texts in one request. Small enough for local servers, which embed one after the other, to answer well inside the time limits. */
const textsPerRequest = 32

const EmbeddingAnswer = z.object({
  data: z.array(
    z.object({ index: z.number().int().nonnegative().nullish(), embedding: z.union([z.string(), z.array(z.number().nullable())]) }),
  ),
  usage: z.object({ prompt_tokens: z.number().nullish(), total_tokens: z.number().nullish() }).nullish(),
})

/** See `ModelEndpoint.embed`. */
export async function embedTexts(setup: CallSetup, texts: readonly string[], context: Omit<CallContext, 'onText'>): Promise<EmbedResult> {
  const { embeddingModel } = setup.settings
  if (embeddingModel === '')
    throw new AppError(
      'MODEL_UNKNOWN',
      'No embedding model is chosen. Choose one in Settings, or let the built-in engine make the embeddings.',
    )
  const key = capabilityKey(setup.address.root, embeddingModel)
  const known = (): Capabilities => setup.ladder.get(key) ?? fullCapabilities
  const limit = {
    read: () => known().embeddedTokens,
    learn: (tokens: number) => {
      if (tokens < (known().embeddedTokens ?? Number.POSITIVE_INFINITY)) setup.ladder.set(key, { ...known(), embeddedTokens: tokens })
    },
  }
  const vectors: Float32Array[] = []
  for (let start = 0; start < texts.length; start += textsPerRequest) {
    const batch = texts.slice(start, start + textsPerRequest)
    vectors.push(...(await embedInPieces(batch, (pieces) => embedBatch(setup, pieces, context), limit)))
  }
  refuseMixedLengths(vectors, embeddingModel)
  return { vectors, modelId: embeddingModel }
}

async function embedBatch(setup: CallSetup, texts: readonly string[], context: Omit<CallContext, 'onText'>): Promise<Float32Array[]> {
  const { settings, address, redactor, ladder } = setup
  const model = settings.embeddingModel
  const key = capabilityKey(address.root, model)
  let capabilities: Capabilities = ladder.get(key) ?? fullCapabilities
  for (;;) {
    const failureContext: FailureContext = { host: address.host, model, purpose: 'embedding', redactor }
    if (context.signal.aborted) throw toCallError(context.signal.reason, context.signal, failureContext)
    const startedAt = setup.now()
    let vectors: Float32Array[] | undefined
    let tokens: number | null = null
    let failure: unknown
    try {
      const body = { model, input: texts, ...(capabilities.encodingFormat ? { encoding_format: 'float' } : {}) }
      const answer = EmbeddingAnswer.safeParse(await requestJson(setup.http, `${address.root}/embeddings`, body, context.signal))
      if (!answer.success) throw badVectors(model, 'the answer holds no list of vectors')
      tokens = wholeNumber(answer.data.usage?.prompt_tokens ?? answer.data.usage?.total_tokens)
      const read = readVectors(answer.data.data, texts.length, model)
      refuseMixedLengths(read, model)
      vectors = read
    } catch (error) {
      failure = error
    }
    const error = failure === undefined ? undefined : toCallError(failure, context.signal, failureContext)
    const next =
      failure instanceof ServerFailure
        ? stepDown(
            capabilities,
            { status: failure.status, words: failure.body, explained: isExplained(error) },
            { purpose: 'embedding', format: false, limit: false },
          )
        : undefined
    // A refusal for length is no failure as long as there is something to halve.
    const isHalved = error?.code === 'MODEL_CONTEXT_TOO_LONG' && (texts.length > 1 || countTokens(texts[0] ?? '') >= smallestPiece * 2 - 1)
    context.recordCall?.({
      name: texts.length === 1 ? 'Embed a text' : `Embed ${texts.length} texts`,
      endpoint: address.root,
      model,
      startedAt,
      durationMs: setup.now() - startedAt,
      promptTokens: tokens,
      outputTokens: null,
      finishReason: next !== undefined ? 'stepped-down' : isHalved ? 'halved' : null,
      errorCode: next === undefined && !isHalved ? (error?.code ?? null) : null,
      prompt: redactor.reply(texts.join('\n\n---\n\n')),
      reply: vectors === undefined ? '' : `${vectors.length} vectors of ${vectors[0]?.length ?? 0} numbers`,
      reasoning: '',
    })
    if (vectors !== undefined) {
      if (!capabilities.encodingFormat) ladder.set(key, { ...ladder.get(key), ...capabilities })
      return vectors
    }
    if (next === undefined) throw error
    capabilities = next
  }
}

/** MODEL_UNKNOWN is what any plain refusal of an embedding request is taken for, so it explains nothing about the fields. */
function isExplained(error: AppError | undefined): boolean {
  return error !== undefined && error.code !== 'MODEL_SERVER_ERROR' && error.code !== 'MODEL_UNKNOWN'
}

/**
 * Vectors in the order of the texts, by `index` where the server gives one; throws MODEL_BAD_OUTPUT for anything that could not be
 * searched.
 */
function readVectors(data: z.infer<typeof EmbeddingAnswer>['data'], expected: number, model: string): Float32Array[] {
  if (data.length !== expected) throw badVectors(model, `${data.length} vectors came for ${expected} texts`)
  const placed: (Float32Array | undefined)[] = new Array(expected).fill(undefined)
  data.forEach((entry, position) => {
    const index = entry.index ?? position
    if (index >= expected || placed[index] !== undefined) throw badVectors(model, 'the numbering of the vectors is wrong')
    placed[index] = readVector(entry.embedding, model)
  })
  return placed.filter((vector): vector is Float32Array => vector !== undefined)
}

function readVector(embedding: string | (number | null)[], model: string): Float32Array {
  const vector =
    typeof embedding === 'string' ? decodeBase64Vector(embedding, model) : Float32Array.from(embedding, (number) => number ?? Number.NaN)
  if (vector.length === 0) throw badVectors(model, 'a vector is empty')
  if (vector.some((number) => !Number.isFinite(number))) throw badVectors(model, 'a vector holds values that are no numbers')
  if (vector.every((number) => number === 0)) throw badVectors(model, 'a vector is all zeros')
  return vector
}

/** Base64 of little-endian 32-bit floats, as OpenAI sends for `encoding_format: base64`. */
function decodeBase64Vector(text: string, model: string): Float32Array {
  const bytes = Buffer.from(text, 'base64')
  if (bytes.length === 0 || bytes.length % 4 !== 0) throw badVectors(model, 'a vector cannot be decoded')
  return Float32Array.from({ length: bytes.length / 4 }, (_none, index) => bytes.readFloatLE(index * 4))
}

function refuseMixedLengths(vectors: Float32Array[], model: string): void {
  const lengths = new Set(vectors.map((vector) => vector.length))
  if (lengths.size > 1) throw badVectors(model, `the vectors have different lengths (${[...lengths].join(', ')})`)
}

function badVectors(model: string, why: string): AppError {
  return new AppError(
    'MODEL_BAD_OUTPUT',
    `${model} gave embeddings that cannot be used: ${why}. Retry, or choose another embedding model in Settings.`,
  )
}

function wholeNumber(count: number | null | undefined): number | null {
  return count === null || count === undefined ? null : Math.round(count)
}
