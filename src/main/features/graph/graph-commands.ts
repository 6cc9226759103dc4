import { setImmediate as nextTurn } from 'node:timers/promises'
import { GRAPH_LIMIT } from '../../../shared/contract/graph'
import { AppError } from '../../../shared/errors'
import { type Handlers, isPerson } from '../../core/commands/dispatch'
import { foldTag } from '../../core/text/item-text'
import { type ItemLookup, requireItem } from '../items/item-commands'
import type { GraphItemRow, GraphLinkRow, GraphStore, GraphTagRow } from './graph-store'
import { type GraphEdge, type GraphNode, linkGraph } from './link-graph'

export interface GraphCommandDeps extends ItemLookup {
  graph: GraphStore
  assertOpen: () => void
}

/** Rows read in one turn of the event loop: a few milliseconds, a few times that where the pages must come from the disk. */
const ROWS_A_TURN = 1000

export function graphCommands(s: GraphCommandDeps): Pick<Handlers, 'get-graph'> {
  /** All pages of a list, each in its own turn; a vault that is locked meanwhile ends it as any other command on it. */
  async function readAll<Row>(page: (last: Row | undefined, limit: number) => Row[], take: (row: Row) => unknown): Promise<void> {
    let last: Row | undefined
    for (;;) {
      s.assertOpen()
      const rows = page(last, ROWS_A_TURN)
      for (const row of rows) take(row)
      last = rows.at(-1)
      await nextTurn()
      if (rows.length < ROWS_A_TURN) return
    }
  }

  return {
    'get-graph': async ({ tags, limit, ...filter }, caller) => {
      if (!isPerson(caller)) throw new AppError('FORBIDDEN', 'The graph is for the window. Ask for the links of one item with list-links.')
      if (filter.around) requireItem(s, filter.around.id, caller)
      const names = s.graph.tags()
      const wanted = tags && new Set(tags.map(foldTag))
      const nodes: GraphNode[] = []
      const placeOf = new Map<string, number>()
      await readAll<GraphItemRow>(
        (last, count) => s.graph.items(last, count),
        ([id, createdAt, kind, title]) => placeOf.set(id, nodes.push({ id, title, kind, createdAt, tags: [] }) - 1),
      )
      const edges: GraphEdge[] = []
      await readAll<GraphLinkRow>(
        (last, count) => s.graph.links(last, count),
        ([, one, other, kind, score]) => {
          const from = placeOf.get(one)
          const to = placeOf.get(other)
          // One end is in the trash.
          if (from !== undefined && to !== undefined) edges.push({ from, to, kind, score })
        },
      )
      await readAll<GraphTagRow>(
        (last, count) => s.graph.itemTags(last, count),
        ([itemId, tag]) => nodes[placeOf.get(itemId) ?? -1]?.tags.push(tag),
      )
      const steps = linkGraph(nodes, edges, new Map(names.map(([id, name]) => [id, name])), {
        ...filter,
        tags: wanted && new Set(names.filter(([, , folded]) => wanted.has(folded)).map(([id]) => id)),
        limit: limit ?? GRAPH_LIMIT,
      })
      let step = steps.next()
      while (!step.done) {
        await nextTurn()
        step = steps.next()
      }
      // The answer is parsed before it leaves, which is a turn of its own.
      await nextTurn()
      const newest = nodes[0]
      const oldest = nodes.at(-1)
      return { ...step.value, span: newest && oldest ? { first: oldest.createdAt, last: newest.createdAt } : null }
    },
  }
}
