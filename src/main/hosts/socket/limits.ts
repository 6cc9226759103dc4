/** What the owner's socket allows one program to use up. All times in milliseconds, all sizes in bytes. */
export interface SocketLimits {
  /** Open connections; one more is told so and closed. */
  connections: number
  /** Commands of one connection that run at the same time. */
  callsAtOnce: number
  /** Subscriptions of one connection. */
  subscriptions: number
  /** From the opening of a connection until its hello is there. */
  helloTime: number
  /** From the first byte of a line to its end. */
  lineTime: number
  /** A connection that asks nothing, waits for nothing and follows no events is closed after this. */
  idleTime: number
  /** A program that reads nothing of what waits for it is cut off after this. */
  stallTime: number
  /** Largest line; and largest line of a command that carries a whole text (16 million characters, each up to six bytes as JSON). */
  lineBytes: number
  textLineBytes: number
  /** Deepest nesting of arrays and objects in a line. */
  depth: number
  /** Answers and events waiting for one slow reader of events before its connection is ended. */
  eventBytes: number
}

export const defaultSocketLimits: SocketLimits = {
  connections: 32,
  callsAtOnce: 16,
  subscriptions: 4,
  helloTime: 5000,
  lineTime: 30_000,
  idleTime: 600_000,
  stallTime: 30_000,
  lineBytes: 1024 * 1024,
  textLineBytes: 100 * 1024 * 1024,
  depth: 34,
  eventBytes: 4 * 1024 * 1024,
}
