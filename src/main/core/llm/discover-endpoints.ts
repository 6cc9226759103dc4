import { createModelEndpoint } from './model-endpoint'

export interface FoundEndpoint {
  /** The program that listens on this port by habit. */
  name: string
  baseUrl: string
  models: string[]
}

/** Where model servers listen on this computer unless told otherwise. */
export const usualEndpoints: readonly { name: string; baseUrl: string }[] = [
  { name: 'Ollama', baseUrl: 'http://127.0.0.1:11434/v1' },
  { name: 'LM Studio', baseUrl: 'http://127.0.0.1:1234/v1' },
  { name: 'llama.cpp', baseUrl: 'http://127.0.0.1:8080/v1' },
  { name: 'Jan', baseUrl: 'http://127.0.0.1:1337/v1' },
]

/** A server on this computer answers its list of models at once, or is none. */
const PROBE_MS = 1500

/** Asks the usual addresses on this computer, at once and without a key, and gives those that list models. Nothing leaves the computer. */
export async function discoverEndpoints(
  now: () => number,
  candidates: readonly { name: string; baseUrl: string }[] = usualEndpoints,
): Promise<FoundEndpoint[]> {
  const found = await Promise.all(
    candidates.map(async ({ name, baseUrl }) => {
      const endpoint = createModelEndpoint({
        now,
        settings: () => ({ baseUrl, apiKey: '', model: '', embeddingModel: '', timeoutMs: PROBE_MS, maxOutputTokens: 1 }),
      })
      try {
        return { name, baseUrl, models: await endpoint.listModels(AbortSignal.timeout(PROBE_MS)) }
      } catch {
        // Nobody listens there, or something else does: either way it is not offered.
        return null
      }
    }),
  )
  return found.filter((one) => one !== null)
}
