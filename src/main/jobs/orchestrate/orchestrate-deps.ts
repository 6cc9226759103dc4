import type { EngineLabel } from '../../../shared/entities'
import type { OrchestrationStore } from '../../vault/orchestration-store'
import type { AttachedImagesDeps } from '../attached-images'
import type { JobContext } from '../define-job'
import type { ThinkingDeps } from '../thinking-deps'

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
