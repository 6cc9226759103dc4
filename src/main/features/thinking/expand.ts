import type { EngineLabel } from '../../../shared/entities'
import { defineJob } from '../../core/jobs/define-job'
import { thinkingContext } from '../../core/jobs/engine'
import { ThesisPayload } from '../../core/jobs/pipeline'
import { viewerOfWork } from '../../core/privacy/viewer'
import { assertMayBeSent, readItem } from '../items/item-reader'
import { type AttachedImagesDeps, readAttachedImages, roomBesideImages } from './attached-images'
import { outlineExpansion } from './builtin/expansion'
import { composePrompt } from './compose-prompt'
import { withinContext } from './digest'
import { createPartReader } from './part-reader'
import { NEIGHBOUR_COUNT, STAGE_TOKENS, type ThinkingDeps, thesisEndings } from './thinking-deps'
import { EXPAND_SYSTEM } from './thinking-prompts'

/** `expand`, the first stage of Deep Think. */
export function expandJob(deps: ThinkingDeps & AttachedImagesDeps) {
  return defineJob<{ itemId: string; thesisId: string }, { text: string; engine: EngineLabel }>({
    type: 'expand',
    payload: ThesisPayload,
    timeoutMs: deps.timeoutMs,
    started(tx, { itemId, thesisId }, jobId) {
      deps.theses.setStageJob(thesisId, 'expand', jobId)
      deps.theses.setStatus(thesisId, 'expanding', null, tx.now)
      tx.emit('thesis-updated', { itemId, status: 'expanding' })
    },
    async run({ itemId }, context) {
      const item = readItem(deps.items, itemId)
      assertMayBeSent(item, deps.engine)
      const neighbours = await deps.relatedItems(item, NEIGHBOUR_COUNT, viewerOfWork(item, deps.engine), context.signal)
      const thought = { id: item.id, title: item.title, body: item.body, createdAt: item.created_at }
      const thinking = thinkingContext(context)
      const reader = createPartReader(deps, itemId, context)
      const parts = { system: EXPAND_SYSTEM, title: item.title, body: item.body, sections: [], neighbours: null }
      const images = await readAttachedImages(deps, itemId)
      const { value, engine } = await withinContext(deps.engine, STAGE_TOKENS, async (room) => {
        const prompt = await composePrompt(deps.engine, parts, roomBesideImages(room, images), thinking, reader)
        return deps.engine.generate<string>(
          {
            name: 'Expand the thought',
            system: EXPAND_SYSTEM,
            prompt,
            images,
            outline: () => outlineExpansion({ thought, neighbours }).text,
          },
          thinking,
        )
      })
      return { text: value, engine }
    },
    commit(tx, { thesisId, itemId }, { text, engine }) {
      deps.theses.setExpansion(thesisId, text, engine, tx.now)
      tx.emit('thesis-updated', { itemId, status: 'expanding' })
      return { note: null }
    },
    ...thesisEndings(deps.theses),
  })
}
