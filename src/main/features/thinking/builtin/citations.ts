import type { ThesisSource } from '../../../../shared/entities'
import type { OutlineNeighbour } from './outline-thought'

/** Numbers the earlier thoughts a thesis names, in the order in which it names them. */
export interface Citations {
  /** "[n]" for a neighbour; the same one always gets the same number. */
  cite(neighbour: OutlineNeighbour): string
  sources(): ThesisSource[]
}

export function createCitations(): Citations {
  const sources: ThesisSource[] = []
  return {
    cite({ id, title }) {
      const known = sources.find((source) => source.itemId === id)
      if (known) return `[${known.n}]`
      sources.push({ n: sources.length + 1, itemId: id, title })
      return `[${sources.length}]`
    },
    sources: () => [...sources],
  }
}
