import type { z } from 'zod'
import type { Sleep } from '../../core/agent/abort'
import type { AgentModel } from '../../core/agent/model-types'
import type { ExistingItem } from './collect-item'
import type { VisitedUrl } from './url-history'
import type { LedgerEntry } from './url-ledger'

export interface FoundPage {
  title: string
  url: string
  snippet?: string
  /** 0 to 1. */
  score?: number
  publishedDate?: string
}

/** The web search of the run. */
export interface SearchPort {
  /** Named in warnings. */
  providerName: string
  /** Rejects with a message for people when it could not search; an empty list means that there is nothing. */
  search(query: string, options: { limit: number; signal: AbortSignal }): Promise<FoundPage[]>
}

export interface ExtractedPage {
  /** Where the page was found in the end, behind redirects. */
  url: string
  /** Markdown with absolute links. */
  text: string
  /** The picture that the page names for itself. */
  image?: { url: string; width?: number }
}

/** Reads pages. It checks each address that it connects to by itself. */
export interface ExtractPort {
  /** Null when there is nothing that could be read. Rejects when the page could not be had; with `kind: 'blocked'` for an address that is not allowed. */
  extract(url: string, options: { signal: AbortSignal }): Promise<ExtractedPage | null>
}

/** Pictures of pages. */
export interface ScreenshotPort {
  providerName: string
  /** False without a window, such as in the headless program. */
  isAvailable(): boolean
  /** Takes or chooses a picture of the page and keeps it; gives the name under which an item refers to it. */
  capture(url: string, options: { itemName: string; signal: AbortSignal }): Promise<string>
}

/** The part of a model client that a worker uses; `ModelEndpoint` has this form. */
export interface WorkerModel {
  generate<T>(
    request: { name: string; system: string; prompt: string; schema: z.ZodType<T>; maxOutputTokens?: number },
    context: { signal: AbortSignal },
  ): Promise<{ value: T; usage: { promptTokens: number | null; outputTokens: number | null } }>
}

export interface ModelPort {
  /** The thinker, with tools. */
  parent: { model: AgentModel; providerName: string; modelName: string; contextTokens: number; maxOutputTokens?: number | undefined }
  worker: { model: WorkerModel; contextTokens: number }
  estimateTokens(text: string): number
}

/** Staging of the run and the collection, inside the vault. Items and ledger are what an interrupted run goes on with. */
export interface StorePort {
  /** Items of the collection; none for CREATE. */
  existingItems(): Promise<ExistingItem[]>
  /** Records of this run, as JSON text, in the order in which they were first put. */
  staged(): Promise<string[]>
  putStaged(slug: string, json: string): Promise<void>
  removeStaged(slug: string): Promise<void>
  ledger(): Promise<LedgerEntry[]>
  putLedger(entry: LedgerEntry): Promise<void>
  /** Pages that earlier runs for this collection have read; asked for in CREATE_UPDATE only. */
  urlHistory?(): Promise<VisitedUrl[]>
  /** Removes staging and ledger of this run; nothing there is fine. */
  clear(): Promise<void>
}

export interface CollectPorts {
  search: SearchPort
  extract: ExtractPort
  screenshots?: ScreenshotPort | undefined
  model: ModelPort
  store: StorePort
  /** Whether an address may not be opened or kept: loopback, private, link-local, metadata (docs/security.md H33). Looks at the address only. */
  isBlockedUrl(url: string): boolean
  /** Milliseconds since 1970. */
  now(): number
  sleep: Sleep
  /** A random word of letters and digits, to fence texts of the web with. */
  makeMark(): string
}
