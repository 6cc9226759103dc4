import type { CollectRun } from '../../../shared/contract/collect'
import { useNow } from '../../base/clock'
import { formatNumber } from '../../ui/format-time'
import { isUnderWay, runTime, tokenWords } from './run-words'

/** What a run found, read and used, and how long it took. */
export function RunFacts({ run }: { run: CollectRun }) {
  const now = useNow(run.status === 'running')
  const time = runTime(run, now)
  const { target_items: target, max_pages_to_process: pages } = run.config
  const isEnded = !isUnderWay(run.status)
  const facts: [string, string][] = [
    ['Found', `${formatNumber(run.found)} of ${formatNumber(target)}`],
    ['Pages read', `${formatNumber(run.pages)} of ${formatNumber(pages)}`],
    ...(time === undefined ? [] : [[isEnded ? 'Took' : 'Time passed', time] satisfies [string, string]]),
    ['Tokens', tokenWords(run.tokens)],
  ]
  return (
    <dl className="run-facts">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd className="num">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
