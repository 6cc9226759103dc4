import { type BuiltinEmbedder, createBuiltinEmbedder } from '../../src/main/core/llm/builtin-embedder'

/**
 * Lends the real built-in embedder, whose encoder stays in memory for the next app of this process: loading it takes most of a second,
 * and nearly every test would wait for it. Closing it cancels the calls of that borrower alone.
 */
export function shareEmbedder(workerFile: string): () => BuiltinEmbedder {
  const shared = createBuiltinEmbedder({ workerFile })
  return () => {
    let open = new AbortController()
    return {
      ...shared,
      embed: (texts, { signal, urgent } = {}) =>
        shared.embed(texts, { urgent, signal: signal ? AbortSignal.any([signal, open.signal]) : open.signal }),
      async close() {
        open.abort()
        open = new AbortController()
      },
    }
  }
}
