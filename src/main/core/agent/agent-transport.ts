import { type Capabilities, type CapabilityMemory, capabilityKey, fullCapabilities, stepDown } from '../llm/capability-ladder'
import type { ModelEndpointSettings } from '../llm/model-call'
import { createModelHttp, requestJson } from '../llm/model-http'
import { type Fetch, nodeFetch } from '../llm/node-fetch'
import { splitReasoning } from '../llm/reasoning-filter'
import { createRedactor } from '../llm/redact-secrets'
import { readServerAddress } from '../llm/server-address'
import { type FailureContext, ServerFailure, toCallError } from '../llm/server-failure'
import type { AgentTransport } from './agent-model'

/**
 * The way of an agent to the model of a role, made of the same parts as every other call of a model: our own fetch, which adds the key, goes to
 * that server's origin only and follows no redirect, our time limits, our redaction, our errors. An answer with tools comes whole, so the
 * first byte may take as long as all of it. A server that knows another field for the length of an answer, or none, is asked again with that.
 */
export function createAgentTransport(deps: {
  settings: ModelEndpointSettings
  fetch?: Fetch
  now: () => number
  /** What was found out about servers. */
  ladder?: CapabilityMemory
}): AgentTransport {
  const { settings, ladder = new Map() } = deps
  const address = readServerAddress(settings.baseUrl)
  const redactor = createRedactor(settings)
  const http = createModelHttp({
    fetch: deps.fetch ?? nodeFetch,
    address,
    apiKey: settings.apiKey,
    headers: settings.headers,
    limits: { firstByteMs: settings.timeoutMs, idleMs: settings.timeoutMs, totalMs: settings.timeoutMs },
    now: deps.now,
  })
  const key = capabilityKey(address.root, settings.model)
  const failureContext: FailureContext = { host: address.host, model: settings.model, purpose: 'answer', redactor }

  async function send(body: Record<string, unknown>, signal: AbortSignal): Promise<unknown> {
    let capabilities = ladder.get(key) ?? fullCapabilities
    for (let step = 0; ; step += 1) {
      try {
        const answer = await requestJson(http, `${address.root}/chat/completions`, limited(body, capabilities), signal)
        if (step > 0) ladder.set(key, capabilities)
        return answer
      } catch (error) {
        const lower =
          signal.aborted || step >= 2 ? undefined : lowerLimit(capabilities, error, body, toCallError(error, signal, failureContext).code)
        if (lower === undefined) throw error
        capabilities = lower
      }
    }
  }

  return {
    root: address.root,
    host: address.host,
    model: settings.model,
    redact: redactor.reply,
    splitReasoning,
    complete: async (body, signal) => {
      try {
        // Parsed and written anew: what is no JSON is refused here, in our own words, and so is an error object in a 200.
        return redactor.reply(JSON.stringify(await send(JSON.parse(body), signal)))
      } catch (error) {
        throw toCallError(error, signal, failureContext)
      }
    },
  }
}

/** The request with its length limited in the field that the server knows. */
function limited(body: Record<string, unknown>, { limitField }: Capabilities): Record<string, unknown> {
  const { max_tokens: limit, ...rest } = body
  return limit === undefined || limitField === 'max_tokens' ? body : limitField === 'none' ? rest : { ...rest, [limitField]: limit }
}

/** What to try next after a refusal that may be one of the field; undefined when it is about something else. */
function lowerLimit(capabilities: Capabilities, error: unknown, body: Record<string, unknown>, code: string): Capabilities | undefined {
  if (!(error instanceof ServerFailure) || body.max_tokens === undefined) return undefined
  const refusal = { status: error.status, words: error.body, explained: code !== 'MODEL_SERVER_ERROR' }
  // The other fields of the ladder are not sent here, so none of them can be to blame.
  const next = stepDown({ ...capabilities, streamUsage: false }, refusal, { purpose: 'chat', format: false, limit: true })
  return next === undefined ? undefined : { ...capabilities, limitField: next.limitField }
}
