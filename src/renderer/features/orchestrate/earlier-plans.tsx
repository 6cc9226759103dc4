import { formatMoment } from '../../ui/format-time'
import { useNow } from '../../ui/use-now'
import { openPlan, usePlans } from './plan-store'
import { stepCount, summaryWords } from './plan-words'

/** The other plans of the thought, newest first. */
export function EarlierPlans({ itemId, shown }: { itemId: string; shown: string }) {
  const list = usePlans((state) => state.lists[itemId])
  const now = useNow()
  const others = (list ?? []).filter((plan) => plan.id !== shown)
  if (others.length === 0) return null
  return (
    <section className="sec" aria-label="Other plans">
      <h2>
        Other plans <span className="num">{others.length}</span>
      </h2>
      <ul className="plan-others">
        {others.map((plan) => (
          <li key={plan.id}>
            <button type="button" className="link" onClick={() => openPlan(itemId, plan.id)}>
              <bdi>{plan.goal === '' ? 'No goal given' : plan.goal}</bdi>
            </button>
            <span className="from num">
              {summaryWords[plan.status]}, {stepCount(plan)}, {formatMoment(plan.createdAt, now)}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
