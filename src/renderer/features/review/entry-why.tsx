import type { GatesEntry, StaleEntry } from '../../../shared/contract/review'
import { gateTitles } from '../../../shared/gate-titles'
import { confidenceReason } from '../../base/confidence-words'
import { openThesis } from '../../base/open-thesis'
import { currentTime } from '../../ui/clock'
import { formatMoment } from '../../ui/format-time'
import { guessLanguage } from '../../ui/person-text'
import { useNow } from '../../ui/use-now'

/** Why a thought is worth another look: what its confidence was and is. */
export function WhyStale({ entry: { validation } }: { entry: StaleEntry }) {
  const now = useNow()
  return <p className="review-why">{confidenceReason({ validation, source: 'manual' }, now)}</p>
}

/** That its thesis leaves gates open. */
export function WhyGates({ entry: { item, gates, thesisAt, changedSince } }: { entry: GatesEntry }) {
  return (
    <p className="review-why">
      {gates.length === 1 ? 'One gate is' : `${gates.length} gates are`} open in its{' '}
      <button type="button" className="link" onClick={() => openThesis(item.id)}>
        thesis
      </button>{' '}
      of {formatMoment(thesisAt, currentTime())}.
      {changedSince && ' The thought was changed since: Deep Think again to see which are closed now.'}
    </p>
  )
}

/** The gates that the newest thesis of a thought leaves open, with their reasons. */
export function OpenGates({ entry: { gates } }: { entry: GatesEntry }) {
  return (
    <section className="sec" aria-labelledby="review-gates">
      <h2 id="review-gates">
        Open gates <span className="num">{gates.length}</span>
      </h2>
      <dl className="review-gates">
        {gates.map(({ gate, reason }) => (
          <div key={gate}>
            <dt>
              <i aria-hidden="true" />
              {gateTitles[gate]}
            </dt>
            <dd dir="auto" lang={guessLanguage(reason)}>
              {reason.replace(/\s*\[\d{1,4}(?:\s*,\s*\d{1,4})*\]/g, '')}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
