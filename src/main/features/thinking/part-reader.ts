import { createHash } from 'node:crypto'
import type { ModelCall } from '../../../shared/entities'
import type { JobContext } from '../../core/jobs/define-job'
import type { Engine } from '../../core/jobs/engine'
import { RetryLater } from '../../core/queue/job-rules'
import { assertMayBeSent, readItem } from '../items/item-reader'
import type { ItemStore } from '../items/item-store'
import type { DigestStore } from './digest-store'

export interface PartReaderDeps {
  items: ItemStore
  digests: DigestStore
  engine: Engine
  /** The model that reads, unless a person had the job use another. */
  modelName: () => string
  timeoutMs: () => number
}

/** Reads the parts of one long thought for one run of a job, and keeps what was read. */
export interface PartReader {
  note(words: string): void
  recordCall(call: Omit<ModelCall, 'id'>): void
  /**
   * The digest of a part: the one that is kept for the same instructions, part, model and budget, else what `ask` gives, which is kept at
   * once. Throws ITEM_PRIVATE when the item came to stay here meanwhile, and RetryLater when this attempt has had its time.
   */
  read(part: string, instructions: string, budget: number, ask: () => Promise<string>): Promise<string>
  /** To be called when all parts are read. Throws RetryLater when too little of the attempt's time is left for what follows. */
  finish(): void
}

/** The time limit of a job leaves a minute beside that of one call (src/main/app/session.ts): reading may use half of it. */
const READING_BEFORE_ANSWER_MS = 30_000

export function createPartReader(deps: PartReaderDeps, itemId: string, context: JobContext): PartReader {
  const model = context.changes.model ?? deps.modelName()
  const kept: string[] = []
  let read = 0
  let spentMs = 0

  /** Nothing is lost by it and no attempt is used up: the next run finds what this one read. Each run reads one part at least. */
  function goOnLater(): never {
    throw new RetryLater(0, 'This thought is long: it is read in parts, and the reading goes on from the last one.', 'PART_READ')
  }

  return {
    note: context.note,
    recordCall(call) {
      spentMs += call.durationMs
      context.recordCall(call)
    },
    async read(part, instructions, budget, ask) {
      const key = createHash('sha256')
        .update(JSON.stringify([instructions, model, budget]))
        .update(part)
        .digest('hex')
      const known = deps.digests.find(itemId, key)
      if (known !== null) {
        kept.push(key)
        return known
      }
      if (read > 0 && spentMs > deps.timeoutMs() / 2) goOnLater()
      assertMayBeSent(readItem(deps.items, itemId), deps.engine)
      const digest = await ask()
      context.write((tx) => deps.digests.put(itemId, key, digest, tx.now))
      read += 1
      return digest
    },
    finish() {
      if (kept.length > 0) context.write((tx) => deps.digests.touch(itemId, kept.splice(0), tx.now))
      if (read > 0 && spentMs > READING_BEFORE_ANSWER_MS) goOnLater()
    },
  }
}
