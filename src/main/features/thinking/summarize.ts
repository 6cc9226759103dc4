import type { EngineLabel } from '../../../shared/entities'
import { defineJob } from '../../core/jobs/define-job'
import { thinkingContext } from '../../core/jobs/engine'
import { ContentPayload } from '../../core/jobs/pipeline'
import { countTokens } from '../../core/llm/count-tokens'
import { GiveUp } from '../../core/queue/job-rules'
import { assertMayBeSent, readItem } from '../items/item-reader'
import { type AttachedImagesDeps, readAttachedImages, roomBesideImages } from './attached-images'
import { extractSummary } from './builtin/extract-summary'
import { digestToFit, withinContext } from './digest'
import { createPartReader, type PartReaderDeps } from './part-reader'
import { fence, MAX_PROMPT_BODY } from './prompt-text'

const SUMMARY_TOKENS = 400

const SYSTEM = `TASK: SUMMARIZE
You write one-paragraph summaries of a person's private notes.
Write one or two sentences, at most 40 words, in the language of the note. Say what the note claims, not that it is a note.
No heading, no quotation marks, no list. Answer with the summary alone.`

/** `summarize`: one paragraph on an item, never over one that the person wrote. */
export function summarizeJob(deps: PartReaderDeps & AttachedImagesDeps) {
  return defineJob<{ itemId: string; contentHash: string }, { summary: string; engine: EngineLabel; hash: string } | null>({
    type: 'summarize',
    payload: ContentPayload,
    timeoutMs: deps.timeoutMs,
    async run({ itemId }, context) {
      const item = readItem(deps.items, itemId)
      if (item.summary_by === 'person') return null
      assertMayBeSent(item, deps.engine)
      const images = await readAttachedImages(deps, itemId)
      // Without a model there is nobody to look at pictures.
      const sees = images.length > 0 && deps.engine.contextTokens() !== Number.POSITIVE_INFINITY
      if (item.body.trim() === '' && !sees) return null
      const thinking = { ...thinkingContext(context), onText: () => undefined }
      const reader = createPartReader(deps, itemId, context)
      const { value, engine } = await withinContext(deps.engine, SUMMARY_TOKENS, async (room) => {
        const left = roomBesideImages(room, images).prompt - countTokens(SYSTEM + item.title) - 32
        const body = await digestToFit(deps.engine, item.body, left, room.context, thinking, reader)
        return deps.engine.generate<string>(
          {
            name: 'Write the summary',
            system: SYSTEM,
            prompt: `Title: ${item.title}\n\n${fence('note', body)}`,
            images,
            maxOutputTokens: SUMMARY_TOKENS,
            outline: () => extractSummary({ title: item.title, body: item.body.slice(0, MAX_PROMPT_BODY) }),
          },
          thinking,
        )
      })
      return { summary: value.trim(), engine, hash: item.content_hash }
    },
    commit(tx, { itemId }, result) {
      if (result === null) return { note: 'Nothing to summarise' }
      const item = deps.items.find(itemId)
      if (!item || item.deleted_at !== null) throw new GiveUp('ITEM_NOT_FOUND', 'The thought was deleted, so its summary was not kept.')
      if (item.summary_by === 'person' || item.content_hash !== result.hash) return { note: 'The thought changed meanwhile' }
      deps.items.update(itemId, { summary: { text: result.summary, by: result.summary === '' ? 'none' : result.engine.kind } }, tx.now)
      tx.emit('summary-set', { itemId, summary: result.summary })
      return { note: result.summary === '' ? 'The title says it all' : null }
    },
  })
}
