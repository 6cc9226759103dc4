import type { Orchestration } from '../../../shared/contract/orchestrate'
import { engineSentence } from '../../base/thesis-view'
import { CitedMarkdown, openSource, sourceWords } from './cited-markdown'
import { isAlive } from './plan-words'

/** What a plan came to, with what it cites; while it is written as far as it is. */
export function PlanAnswer({ plan }: { plan: Orchestration }) {
  if (plan.answer === '') return null
  const writing = isAlive(plan)
  const dropped = plan.droppedCitations
  return (
    <section className="sec plan-answer" aria-label="Answer">
      <h2>
        Answer <span dir="auto">{writing ? 'being written' : engineSentence(plan.engine)}</span>
      </h2>
      <CitedMarkdown text={plan.answer} sources={plan.sources} />
      {plan.sources.length > 0 && (
        <ol className="plan-sources" aria-label="Sources">
          {plan.sources.map((source) => (
            <li key={source.n}>
              <span className="num">{source.n}</span>
              <button type="button" className="link" onClick={() => openSource(source)}>
                <bdi>{sourceWords(source)}</bdi>
              </button>
              <span className="from">{source.kind === 'item' ? 'a thought of yours' : 'a web page'}</span>
            </li>
          ))}
        </ol>
      )}
      {dropped > 0 && (
        <p className="hint">
          {dropped === 1 ? '1 citation named no source and was left out.' : `${dropped} citations named no source and were left out.`}
        </p>
      )}
    </section>
  )
}
