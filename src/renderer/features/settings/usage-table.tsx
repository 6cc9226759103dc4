import type { JobType } from '../../../shared/entities'
import { jobTypes } from '../../../shared/job-types'
import { useNavigation } from '../../base/navigation-store'
import { formatNumber } from '../../ui/format-time'
import { chooseFilter } from '../jobs/jobs-store'
import { roleWords } from '../models/role-words'
import type { UsageSum, UsageWork } from './usage-sums'
import { amountDigits, formatAmount } from './usage-words'

function openJobsOf(type: JobType): void {
  chooseFilter({ filter: 'all', type, item: null })
  useNavigation.getState().openPlace('jobs')
}

function Figures({ sum, priced, digits }: { sum: UsageSum; priced: boolean; digits: number }) {
  return (
    <>
      <td className="r">{formatNumber(sum.calls)}</td>
      <td className="r">{formatNumber(sum.promptTokens)}</td>
      <td className="r">{formatNumber(sum.outputTokens)}</td>
      {priced && (
        <td className="r">
          {sum.cost === null ? (
            <>
              <span aria-hidden="true">–</span>
              <span className="sr">no price</span>
            </>
          ) : (
            formatAmount(sum.cost, digits)
          )}
        </td>
      )}
    </>
  )
}

/** What each model cost at each kind of work. A kind leads to its jobs. The price column is there once something has a price. */
export function UsageTable({ works, sum, currency }: { works: readonly UsageWork[]; sum: UsageSum; currency: string }) {
  const priced = sum.cost !== null
  const digits = amountDigits(sum.cost ?? 0)
  return (
    <div className="figures-scroll">
      <table className="figures">
        <thead>
          <tr>
            <th scope="col">Model</th>
            <th scope="col">As</th>
            <th scope="col">Kind of work</th>
            <th scope="col" className="r">
              Calls
            </th>
            <th scope="col" className="r">
              In
            </th>
            <th scope="col" className="r">
              Out
            </th>
            {priced && (
              <th scope="col" className="r">
                {currency === '' ? 'Price' : `Price, ${currency}`}
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {works.map((work) => (
            <tr key={`${work.type} ${work.role} ${work.model}`}>
              <td className="wide">{work.model}</td>
              <td>{roleWords[work.role].name}</td>
              <td>
                <button type="button" className="link" title="See the jobs of this kind" onClick={() => openJobsOf(work.type)}>
                  {jobTypes[work.type].name}
                </button>
              </td>
              <Figures sum={work} priced={priced} digits={digits} />
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" colSpan={3}>
              Sum
            </th>
            <Figures sum={sum} priced={priced} digits={digits} />
          </tr>
        </tfoot>
      </table>
    </div>
  )
}
