import { defineTools } from '../../../core/agent/tool-taint'
import type { ProgressReporter } from '../progress'
import { createFindItemsTool, type FindItemsToolDeps } from './find-items-tool'
import { createModifyItemsTool } from './modify-items-tool'
import { createOverviewTool } from './overview-tool'
import { createProcessUrlsTool, type ProcessUrlsToolDeps } from './process-urls-tool'
import { createReportProgressTool } from './report-progress-tool'
import { createSearchTool, type SearchToolDeps } from './search-tool'

export type ToolDeps = SearchToolDeps &
  FindItemsToolDeps &
  Omit<ProcessUrlsToolDeps, 'worker'> & { urlWorker: ProcessUrlsToolDeps['worker']; targetItems: number; progress: ProgressReporter }

/**
 * The six tools of the parent agent, by name (docs/collect-pipeline.md, "Tools"). None reads the vault: of the collection they give
 * what was found on the web, not what the person made of it.
 */
export function createTools(deps: ToolDeps) {
  return defineTools({
    search: createSearchTool(deps),
    findItems: createFindItemsTool(deps),
    processUrls: createProcessUrlsTool({ ...deps, worker: deps.urlWorker }),
    modifyItems: createModifyItemsTool(deps),
    getWorkspaceOverview: createOverviewTool(deps),
    reportProgress: createReportProgressTool({ progress: deps.progress, countItems: deps.items.newCount }),
  })
}
