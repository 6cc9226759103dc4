import { isRecord } from './json-values'
import type { CallSetup } from './model-call'
import { requestJson } from './model-http'
import { toCallError } from './server-failure'

export interface ListedModel {
  id: string
  /** The context in tokens, where the server tells it. */
  contextTokens: number | null
}

/** See `ModelEndpoint.listModels`. */
export async function listModels(setup: CallSetup, signal: AbortSignal): Promise<string[]> {
  return (await listModelDetails(setup, signal)).map((model) => model.id)
}

/** The server's models; an answer in a shape unknown to us counts as an empty list, for many gateways have none. */
export async function listModelDetails({ address, http, redactor, settings }: CallSetup, signal: AbortSignal): Promise<ListedModel[]> {
  let answer: unknown
  try {
    answer = await requestJson(http, `${address.root}/models`, undefined, signal)
  } catch (error) {
    throw toCallError(error, signal, { host: address.host, model: settings.model, purpose: 'list', redactor })
  }
  const listed = isRecord(answer) ? (answer.data ?? answer.models) : answer
  return Array.isArray(listed) ? listed.flatMap(readModel) : []
}

function readModel(entry: unknown): ListedModel[] {
  if (typeof entry === 'string') return [{ id: entry, contextTokens: null }]
  if (!isRecord(entry)) return []
  const id = [entry.id, entry.name, entry.model].find((name) => typeof name === 'string' && name !== '')
  return typeof id === 'string' ? [{ id, contextTokens: contextOf(entry) }] : []
}

/** Names that OpenRouter, vLLM, LM Studio, Groq and llama.cpp use for the same number. */
function contextOf(entry: Record<string, unknown>): number | null {
  const meta = isRecord(entry.meta) ? entry.meta : {}
  const named = [
    entry.context_length,
    entry.max_model_len,
    entry.loaded_context_length,
    entry.max_context_length,
    entry.context_window,
    meta.n_ctx,
    meta.n_ctx_train,
  ]
  const tokens = named.find((value) => typeof value === 'number' && value > 0)
  return typeof tokens === 'number' ? tokens : null
}
