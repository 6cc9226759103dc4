import type { EngineLabel, ThesisOutput } from '../../../shared/entities'
import { defineJob } from '../../core/jobs/define-job'
import { thinkingContext } from '../../core/jobs/engine'
import { ThesisPayload } from '../../core/jobs/pipeline'
import { viewerOfWork } from '../../core/privacy/viewer'
import { assertMayBeSent, readItem } from '../items/item-reader'
import { outlineThesis } from './builtin/thesis'
import { composePrompt } from './compose-prompt'
import { withinContext } from './digest'
import { ModelThesis, toThesisOutput } from './model-thesis'
import { createPartReader } from './part-reader'
import { NEIGHBOUR_COUNT, STAGE_TOKENS, type ThinkingDeps, thesisEndings } from './thinking-deps'
import { SYNTHESIZE_SYSTEM } from './thinking-prompts'

/** `synthesize`, the last stage of Deep Think: the structured thesis with its eight gates. */
export function synthesizeJob(deps: ThinkingDeps) {
  return defineJob<{ itemId: string; thesisId: string }, { output: ThesisOutput; engine: EngineLabel }>({
    type: 'synthesize',
    payload: ThesisPayload,
    timeoutMs: deps.timeoutMs,
    started(tx, { itemId, thesisId }, jobId) {
      deps.theses.setStageJob(thesisId, 'synthesize', jobId)
      deps.theses.setStatus(thesisId, 'synthesizing', null, tx.now)
      tx.emit('thesis-updated', { itemId, status: 'synthesizing' })
    },
    async run({ itemId, thesisId }, context) {
      const item = readItem(deps.items, itemId)
      assertMayBeSent(item, deps.engine)
      const thesis = deps.theses.find(thesisId)
      const expansion = thesis?.expansion ?? ''
      const counterpoint = thesis?.counterpoint ?? ''
      const neighbours = await deps.relatedItems(item, NEIGHBOUR_COUNT, viewerOfWork(item, deps.engine), context.signal)
      const thought = { id: item.id, title: item.title, body: item.body, createdAt: item.created_at }
      let written = 0
      const thinking = {
        ...thinkingContext(context),
        // The reply is JSON, which nobody wants to read as it grows: its length shows that it does.
        onText: (delta: string) => {
          written += delta.length
          context.note(`${written} characters`)
        },
      }
      const reader = createPartReader(deps, itemId, context)
      const parts = {
        system: SYNTHESIZE_SYSTEM,
        title: item.title,
        body: item.body,
        sections: [
          { name: 'expansion', text: expansion },
          { name: 'counterpoint', text: counterpoint },
        ],
        neighbours,
      }
      const { value, engine } = await withinContext(deps.engine, STAGE_TOKENS, async (room) => {
        const prompt = await composePrompt(deps.engine, parts, room, thinking, reader)
        return deps.engine.generate<ThesisOutput>(
          {
            name: 'Write the thesis',
            system: SYNTHESIZE_SYSTEM,
            prompt,
            schema: ModelThesis.transform((model) => toThesisOutput(model, neighbours)),
            outline: () => outlineThesis({ thought, neighbours, expansion, counterpoint }),
          },
          thinking,
        )
      })
      return { output: value, engine }
    },
    commit(tx, { thesisId, itemId }, { output, engine }) {
      deps.theses.finish(thesisId, output, joinLabels(deps.theses.find(thesisId)?.engine ?? null, engine), tx.now)
      tx.emit('thesis-updated', { itemId, status: 'done' })
      const closed = output.gates.filter((gate) => gate.status === 'closed').length
      return { note: `${closed} of 8 gates closed` }
    },
    ...thesisEndings(deps.theses),
  })
}

/** Who made a thesis whose stages had different engines: both are named, in order. */
function joinLabels(first: EngineLabel | null, last: EngineLabel): EngineLabel {
  if (first === null || first.label === last.label) return last
  return { kind: 'model', label: `${first.label}, then ${last.label}` }
}
