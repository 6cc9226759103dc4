import { z } from 'zod'
import { LONGEST_QUERY } from '../../../shared/contract/research'
import { plainLine } from '../../../shared/untrusted-text'
import type { ResearchModel } from './ports'

/** Queries of one run. */
const MOST_QUERIES = 3
const QUERY_TOKENS = 400

const SYSTEM = `TASK: QUERIES
You turn a person's question into web searches. Answer with one JSON object and nothing else:
{"queries": one to ${MOST_QUERIES} searches, each a few telling words, at most ${LONGEST_QUERY} characters, in the language in which good pages on it are likely}
Different searches look at different sides of the question. One is enough for a plain question. Add nothing that the question does not ask.`

const Queries = z.object({ queries: z.array(z.string()) })

/** What the search engine is asked: one to three queries of at most 200 characters (docs/security.md H32). Without a model, the question itself. */
export async function makeQueries(question: string, worker: ResearchModel): Promise<string[]> {
  const { value } = await worker.generate({
    name: 'Make the queries',
    system: SYSTEM,
    prompt: `Question: ${question}`,
    schema: Queries,
    maxOutputTokens: QUERY_TOKENS,
    ownBudget: true,
    outline: () => ({ queries: [question] }),
  })
  const queries = new Map<string, string>()
  for (const query of value.queries.map(tidyQuery)) if (query !== '') queries.set(query.toLowerCase(), query)
  return queries.size === 0 ? [tidyQuery(question)] : [...queries.values()].slice(0, MOST_QUERIES)
}

/** One line of at most 200 characters, cut between words where there are any. */
export function tidyQuery(text: string): string {
  const line = plainLine(text, Number.POSITIVE_INFINITY)
  if (line.length <= LONGEST_QUERY) return line
  const cut = line.slice(0, LONGEST_QUERY + 1)
  const space = cut.lastIndexOf(' ')
  return (space > LONGEST_QUERY / 2 ? cut.slice(0, space) : line.slice(0, LONGEST_QUERY)).replace(/[\ud800-\udbff]$/, '').trim()
}
