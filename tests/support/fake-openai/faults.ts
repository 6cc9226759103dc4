import type { SpeechFault } from './speech-route'

export type FakeRoute = 'chat' | 'embeddings' | 'models' | 'speech'

/** What the fake server can be told to do wrong. A fault without `route` hits every route it makes sense for. */
export type Fault = { route?: FakeRoute } & (
  | { kind: 'status'; status: number; message?: string; code?: string; headers?: Record<string, string>; body?: string }
  /** A 200 whose body is an error object, as some gateways send it. */
  | { kind: 'error-in-200'; status: number; message: string }
  /** An error event after so many pieces of a streamed answer. */
  | { kind: 'error-mid-stream'; status: number; message: string; afterChunks: number }
  /** The socket is destroyed after so many pieces; null: before any header. */
  | { kind: 'drop'; afterChunks: number | null }
  | { kind: 'hang-before-first-byte' }
  | { kind: 'hang-mid-stream'; afterChunks: number }
  /** Waits, then answers as usual. */
  | { kind: 'stall'; ms: number }
  | { kind: 'cut-off' }
  | { kind: 'empty' }
  | { kind: 'blank' }
  | { kind: 'only-reasoning'; finishReason?: string }
  | { kind: 'refusal'; message?: string }
  | { kind: 'content-filter' }
  /** 400 to `response_format`: all of it, or one type. */
  | { kind: 'refuse-response-format'; type?: 'json_schema' | 'json_object' }
  /** 400 to a field by name, such as `stream_options`. */
  | { kind: 'refuse-field'; field: string }
  /** This status for every request whose input holds the words. */
  | { kind: 'refuse-text'; holding: string; status: number; message: string }
  /** 400 to every field but the few that all servers know, without saying which. */
  | { kind: 'refuse-unknown-fields' }
  /** Takes `response_format`, and answers in prose until the schema stands in the prompt. */
  | { kind: 'ignore-schema' }
  | { kind: 'garbage' }
  /** A web page instead of an API. */
  | { kind: 'web-page' }
  /** A whole answer as JSON although a stream was asked for. */
  | { kind: 'json-instead-of-stream' }
  /** A proper stream under a wrong content type. */
  | { kind: 'wrong-content-type' }
  | { kind: 'no-finish-reason'; done: boolean }
  | { kind: 'redirect'; to: string }
  /** Refuses the request and repeats its Authorization header and address in the error. */
  | { kind: 'echo-secrets'; status: number }
  /** Speech that is not as it should be. */
  | { kind: 'speech'; how: SpeechFault }
  | { kind: 'vectors'; how: 'one-missing' | 'mixed-lengths' | 'nan' | 'zeros' | 'base64' | 'reversed' | 'not-a-list' }
)

/** The fields that every OpenAI-compatible server takes. */
export const knownFields = new Set(['model', 'messages', 'stream', 'input'])
