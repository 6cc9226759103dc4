import type { PlanSource } from '../../../shared/contract/orchestrate'

/** The answer of a plan as the body of a thought: its numbers stay, and a list of what they mean follows. */
export function keptBody(answer: string, sources: readonly PlanSource[]): string {
  if (sources.length === 0) return answer
  const lines = sources.map((source) => {
    const title = source.title.replace(/[[\]]/g, '').replace(/\s+/g, ' ').trim()
    return source.kind === 'page'
      ? `${source.n}. [${title || source.url}](<${source.url.replace(/[<>\s]/g, '')}>)`
      : `${source.n}. ${title || 'An untitled thought'}`
  })
  return `${answer}\n\n## Sources\n\n${lines.join('\n')}`
}
