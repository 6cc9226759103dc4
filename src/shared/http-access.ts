import type { Endpoint } from './client'
import type { ApiScope } from './contract/http-api'

/** A program that showed a token that is in force. */
export interface Admission {
  /** Of the token; requests are counted by it. */
  id: string
  may(scope: ApiScope): boolean
  /** False once the token was revoked or has expired. Cheap: asked before each event. */
  isValid(): boolean
  /** False for the token of the person who started the app from a command line. */
  counted: boolean
}

/** Who may come in. The HTTP host knows no more of tokens than this. */
export interface Access {
  /** Null for every secret that is not a token in force. Takes the same time whether one is nearly right or not at all. */
  admit(secret: string): Admission | null
  /** Called once for each request that was let in. */
  used?(id: string): void
}

export interface HttpHost {
  /** Such as http://127.0.0.1:49152, without a slash at the end. */
  url: string
  port: number
  /** The addresses it listens on: 127.0.0.1, and ::1 where the system has it. */
  addresses: readonly string[]
  /** Ends the event streams of a token at once. */
  cut(id: string): void
  /** Ends event streams, lets running commands answer for up to two seconds, then closes every connection. */
  close(): Promise<void>
}

/** Starts to serve programs on this computer. Rejects with Node's own error, such as EADDRINUSE. */
export type OpenHttpHost = (options: {
  endpoint: Endpoint
  /** What assistants are served, which speak MCP. */
  assistants: Endpoint
  port: number
  access: Access
  appVersion: string
}) => Promise<HttpHost>
