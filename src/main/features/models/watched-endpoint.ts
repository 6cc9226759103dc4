import { AppError } from '../../../shared/errors'
import type { ModelCallRecord } from '../../core/llm/model-call'
import type { ModelEndpoint } from '../../core/llm/model-endpoint'
import { RetryLater } from '../../core/queue/job-rules'

/** A job waits so long before it looks again by itself; a change of settings has it look at once. */
const LOOK_AGAIN_MS = 3600_000
const words =
  '“Local only” is on, so no model on another computer is asked. Switch it off in Settings, Network, or choose a model on this computer.'

export interface WatchedEndpointDeps {
  isLocalOnly: () => boolean
  /** Writes down what left. */
  record: (call: ModelCallRecord) => void
  /** Writes down that a server was tried or asked for its models; no text goes with it. */
  recordTrial: (baseUrl: string) => void
}

/** What a job is told that would ask a model elsewhere while all is to stay here. */
export function localOnlyWait(): RetryLater {
  return new RetryLater(LOOK_AGAIN_MS, words, 'WEB_LOCAL_ONLY', new AppError('WEB_LOCAL_ONLY', words))
}

/** A client of a server on another computer, with what is sent written down, and nothing sent while all is to stay here. */
export function watchEndpoint(endpoint: ModelEndpoint, baseUrl: string, deps: WatchedEndpointDeps): ModelEndpoint {
  const { isLocalOnly, record, recordTrial } = deps
  function assertMayLeave(): void {
    if (isLocalOnly()) throw localOnlyWait()
  }
  function watched<C extends { recordCall?(call: ModelCallRecord): void }>(context: C): C {
    return {
      ...context,
      recordCall(call: ModelCallRecord) {
        record(call)
        context.recordCall?.(call)
      },
    }
  }
  async function ask<T>(send: () => Promise<T>): Promise<T> {
    if (isLocalOnly()) throw new AppError('WEB_LOCAL_ONLY', words)
    recordTrial(baseUrl)
    return send()
  }

  return {
    async generate(request, context) {
      assertMayLeave()
      return endpoint.generate(request, watched(context))
    },
    async embed(texts, context) {
      assertMayLeave()
      return endpoint.embed(texts, watched(context))
    },
    async speak(request, context) {
      assertMayLeave()
      return endpoint.speak(request, watched(context))
    },
    async speakLong(request, context) {
      assertMayLeave()
      return endpoint.speakLong(request, watched(context))
    },
    listModels: (signal) => ask(() => endpoint.listModels(signal)),
    listModelDetails: (signal) => ask(() => endpoint.listModelDetails(signal)),
    async test(chosen, signal) {
      if (isLocalOnly()) return { ok: false, lines: [{ ok: false, text: words }], models: [] }
      recordTrial(baseUrl)
      return endpoint.test(chosen, signal)
    },
  }
}
