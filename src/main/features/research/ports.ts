import type { z } from 'zod'
import type { ResearchPage } from '../../../shared/contract/research'
import type { EngineLabel } from '../../../shared/entities'

/** One thing asked of a model, and the same worked out without one. `onText` gets the answer as it is written. */
export interface ResearchRequest<T> {
  name: string
  system: string
  prompt: string
  schema: z.ZodType<T>
  maxOutputTokens?: number
  ownBudget?: boolean
  outline: () => T | Promise<T>
  onText?: (delta: string) => void
}

export interface ResearchModel {
  generate<T>(request: ResearchRequest<T>): Promise<{ value: T; engine: EngineLabel }>
}

export interface FoundPage {
  url: string
  title: string
  snippet: string
}

/** What a run works with. It is given the question and the web; nothing here reads the vault (docs/security.md H30). */
export interface ResearchDeps {
  /** Makes the queries. */
  worker: ResearchModel
  /** Writes the report. */
  thinker: ResearchModel & {
    /** Runs `ask` with the tokens that a prompt may take, and once more with fewer when the server says that it was too long. */
    withinContext<T>(outputTokens: number, ask: (promptTokens: number) => Promise<T>): Promise<T>
  }
  /** An empty list means that there is no such page; a search that failed rejects with SEARCH_* or WEB_*. */
  search(query: string, options: { limit: number; signal: AbortSignal }): Promise<FoundPage[]>
  /** `text` is the words of the page without marks. Rejects with WEB_* or PAGE_UNREADABLE. */
  readPage(url: string, options: { signal: AbortSignal }): Promise<{ url: string; title: string; text: string }>
  countTokens(text: string): number
  /** A random word of letters and digits, to fence texts of the web with. */
  makeMark(): string
  now(): number
  sleep(milliseconds: number, signal: AbortSignal): Promise<void>
}

export type ResearchProgress =
  | { step: 'asking' }
  | { step: 'searching'; query: string; number: number; of: number }
  | { step: 'reading'; queries: readonly string[]; pages: readonly ResearchPage[] }
  | { step: 'writing' }

export interface ResearchContext {
  signal: AbortSignal
  onProgress(progress: ResearchProgress): void
  /** The report as readable text, as it is written. */
  onText(delta: string): void
  /** A sentence for the person that stands beside the result. */
  warn(sentence: string): void
  /** What an earlier attempt has searched and read already: it is not asked of the web again. */
  gathered?: Gathered | undefined
  onGathered?(gathered: Gathered): void
}

/** A page that was fetched and read. Its number is its place in the list, from 1. */
export interface ReadPageText {
  url: string
  host: string
  title: string
  text: string
  fetchedAt: number
}

/** All that was got from the web. */
export interface Gathered {
  queries: readonly string[]
  pages: readonly ResearchPage[]
  read: readonly ReadPageText[]
}
