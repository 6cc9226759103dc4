import { defineJob } from '../../core/jobs/define-job'
import { thinkingContext } from '../../core/jobs/engine'
import { ThesisPayload } from '../../core/jobs/pipeline'
import { viewerOfWork } from '../../core/privacy/viewer'
import { assertMayBeSent, readItem } from '../items/item-reader'
import { outlineCounterpoint } from './builtin/counterpoint'
import { composePrompt } from './compose-prompt'
import { withinContext } from './digest'
import { createPartReader } from './part-reader'
import { NEIGHBOUR_COUNT, STAGE_TOKENS, type ThinkingDeps, thesisEndings } from './thinking-deps'
import { COUNTERPOINT_SYSTEM } from './thinking-prompts'

/** `counterpoint`, the second stage of Deep Think. */
export function counterpointJob(deps: ThinkingDeps) {
  return defineJob<{ itemId: string; thesisId: string }, string>({
    type: 'counterpoint',
    payload: ThesisPayload,
    timeoutMs: deps.timeoutMs,
    started(tx, { itemId, thesisId }, jobId) {
      deps.theses.setStageJob(thesisId, 'counterpoint', jobId)
      deps.theses.setStatus(thesisId, 'critiquing', null, tx.now)
      tx.emit('thesis-updated', { itemId, status: 'critiquing' })
    },
    async run({ itemId, thesisId }, context) {
      const item = readItem(deps.items, itemId)
      assertMayBeSent(item, deps.engine)
      const expansion = deps.theses.find(thesisId)?.expansion ?? ''
      const neighbours = await deps.relatedItems(item, NEIGHBOUR_COUNT, viewerOfWork(item, deps.engine), context.signal)
      const thought = { id: item.id, title: item.title, body: item.body, createdAt: item.created_at }
      const thinking = thinkingContext(context)
      const reader = createPartReader(deps, itemId, context)
      const parts = {
        system: COUNTERPOINT_SYSTEM,
        title: item.title,
        body: item.body,
        sections: [{ name: 'expansion', text: expansion }],
        neighbours,
      }
      const { value } = await withinContext(deps.engine, STAGE_TOKENS, async (room) => {
        const prompt = await composePrompt(deps.engine, parts, room, thinking, reader)
        return deps.engine.generate<string>(
          {
            name: 'Argue against it',
            system: COUNTERPOINT_SYSTEM,
            prompt,
            outline: () => outlineCounterpoint({ thought, neighbours, expansion }).text,
          },
          thinking,
        )
      })
      return value
    },
    commit(tx, { thesisId, itemId }, text) {
      deps.theses.setCounterpoint(thesisId, text, tx.now)
      tx.emit('thesis-updated', { itemId, status: 'critiquing' })
      return { note: null }
    },
    ...thesisEndings(deps.theses),
  })
}
