import { searchEngines } from '../../core/web/engines/all-engines'
import type { SessionWeb } from '../network/session-web'
import type { ResearchJobDeps } from './research'
import { createResearchTool, type ResearchPortsDeps } from './research-ports'
import { createAddItem, type NewItemsDeps } from './session-new-items'

/** What Research needs of an open vault: the way to the web, and how a report becomes an item. */
export function createSessionResearch(deps: NewItemsDeps & Omit<ResearchPortsDeps, 'web'> & { web: SessionWeb }) {
  const { web } = deps
  const searchEngineName = () => searchEngines.find(({ id }) => id === web.searchEngine())?.name ?? web.searchEngine()
  return {
    addItem: createAddItem(deps),
    searchEngineName,
    web: { search: web.search, readPage: web.readPage },
    /** Research inside other work. */
    research: createResearchTool(deps),
  } satisfies Pick<ResearchJobDeps, 'addItem' | 'searchEngineName' | 'web'> & { research: unknown }
}
