import { useEffect, useState } from 'react'
import type { Settings } from '../../../shared/contract/settings'
import { changeSettings } from '../../base/change'
import { Button } from '../../ui/button'
import { Switch } from '../../ui/choice'
import { formatNumber } from '../../ui/format-time'
import { Late } from '../../ui/late'
import { Section } from '../../ui/section'
import { EgressFilters } from './egress-filters'
import { type EgressReport, filterEgress, followEgress, isFiltered, loadEgress, loadMoreEgress, useEgress } from './egress-store'
import { EgressTable } from './egress-table'
import { bytesWords } from './egress-words'

function Sums({ sums, keptDays }: Pick<EgressReport, 'sums' | 'keptDays'>) {
  const { requests, refused, bytesOut, bytesIn } = sums
  const count = requests === 1 ? '1 request' : `${formatNumber(requests)} requests`
  return (
    <p>
      {count}: {bytesWords(bytesOut)} out, {bytesWords(bytesIn)} in
      {refused > 0 && `, ${formatNumber(refused)} of them kept from leaving`}. What is older than {keptDays} days is deleted.
    </p>
  )
}

function Ledger({ report }: { report: EgressReport }) {
  const filter = useEgress((state) => state.filter)
  const [loading, setLoading] = useState(false)
  const more = async () => {
    setLoading(true)
    await loadMoreEgress()
    setLoading(false)
  }
  if (report.entries.length === 0 && !isFiltered(filter)) {
    return (
      <div className="empty">
        <h3>Nothing has left this computer.</h3>
        <p>
          Every request to the web, and to model servers on other computers, will be listed here: where to, when, how much, and for which
          thought.
        </p>
      </div>
    )
  }
  return (
    <>
      <EgressFilters filter={filter} report={report} />
      <Sums sums={report.sums} keptDays={report.keptDays} />
      {report.entries.length > 0 ? (
        <EgressTable entries={report.entries} />
      ) : (
        <div className="empty">
          <h3>No request fits.</h3>
          <Button onClick={() => filterEgress({ host: undefined, day: undefined, kind: undefined })}>Show all</Button>
        </div>
      )}
      {report.more && (
        <Button className="egress-more" busy={loading ? 'Loading…' : undefined} onClick={() => void more()}>
          Show older
        </Button>
      )}
    </>
  )
}

/** What left this computer, and the switch that keeps everything here. */
export function NetworkSection({ settings }: { settings: Settings }) {
  const report = useEgress((state) => state.report)
  const problem = useEgress((state) => state.problem)
  useEffect(followEgress, [])
  return (
    <Section id="network" title="Network">
      <Switch name="Local only" checked={settings.localOnly} onChange={(localOnly) => void changeSettings({ localOnly })}>
        Nothing is asked of the web, and no model on another computer. Work that needs one waits until you switch this off.
      </Switch>
      <h3 className="egress-title">What left this computer</h3>
      {problem !== undefined && (
        <div className="usage-problem">
          <p className="hint err" role="alert">
            {problem}
          </p>
          <Button onClick={() => void loadEgress()}>Try again</Button>
        </div>
      )}
      {report === undefined && problem === undefined && <Late>Looking into the ledger…</Late>}
      {report !== undefined && <Ledger report={report} />}
    </Section>
  )
}
