import type { Piece, TextDiff } from './diff-model'
import { compareLine } from './diff-words'
import { compareTexts } from './text-diff'

export interface DiffQuestion {
  before: { title: string; body: string }
  after: { title: string; body: string }
}

export interface DiffAnswer {
  body: TextDiff
  /** The title before and after; undefined when it is the same. */
  title: Piece[] | undefined
}

/** As long as a person waits without wondering. */
const TIME_MS = 1500

/** Compares two texts beside the page, so that the page answers whatever they are. */
addEventListener('message', (event: MessageEvent<DiffQuestion>) => {
  const { before, after } = event.data
  const answer: DiffAnswer = {
    body: compareTexts(before.body, after.body, TIME_MS, () => performance.now()),
    title: before.title === after.title ? undefined : compareLine(before.title, after.title, () => 100).pieces,
  }
  postMessage(answer)
})
