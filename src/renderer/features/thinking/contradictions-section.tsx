import type { ThesisOutput } from '../../../shared/entities'
import { guessLanguage } from '../../ui/person-text'
import { StatusDot } from '../../ui/status-dot'
import { CitedText } from './cited-text'
import { SaidWhere } from './said-where'
import { settleContradiction } from './thinking-store'

function headline(count: number, settled: number): string {
  const earlier = `${count} with ${count === 1 ? 'an earlier thought' : 'earlier thoughts'}`
  return settled === 0 ? earlier : `${earlier}, ${settled} settled`
}

/** Where the thesis clashes with earlier thoughts: the person's own words, whence, why, and whether it is settled. */
export function ContradictionsSection({ itemId, output, settled }: { itemId: string; output: ThesisOutput; settled: readonly number[] }) {
  if (output.contradictions.length === 0) return null
  return (
    <section className="sec wide">
      <h2>
        Contradictions <span className="num">{headline(output.contradictions.length, settled.length)}</span>
      </h2>
      {output.contradictions.map((contradiction, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the index is what names a contradiction
        <div className="against" key={index}>
          <p className="said" dir="auto" lang={guessLanguage(contradiction.quote)}>
            “{contradiction.quote}”
          </p>
          <SaidWhere itemId={contradiction.itemId} title={contradiction.title} />
          {settled.includes(index) ? (
            <span className="from settled">
              <StatusDot kind="done" word="Settled" />
              <button type="button" className="link" onClick={() => void settleContradiction(itemId, index, false)}>
                Open again
              </button>
            </span>
          ) : (
            <button type="button" className="link settle" onClick={() => void settleContradiction(itemId, index, true)}>
              Settle
            </button>
          )}
          <p dir="auto" lang={guessLanguage(contradiction.reason)}>
            <CitedText text={contradiction.reason} sources={output.sources} />
          </p>
        </div>
      ))}
    </section>
  )
}
