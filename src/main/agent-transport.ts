import type { AgentTransport } from './agent/agent-model'
import type { ModelEndpointSettings } from './llm/model-call'
import { createModelHttp, requestJson } from './llm/model-http'
import { type Fetch, nodeFetch } from './llm/node-fetch'
import { splitReasoning } from './llm/reasoning-filter'
import { createRedactor } from './llm/redact-secrets'
import { readServerAddress } from './llm/server-address'
import { toCallError } from './llm/server-failure'

/**
 * The way of an agent to the model of a role, made of the same parts as every other call of a model: our own fetch, which adds the key, goes to
 * that server's origin only and follows no redirect, our time limits, our redaction, our errors. An answer with tools comes whole, so the
 * first byte may take as long as all of it.
 */
export function createAgentTransport(deps: { settings: ModelEndpointSettings; fetch?: Fetch; now?: () => number }): AgentTransport {
  const { settings } = deps
  const address = readServerAddress(settings.baseUrl)
  const redactor = createRedactor(settings)
  const http = createModelHttp({
    fetch: deps.fetch ?? nodeFetch,
    address,
    apiKey: settings.apiKey,
    headers: settings.headers,
    limits: { firstByteMs: settings.timeoutMs, idleMs: settings.timeoutMs, totalMs: settings.timeoutMs },
    now: deps.now ?? Date.now,
  })
  return {
    root: address.root,
    host: address.host,
    model: settings.model,
    redact: redactor.reply,
    splitReasoning,
    complete: async (body, signal) => {
      try {
        // Parsed and written anew: what is no JSON is refused here, in our own words, and so is an error object in a 200.
        return redactor.reply(JSON.stringify(await requestJson(http, `${address.root}/chat/completions`, JSON.parse(body), signal)))
      } catch (error) {
        throw toCallError(error, signal, { host: address.host, model: settings.model, purpose: 'answer', redactor })
      }
    },
  }
}
