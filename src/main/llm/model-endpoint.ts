import { AppError } from '../../shared/errors'
import type { CapabilityMemory } from './capability-ladder'
import { embedTexts } from './embeddings'
import { generate } from './generate'
import { listModels } from './list-models'
import type {
  CallContext,
  CallSetup,
  EmbedResult,
  EndpointReport,
  GenerateRequest,
  GenerateResult,
  ModelEndpointSettings,
} from './model-call'
import { createModelHttp } from './model-http'
import { type Fetch, nodeFetch } from './node-fetch'
import { createRedactor } from './redact-secrets'
import { readServerAddress } from './server-address'
import { testEndpoint } from './test-endpoint'

export interface ModelEndpoint {
  /**
   * Asks the model once (and once more, naming the fault, when the object it gave cannot be read). Never gives an empty, cut-off or half
   * result. Errors: AppError with a MODEL_* code, `data.serverWords`, `data.retryAfterMs` where the server gave a time; CANCELLED, or the
   * signal's own reason when that is an AppError, for an aborted signal. Makes no retry: the queue does. Known secrets are taken out of all
   * that the model says. `warning` tells when the server seems to have read a part of the prompt only.
   */
  generate<T = string>(request: GenerateRequest<T>, context: CallContext): Promise<GenerateResult<T>>
  /**
   * Vectors for texts. Bad vectors are refused whole with MODEL_BAD_OUTPUT and a reason. A text that the model refuses as too long is halved
   * down to a floor, and its vector is the mean of the pieces'. No texts, no request.
   */
  embed(texts: readonly string[], context: Omit<CallContext, 'onText'>): Promise<EmbedResult>
  /** Names of the models the server has, in its order. */
  listModels(signal: AbortSignal): Promise<string[]>
  /** Tries the server out and tells in sentences; never throws save for an aborted signal. */
  test(chosen: { model: string; embeddingModel: string }, signal?: AbortSignal): Promise<EndpointReport>
}

export interface ModelEndpointDeps {
  settings: () => ModelEndpointSettings
  /** For tests, or another way out; else node:http. */
  fetch?: Fetch
  /** What was learnt about servers. Give one Map to every endpoint, so that it is learnt once. */
  ladder?: CapabilityMemory
  now?: () => number
}

const usualIdleMs = 180_000

/** A client for one OpenAI-compatible server. Cheap to make; holds no connection. */
export function createModelEndpoint(deps: ModelEndpointDeps): ModelEndpoint {
  const ladder = deps.ladder ?? new Map()
  const now = deps.now ?? Date.now

  function setUp(): CallSetup {
    const settings = deps.settings()
    const address = readServerAddress(settings.baseUrl)
    const limits = {
      firstByteMs: settings.firstByteMs ?? settings.timeoutMs,
      idleMs: settings.idleMs ?? Math.min(usualIdleMs, settings.timeoutMs),
      totalMs: settings.timeoutMs,
    }
    const http = createModelHttp({ fetch: deps.fetch ?? nodeFetch, address, apiKey: settings.apiKey, limits, now })
    return { settings, address, redactor: createRedactor(settings), http, ladder, now }
  }

  return {
    generate: async (request, context) => generate(setUp(), request, context),
    embed: async (texts, context) => embedTexts(setUp(), texts, context),
    listModels: async (signal) => listModels(setUp(), signal),
    test: async (chosen, signal = new AbortController().signal) => {
      let setup: CallSetup
      try {
        setup = setUp()
      } catch (error) {
        if (error instanceof AppError) return { ok: false, lines: [{ ok: false, text: error.message }], models: [] }
        throw error
      }
      return testEndpoint(setup, chosen, signal)
    },
  }
}
