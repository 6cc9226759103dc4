import type { ReactNode } from 'react'
import type { Research } from '../../../shared/contract/research'
import { formatNumber } from '../../ui/format-time'

function Fold({ summary, children }: { summary: string; children: ReactNode }) {
  return (
    <details className="research-fold">
      <summary>{summary}</summary>
      {children}
    </details>
  )
}

const count = (number: number, one: string, many: string) => `${formatNumber(number)} ${number === 1 ? one : many}`

/** What is known of a run beside its report: pages that failed, what was left out, what was sent. */
export function ResearchFolds({ run }: { run: Research }) {
  const failed = run.pages.filter(({ state }) => state === 'failed')
  return (
    <div className="research-folds">
      {failed.length > 0 && (
        <Fold summary={`${count(failed.length, 'page', 'pages')} could not be read`}>
          <ul>
            {failed.map((page) => (
              <li key={page.url}>
                <bdi>{page.title || page.host}</bdi>
                <span className="from">{page.reason}</span>
              </li>
            ))}
          </ul>
        </Fold>
      )}
      {run.unsupported.length > 0 && (
        <Fold summary={`${count(run.unsupported.length, 'statement', 'statements')} left out: not supported by a page that was read`}>
          <ul>
            {run.unsupported.map((text) => (
              <li key={text} dir="auto">
                {text}
              </li>
            ))}
          </ul>
        </Fold>
      )}
      {run.queries.length > 0 && (
        <Fold summary={`${count(run.queries.length, 'query was', 'queries were')} sent to ${run.searchEngine}`}>
          <ul>
            {run.queries.map((query) => (
              <li key={query} dir="auto">
                {query}
              </li>
            ))}
          </ul>
        </Fold>
      )}
      {run.droppedCitations > 0 && (
        <p className="hint">
          {count(run.droppedCitations, 'citation', 'citations')} named no page that was read, or words that do not stand on it, and{' '}
          {run.droppedCitations === 1 ? 'was' : 'were'} dropped.
        </p>
      )}
    </div>
  )
}
