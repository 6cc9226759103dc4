import type { ResearchPage } from '../../../shared/contract/research'
import type { EngineLabel } from '../../../shared/entities'
import type { CheckedReport } from './check-report'
import { findPages } from './find-pages'
import { makeQueries } from './make-queries'
import type { Gathered, ReadPageText, ResearchContext, ResearchDeps } from './ports'
import { readPages } from './read-pages'
import { reportMarkdown } from './report-markdown'
import { writeReport } from './write-report'

export type ResearchOutcome =
  /** The search engine answered, and there is no such page. */
  | { kind: 'nothing-found'; queries: readonly string[] }
  /** Pages were found, and none could be read. */
  | { kind: 'nothing-read'; queries: readonly string[]; pages: readonly ResearchPage[] }
  | {
      kind: 'report'
      queries: readonly string[]
      pages: readonly ResearchPage[]
      /** Numbered from 1 as in the report. */
      read: readonly ReadPageText[]
      report: CheckedReport
      /** The report as Markdown, with `[n]` for its sources. */
      body: string
      engine: EngineLabel
    }

/**
 * Researches a question: queries, search, pages, report. It knows the question and the web and nothing else. Rejects with SEARCH_* when the
 * search engine gave no answer that can be read, with WEB_* when it could not be reached, with what the models throw, and with the signal's
 * reason.
 */
export async function runResearch(question: string, deps: ResearchDeps, context: ResearchContext): Promise<ResearchOutcome> {
  const gathered = context.gathered ?? (await gather(question, deps, context))
  const { queries, pages, read } = gathered
  if (pages.length === 0) return { kind: 'nothing-found', queries }
  if (read.length === 0) return { kind: 'nothing-read', queries, pages }
  context.onGathered?.(gathered)
  context.onProgress({ step: 'writing' })
  const { report, engine } = await writeReport(question, gathered, deps, context)
  const origin =
    engine.kind === 'builtin'
      ? 'Built-in report, no model: sentences of the pages, as they stand there.'
      : `Written by ${engine.label} from the pages above. Every citation was looked up on its page.`
  return { kind: 'report', queries, pages, read, report, body: reportMarkdown(question, report, read, origin), engine }
}

async function gather(question: string, deps: ResearchDeps, context: ResearchContext): Promise<Gathered> {
  context.onProgress({ step: 'asking' })
  const queries = await makeQueries(question, deps.worker)
  const found = await findPages(queries, deps, context)
  const { pages, read } = await readPages(found, queries, deps, context)
  return { queries, pages, read }
}
