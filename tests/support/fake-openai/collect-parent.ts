import type { FakeReply, FakeToolCall } from './answers'
import { type Conversation, listOf } from './conversation'

/** Pages asked for at once; the tool takes ten. */
const BATCH = 5

/**
 * Plays the parent of Collect by what the tools have given so far: search, read the pages that were found, find items in the results, look at
 * the overview, change something, report, end. A request that says "remove SLUG" or "merge SLUG into SLUG" is carried out and nothing else.
 * The same conversation always gets the same answer, also after it was compacted or started anew.
 */
export function playCollectParent(talk: Conversation): FakeReply {
  const { request, results } = talk
  const done = (name: string) => results.filter((result) => result.name === name)
  const changes = changesIn(request)
  if (changes.length > 0) {
    if (done('getWorkspaceOverview').length === 0) return callTool('getWorkspaceOverview', {})
    if (done('modifyItems').length === 0) return callTool('modifyItems', { operations: changes })
    return say('The collection was reorganised as asked.')
  }

  const named = addressesIn(request)
  if (done('search').length === 0 && !/do not search/i.test(request)) return callTool('search', { queries: queriesFor(request) })
  const found = done('search').flatMap(({ output }) => listOf((output as { results?: unknown } | null)?.results))
  const asked = new Set(done('processUrls').flatMap(({ input }) => stringsOf((input as { urls?: unknown } | null)?.urls)))
  const wanted = [...new Set([...named, ...found.map(({ url }) => String(url))])].filter((url) => !asked.has(url))
  if (wanted.length > 0 && budgetLeft(talk) > 0) {
    const urls = wanted.slice(0, Math.min(BATCH, budgetLeft(talk)))
    return callTool('processUrls', { urls })
  }
  if (found.length > 0 && done('findItems').length === 0) {
    const searchResults = found.slice(0, 50).map(({ url, title, snippet }) => ({ url, title, snippet }))
    return callTool('findItems', { searchResults })
  }
  const [overview] = done('getWorkspaceOverview')
  if (overview === undefined) return callTool('getWorkspaceOverview', {})
  const slug = newSlugs(talk)[0]
  if (slug !== undefined && done('modifyItems').length === 0)
    return callTool('modifyItems', { operations: [{ action: 'set-featured', slug, data: { featured: true } }] })
  const count = newSlugs(talk).length
  if (done('reportProgress').length === 0) return callTool('reportProgress', { message: `Found ${count} items so far`, percentage: 90 })
  return say(`${count} items were found.`)
}

/** Two queries: the request's own words, and those with another side of the matter. */
function queriesFor(request: string): string[] {
  const [line = ''] = request.split('\n')
  const words = line
    .replace(/https?:\S+/g, ' ')
    .replace(/\b(?:please|collect|find|items?|all|the|a|an|for|of|me)\b/gi, ' ')
    .replace(/[^\p{L}\p{N} -]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 120)
  return words === '' ? ['directory'] : [words, `list of ${words}`]
}

/** What the tools said last, else what the instructions allow. */
function budgetLeft({ instructions, results }: Conversation): number {
  const told = results.flatMap(({ name, output }) => (name === 'processUrls' ? listOf(output) : [])).at(-1)?.remainingUrlBudget
  return typeof told === 'number' ? told : Number(/You may have (\d+) pages?/.exec(instructions)?.[1] ?? 10)
}

function newSlugs({ results }: Conversation): string[] {
  const lists = results.flatMap(({ name, output }) =>
    name === 'processUrls'
      ? listOf(output).map(({ items }) => items)
      : name === 'findItems'
        ? [(output as { items?: unknown } | null)?.items]
        : [],
  )
  return lists.flatMap((items) => listOf(items).map(({ slug }) => String(slug)))
}

function changesIn(request: string): { action: string; slug: string; data?: unknown }[] {
  const merges = [...request.matchAll(/\bmerge ([\w-]+) into ([\w-]+)/gi)].map(([, from, slug = '']) => ({
    action: 'merge',
    slug,
    data: { from: [from] },
  }))
  return [...[...request.matchAll(/\bremove ([\w-]+)/gi)].map(([, slug = '']) => ({ action: 'remove', slug })), ...merges]
}

function addressesIn(text: string): string[] {
  return (text.match(/https?:\/\/[^\s<>"')\]]+/g) ?? []).map((url) => url.replace(/[.,;:!?]+$/, ''))
}

function stringsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((entry): entry is string => typeof entry === 'string') : []
}

export function callTool(name: string, input: unknown): FakeReply {
  return callTools({ name, arguments: JSON.stringify(input) })
}

export function callTools(...toolCalls: FakeToolCall[]): FakeReply {
  return { content: null, toolCalls }
}

function say(content: string): FakeReply {
  return { content }
}
