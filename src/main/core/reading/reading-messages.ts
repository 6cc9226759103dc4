/** What the reading thread is started with. */
export interface ReadingTask {
  kind: 'pdf' | 'text'
  bytes: Uint8Array
  maxPages: number
  /** UTF-16 units of all pages together. */
  maxLength: number
}

/** Why a text is not there: it needs a password, or the file is not what it says. */
export type ReadingFailure = 'encrypted' | 'broken'

/** What the reading thread tells: how many pages there are, then each page, then one of the two ends. */
export type ReadingMessage =
  | { kind: 'begun'; pages: number }
  | { kind: 'page'; text: string }
  | { kind: 'done'; cut: 'pages' | 'length' | null }
  | { kind: 'failed'; reason: ReadingFailure }
