import type { EngineLabel } from '../../../shared/entities'
import type { JobContext } from '../../core/jobs/define-job'
import type { AttachedImagesDeps } from '../thinking/attached-images'
import type { ThinkingDeps } from '../thinking/thinking-deps'
import type { OrchestrationStore } from './orchestration-store'

/** A report on a question: Markdown in which `[n]` is the n-th of the sources. */
export interface WebReport {
  text: string
  sources: readonly { url: string; title: string }[]
  engine: EngineLabel
}

/** Answers a question from the web. Nothing but the question goes there. */
export type ResearchTool = (question: string, context: JobContext) => Promise<WebReport>

export interface OrchestrateDeps extends ThinkingDeps, AttachedImagesDeps {
  orchestrations: OrchestrationStore
  newId: () => string
  /** Undefined where there is no way to the web: then no plan has the tool. */
  research?: ResearchTool | undefined
}
