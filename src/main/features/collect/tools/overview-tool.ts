import { z } from 'zod'
import { plainLine } from '../../../../shared/untrusted-text'
import type { AgentTool } from '../../../core/agent/run-tool-loop'
import { cleanLabels, LONGEST_NAME } from '../collect-item'
import type { UrlLedger } from '../url-ledger'
import type { WorkingSet } from '../working-set'

/** Items that are listed: the overview stays in the context untouched (docs/collect-pipeline.md, "getWorkspaceOverview"). */
const MOST_ITEMS = 200

export interface WorkspaceOverview {
  totalItems: number
  newItems: number
  updatedItems: number
  targetItems: number
  remainingUrlBudget: number
  categories: { name: string; count: number }[]
  tags: string[]
  items: { slug: string; name: string; category: string }[]
  /** How many items are not listed. */
  itemsTruncated?: number
}

/** Tool `getWorkspaceOverview` (docs/collect-pipeline.md, "getWorkspaceOverview"). Never throws. */
export function createOverviewTool(deps: {
  items: Pick<WorkingSet, 'visible' | 'newCount' | 'updatedCount'>
  ledger: UrlLedger
  targetItems: number
}): AgentTool<Record<string, never>, WorkspaceOverview, 'collected'> {
  return {
    touches: ['collected'],
    description: 'Tells what has been collected so far: counts, categories, tags, items.',
    inputSchema: z.object({}) as z.ZodType<Record<string, never>>,
    execute: async () => {
      const all = deps.items.visible().map(({ item }) => item)
      const items = all.slice(0, MOST_ITEMS).map(({ slug, name, category }) => ({ slug, name: plainLine(name, LONGEST_NAME), category }))
      return {
        totalItems: all.length,
        newItems: deps.items.newCount(),
        updatedItems: deps.items.updatedCount(),
        targetItems: deps.targetItems,
        remainingUrlBudget: deps.ledger.remaining(),
        categories: countCategories(all.map(({ category }) => category)),
        tags: cleanLabels(all.flatMap(({ tags }) => tags)),
        items,
        ...(all.length > items.length ? { itemsTruncated: all.length - items.length } : {}),
      }
    },
  }
}

function countCategories(categories: readonly string[]): { name: string; count: number }[] {
  const counts = new Map<string, number>()
  for (const category of categories) {
    const key = category.trim().toLowerCase()
    counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  return cleanLabels(categories).map((name) => ({ name, count: counts.get(name.toLowerCase()) ?? 0 }))
}
