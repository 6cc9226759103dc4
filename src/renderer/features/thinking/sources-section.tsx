import type { ThesisOutput } from '../../../shared/entities'
import { useItemFacts } from '../../base/item-facts'
import { openThought } from '../../base/open-thesis'
import { currentTime } from '../../ui/clock'
import { formatMoment } from '../../ui/format-time'

function droppedWords(count: number): string {
  return count === 1 ? '1 citation named nothing and was left out.' : `${count} citations named nothing and were left out.`
}

/** The numbered thoughts that the thesis cites, and how many citations were left out. */
export function SourcesSection({ output }: { output: ThesisOutput }) {
  const facts = useItemFacts((state) => state.facts)
  if (output.sources.length === 0 && output.dropped_citations === 0) return null
  return (
    <section className="sec wide">
      <h2>
        Sources <span className="num">{output.sources.length}</span>
      </h2>
      <ol className="srcs">
        {output.sources.map((source) => {
          const known = facts[source.itemId]
          return (
            <li key={source.n} value={source.n} style={{ counterSet: `s ${source.n}` }}>
              <span>
                {known?.gone ? (
                  <bdi>{source.title}</bdi>
                ) : (
                  <button type="button" className="link" onClick={() => openThought(source.itemId)}>
                    <bdi>{source.title}</bdi>
                  </button>
                )}
              </span>
              <time>{known?.gone ? 'No longer in the vault' : known?.createdAt ? formatMoment(known.createdAt, currentTime()) : ''}</time>
            </li>
          )
        })}
      </ol>
      {output.dropped_citations > 0 && <p className="hint">{droppedWords(output.dropped_citations)}</p>}
    </section>
  )
}
