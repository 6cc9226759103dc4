import type { EgressEntry } from '../../../shared/contract/network'
import { jobTypes } from '../../../shared/job-types'
import { useNavigation } from '../../base/navigation-store'
import { formatClock, formatWhen } from '../../ui/format-time'
import { useNow } from '../../ui/use-now'
import { bytesWords, kindWords, outcomeWords } from './egress-words'

function jobWords(type: string): string {
  return type in jobTypes ? jobTypes[type as keyof typeof jobTypes].name : type.replaceAll('_', ' ')
}

/** "09:14" today, else "22 Sep, 09:14". */
function timeWords(at: number, now: number): string {
  const when = formatWhen(at, now)
  const clock = formatClock(at)
  return when === clock ? clock : `${when}, ${clock}`
}

function Purpose({ entry }: { entry: EgressEntry }) {
  const { openItem } = useNavigation.getState()
  const [first, ...others] = entry.items
  return (
    <>
      {kindWords[entry.kind]}
      {entry.jobType !== null && ` · ${jobWords(entry.jobType)}`}
      {first && (
        <>
          <br />
          <button type="button" className="link" onClick={() => openItem(first.id)}>
            {first.title}
          </button>
          {others.length > 0 && ` and ${others.length} more`}
        </>
      )}
    </>
  )
}

/** The requests one by one, newest first. */
export function EgressTable({ entries }: { entries: readonly EgressEntry[] }) {
  const now = useNow(60_000)
  return (
    <div className="figures-scroll">
      <table className="figures egress">
        <caption className="sr">Requests, newest first</caption>
        <thead>
          <tr>
            <th scope="col">Time</th>
            <th scope="col">To</th>
            <th scope="col">For</th>
            <th scope="col" className="r">
              Out
            </th>
            <th scope="col" className="r">
              In
            </th>
          </tr>
        </thead>
        <tbody>
          {entries.map((entry) => (
            <tr key={entry.id} className={entry.failure === null ? '' : 'failed'}>
              <td className="time">{timeWords(entry.at, now)}</td>
              <td className="wide">
                <b>{entry.host === '' ? 'no host' : entry.host}</b>
                <span className="path" title={entry.path}>
                  {entry.path}
                </span>
                <span className="outcome">{outcomeWords(entry)}</span>
              </td>
              <td>
                <Purpose entry={entry} />
              </td>
              <td className="r">{bytesWords(entry.bytesOut)}</td>
              <td className="r">{bytesWords(entry.bytesIn)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
