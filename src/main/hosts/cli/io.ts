import type { Readable } from 'node:stream'

export interface Interrupts {
  readonly given: boolean
  /** Calls `act` at the first one, or in a moment when there was one already. Returns the way to stop listening. */
  listen(act: () => void): () => void
}

/** All that the command line touches outside itself, so that tests can stand in for a terminal. */
export interface Io {
  argv: readonly string[]
  env: Record<string, string | undefined>
  cwd: string
  stdin: Readable & { isTTY?: boolean; setRawMode?: (raw: boolean) => void }
  /** Resolves when the text was taken; does nothing more once the reader has gone. */
  out(text: string | Uint8Array): Promise<void>
  error(text: string): void
  /** Null where the text goes to a file or another program. */
  outColumns: number | null
  /** Ctrl+C, and the other signals that end a program. Without a listener they end it at once. */
  interrupts: Interrupts
  /** The folder of the built files, where headless.js lies. */
  builtDir: string
  version: string
  now: () => number
}
