/** Tokens that the worker's own prompt takes (docs/collect-pipeline.md, "Content budget and chunks"). */
export const WORKER_PROMPT_OVERHEAD_TOKENS = 2000
/** A chunk is never planned smaller (docs/collect-pipeline.md, "Content budget and chunks"). */
export const MIN_CHUNK_CHARS = 4000
/** One call cannot list the hundreds of items of a huge page (docs/collect-pipeline.md, "Content budget and chunks"). */
export const DEFAULT_MAX_CHUNK_CHARS = 30_000
/** Characters a token, as most people estimate it for English. */
const CHARACTERS_PER_TOKEN = 4

/**
 * Share of a context that page content may take: 0.7 from 100,000 tokens, 0.6 from 50,000, else 0.5 (docs/collect-pipeline.md, "Content budget and
 * chunks").
 */
export function contentShare(contextTokens: number): number {
  if (contextTokens >= 100_000) return 0.7
  return contextTokens >= 50_000 ? 0.6 : 0.5
}

/** Tokens of page content that fit into a worker's context beside its prompt; may be below zero for a tiny context. */
export function contentTokens(contextTokens: number): number {
  return contextTokens * contentShare(contextTokens) - WORKER_PROMPT_OVERHEAD_TOKENS
}

/** Characters of a page for one worker call: `max(floor((context × share − 2000) × 4), 4000)`. */
export function workerChunkChars(contextTokens: number): number {
  return Math.max(Math.floor(contentTokens(contextTokens) * CHARACTERS_PER_TOKEN), MIN_CHUNK_CHARS)
}
