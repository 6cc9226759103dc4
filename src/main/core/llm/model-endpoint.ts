import { AppError } from '../../../shared/errors'
import type { CapabilityMemory } from './capability-ladder'
import { embedTexts } from './embeddings'
import { generate } from './generate'
import { type ListedModel, listModelDetails, listModels } from './list-models'
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
import { speakLong } from './speak-long'
import { speak } from './speech'
import type { LongSpeechContext, LongSpeechResult, SpeechContext, SpeechRequest, SpeechResult } from './speech-call'
import { type TrialChoice, testEndpoint } from './test-endpoint'

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
  /** The same with the context of each in tokens, where the server tells it. */
  listModelDetails(signal: AbortSignal): Promise<ListedModel[]>
  /**
   * Has a speech model read a text aloud in one request. Never gives silence, cut-off sound, or sound that is too short or long to be the
   * text: that is MODEL_BAD_OUTPUT. MODEL_UNKNOWN for an unknown model or voice, and for a server that sends neither WAV nor PCM;
   * MODEL_CONTEXT_TOO_LONG for a text that the server does not take at once. Other errors and limits as for `generate`.
   */
  speak(request: SpeechRequest, context: SpeechContext): Promise<SpeechResult>
  /**
   * The same for a text of up to 40,000 characters, in parts that end with sentences, joined with short pauses. A server that takes less at
   * once gets smaller parts. With `kept` a call goes on at the part where the last one failed.
   */
  speakLong(request: SpeechRequest, context: LongSpeechContext): Promise<LongSpeechResult>
  /** Tries the server out and tells in sentences; never throws save for an aborted signal. */
  test(chosen: TrialChoice, signal?: AbortSignal): Promise<EndpointReport>
}

export interface ModelEndpointDeps {
  settings: () => ModelEndpointSettings
  /** For tests, or another way out; else node:http. */
  fetch?: Fetch
  /** What was learnt about servers. Give one Map to every endpoint, so that it is learnt once. */
  ladder?: CapabilityMemory
  now: () => number
}

const usualIdleMs = 180_000

/** A client for one OpenAI-compatible server. Cheap to make; holds no connection. */
export function createModelEndpoint(deps: ModelEndpointDeps): ModelEndpoint {
  const ladder = deps.ladder ?? new Map()
  const { now } = deps

  function setUp(): CallSetup {
    const settings = deps.settings()
    const address = readServerAddress(settings.baseUrl)
    const limits = {
      firstByteMs: settings.firstByteMs ?? settings.timeoutMs,
      idleMs: settings.idleMs ?? Math.min(usualIdleMs, settings.timeoutMs),
      totalMs: settings.timeoutMs,
    }
    const http = createModelHttp({
      fetch: deps.fetch ?? nodeFetch,
      address,
      apiKey: settings.apiKey,
      headers: settings.headers,
      limits,
      now,
    })
    return { settings, address, redactor: createRedactor(settings), http, ladder, now }
  }

  return {
    generate: async (request, context) => generate(setUp(), request, context),
    embed: async (texts, context) => embedTexts(setUp(), texts, context),
    listModels: async (signal) => listModels(setUp(), signal),
    listModelDetails: async (signal) => listModelDetails(setUp(), signal),
    speak: async (request, context) => speak(setUp(), request, context),
    speakLong: async (request, context) => speakLong(setUp(), request, context),
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
