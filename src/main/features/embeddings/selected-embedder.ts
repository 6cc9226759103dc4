import { AppError } from '../../../shared/errors'
import type { EndpointRests } from '../../core/jobs/endpoint-rest'
import { jobErrorOf } from '../../core/jobs/job-error'
import { GiveUp } from '../../core/queue/job-rules'
import type { RoleTarget } from '../models/model-roles'
import { type BoundEmbedder, type Embedder, type EmbedOptions, HARMLESS_TEXTS } from './embedding'

/** An embedder of fixed model, such as the built-in one. */
export interface TextEmbedder {
  modelId: string
  embed(texts: string[], options: { signal?: AbortSignal; urgent?: boolean }): Promise<Float32Array[]>
}

export interface BoundEmbedderDeps {
  builtin: TextEmbedder
  rests: EndpointRests
  embedAt: (
    target: RoleTarget,
    texts: string[],
    options: Pick<EmbedOptions, 'recordCall'> & { signal: AbortSignal },
  ) => Promise<{ vectors: Float32Array[] }>
}

/** Names the model that made a vector. The server's id, not its address, so that a server that moved keeps its vectors. */
export function embeddingModelId(target: RoleTarget): string {
  return `${target.model} @ ${target.endpoint.id}`
}

/** The embedder of a server's model, or of the built-in one for null. */
export function createBoundEmbedder(deps: BoundEmbedderDeps, target: RoleTarget | null): BoundEmbedder {
  return target ? serverEmbedder(deps, target) : builtinEmbedder(deps.builtin)
}

function builtinEmbedder(builtin: TextEmbedder): BoundEmbedder {
  const attempt: BoundEmbedder['attempt'] = (texts, { signal, urgent = false }) =>
    builtin.embed(texts, { urgent, ...(signal ? { signal } : {}) })
  return { modelId: builtin.modelId, isBuiltin: true, leavesComputer: () => false, attempt, embed: attempt, failed: jobErrorOf }
}

function serverEmbedder({ rests, embedAt }: BoundEmbedderDeps, target: RoleTarget): BoundEmbedder {
  const asked = { endpointId: target.endpoint.id, model: target.model }
  const failed = (error: unknown) => rests.jobErrorFor(error, asked)

  /** May throw RetryLater before anything is sent. */
  function assertMayAsk(options: EmbedOptions): void {
    rests.assertAwake(asked)
    options.beforeModelCall?.()
  }

  async function ask(texts: string[], { signal = new AbortController().signal, recordCall }: EmbedOptions): Promise<Float32Array[]> {
    const { vectors } = await embedAt(target, texts, { signal, ...(recordCall ? { recordCall } : {}) })
    rests.answered(asked)
    if (vectors.length !== texts.length)
      throw new AppError('MODEL_BAD_OUTPUT', 'The embedding model answered with fewer vectors than texts. Nothing was stored.')
    return vectors
  }

  /** A plain refusal looks the same whether the model is not there or one text displeases it; only the first may make the server rest. */
  async function takesHarmless(options: EmbedOptions): Promise<boolean> {
    try {
      await ask([...HARMLESS_TEXTS], options)
      return true
    } catch {
      return false
    }
  }

  return {
    modelId: embeddingModelId(target),
    isBuiltin: false,
    leavesComputer: () => target.leavesComputer,
    failed,
    async attempt(texts, options) {
      assertMayAsk(options)
      return ask(texts, options)
    },
    async embed(texts, options) {
      assertMayAsk(options)
      try {
        return await ask(texts, options)
      } catch (error) {
        if (error instanceof AppError && error.code === 'MODEL_UNKNOWN' && (await takesHarmless(options))) throw textRefused(error)
        throw failed(error)
      }
    },
  }
}

function textRefused(cause: AppError): GiveUp {
  const words = cause.data?.serverWords
  return new GiveUp(
    'MODEL_REFUSED',
    'The embedding model refused this text, so the thought is found by its words only. Reword it, or choose another embedding model in Settings.',
    { cause, serverWords: typeof words === 'string' ? words : null },
  )
}

/** The embedder of a role that may change at any time: `bind` gives the one in force. */
export function createSelectedEmbedder(bind: () => BoundEmbedder): Embedder {
  return { modelId: () => bind().modelId, leavesComputer: () => bind().leavesComputer(), current: bind }
}
