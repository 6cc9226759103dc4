/** What the HTTP host allows programs to use up (docs/security.md H24). All times in milliseconds, all sizes in bytes. */
export interface HttpLimits {
  /** Open TCP connections; one more is closed at once. */
  connections: number
  /** Open event streams, so that streams alone cannot use up every connection. */
  eventStreams: number
  /** From the opening of a connection until the request's header is whole. */
  headerTime: number
  /** Until the whole request, body included, is there. */
  requestTime: number
  /** A connection on which nothing moves is closed after this. */
  idleTime: number
  headerBytes: number
  /** Largest JSON body of commands that carry a whole text. */
  textBodyBytes: number
  /** Largest JSON body of every other command. */
  bodyBytes: number
  /** Deepest nesting of arrays and objects in a body. */
  bodyDepth: number
  /** Pause between two signs of life on an event stream. */
  heartbeat: number
  /** Events waiting for one slow reader before its stream is ended. */
  streamBytes: number
  /** Requests of one token within a minute that read. */
  readsPerMinute: number
  /** Requests of one token within a minute that write. */
  writesPerMinute: number
  /** Requests without a valid token within a minute; then such requests rest for a minute. */
  failuresPerMinute: number
}

export const defaultLimits: HttpLimits = {
  connections: 32,
  eventStreams: 16,
  headerTime: 10_000,
  requestTime: 10_000,
  idleTime: 60_000,
  headerBytes: 16_384,
  textBodyBytes: 50 * 1024 * 1024,
  bodyBytes: 1024 * 1024,
  bodyDepth: 32,
  heartbeat: 15_000,
  streamBytes: 4 * 1024 * 1024,
  readsPerMinute: 60,
  writesPerMinute: 20,
  failuresPerMinute: 5,
}
