import { z } from 'zod'
import type { AgentTool } from '../../../core/agent/run-tool-loop'
import { ItemOperation, type OperationOutcome } from '../modify-items'
import type { UrlProvenance } from '../url-provenance'
import type { WorkingSet } from '../working-set'

const Input = z.object({
  operations: z
    .array(ItemOperation)
    .max(100)
    .describe('update: data has the new fields. merge: data.from lists the slugs to fold in. set-featured: data.featured'),
})

export interface ModifyItemsOutput {
  results: OperationOutcome[]
  applied: number
  failed: number
  error?: string
}

/** Tool `modifyItems` (docs/collect-pipeline.md, "modifyItems"): typed operations, no model, no files. */
export function createModifyItemsTool({
  items,
  provenance,
}: {
  items: WorkingSet
  provenance?: UrlProvenance | undefined
}): AgentTool<z.infer<typeof Input>, ModifyItemsOutput, 'collected' | 'proposal'> {
  return {
    touches: ['collected', 'proposal'],
    description: 'Updates, removes, merges or features items by slug. Items that were there before the run are only proposed for removal.',
    inputSchema: Input,
    execute: async ({ operations }, { signal }) => {
      if (signal.aborted) return { results: [], applied: 0, failed: 0, error: 'Aborted' }
      return items.apply(operations, provenance?.resolve)
    },
  }
}
