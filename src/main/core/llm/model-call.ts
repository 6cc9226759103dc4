import type { z } from 'zod'
import type { ModelCall } from '../../../shared/entities'
import type { CapabilityMemory } from './capability-ladder'
import type { Fetch } from './node-fetch'
import type { Redactor } from './redact-secrets'
import type { ServerAddress } from './server-address'

/** How to reach a model server; times in milliseconds. Read anew for every call. */
export interface ModelEndpointSettings {
  baseUrl: string
  /** Empty when the server wants none. */
  apiKey: string
  /** Sent with every request. Their values are treated as secrets. */
  headers?: Readonly<Record<string, string>>
  model: string
  embeddingModel: string
  /** Total time of one call, and also the limit to the first piece of the answer unless `firstByteMs` says otherwise. */
  timeoutMs: number
  firstByteMs?: number
  /** The longest silence in the middle of an answer; three minutes, or `timeoutMs` if that is less, unless given. */
  idleMs?: number
  maxOutputTokens: number
  /** The context of the model in tokens, when known: what cannot fit is then refused before it is sent. */
  contextTokens?: number
}

/** One request to a model as the trace keeps it; keys are never in it. The store adds the id. */
export type ModelCallRecord = Omit<ModelCall, 'id'>

/** A picture that a prompt is about. */
export interface PromptImage {
  /** By which the prompt names it. */
  name: string
  mime: string
  base64: string
}

export interface GenerateRequest<T = string> {
  /** Shown in the trace, such as "Write the answer". */
  name: string
  system: string
  prompt: string
  /** The object wanted. Without it the answer is text. */
  schema?: z.ZodType<T>
  /** Shown to a model that sees. For one that does not, the prompt says that they could not be seen. */
  images?: readonly PromptImage[]
  /** Overrides the setting, for instance to give a cut-off answer more room on the next attempt. */
  maxOutputTokens?: number
}

export interface CallContext {
  signal: AbortSignal
  /** Pieces of the answer as they come, reasoning left out. Only the first asking streams; an answer asked for again does not. */
  onText?(delta: string): void
  /** Called once for every request that was sent, also for one that failed or was aborted. */
  recordCall?(call: ModelCallRecord): void
}

export interface GenerateResult<T = string> {
  text: string
  /** The object that fits the schema; the text when there is none. */
  value: T
  usage: { promptTokens: number | null; outputTokens: number | null }
  model: string
  /** A sentence for the person when the answer may rest on a part of the prompt only; null when all is well. */
  warning: string | null
}

export interface EmbedResult {
  /** One vector a text, in the order of the texts, all of one length, none of zeros or NaN. */
  vectors: Float32Array[]
  modelId: string
}

/** What a trial of the server found. `ok` says whether it can do the work asked of it; a line may warn without spoiling that. */
export interface EndpointReport {
  ok: boolean
  lines: { ok: boolean; text: string }[]
  models: string[]
}

/** What one call works with: the settings as they were when it began, and all that follows from them. */
export interface CallSetup {
  settings: ModelEndpointSettings
  address: ServerAddress
  redactor: Redactor
  http: Fetch
  ladder: CapabilityMemory
  now: () => number
}
