import { closeApps } from './app'
import { type CollectWorld, call, calls, startCollectWorld, toolPage } from './collect-world'
import type { FakeReply } from './fake-openai-server'

/** Two pages with two tools each. */
export const toolPages = { '/one': toolPage('Alpha', 'Beta'), '/two': toolPage('Gamma', 'Zeta') }

let world: CollectWorld | undefined

/** A world of small tools, one in a test; closed by `closeToolWorld`. */
export async function openToolWorld(
  options: Parameters<typeof startCollectWorld>[1] = {},
  pages: Record<string, string> = toolPages,
): Promise<CollectWorld> {
  world = await startCollectWorld(pages, options)
  return world
}

export async function closeToolWorld(): Promise<void> {
  await closeApps()
  await world?.closeServers()
  world = undefined
}

/** What the agent says to search once and then read the pages, in one answer. */
export const searchThenRead = ({ site }: CollectWorld, paths: readonly string[] = ['/one', '/two']): FakeReply[] => [
  calls(call('search', { queries: ['small tools'] })),
  calls(call('processUrls', { urls: paths.map((path) => `${site.origin}${path}`) })),
]
