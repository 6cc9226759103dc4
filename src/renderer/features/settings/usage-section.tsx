import { useMemo } from 'react'
import type { Settings } from '../../../shared/contract/settings'
import { Button } from '../../ui/button'
import { formatNumber } from '../../ui/format-time'
import { Late } from '../../ui/late'
import { Section } from '../../ui/section'
import { UsageChart } from './usage-chart'
import { loadUsage, USAGE_DAYS, useUsage } from './usage-store'
import { sumByDay, sumByWork, sumUsage } from './usage-sums'
import { UsageTable } from './usage-table'
import { estimateWords } from './usage-words'

type Report = NonNullable<ReturnType<typeof useUsage.getState>['report']>

function leftWords(left: number | null): string {
  if (left === null) return '.'
  return left === 0 ? '; today’s ceiling is used up.' : `, and ${formatNumber(left)} are left below today’s ceiling.`
}

function Figures({ report, currency }: { report: Report; currency: string }) {
  const { rows, today, tokensToday, leftToday } = report
  const days = useMemo(() => sumByDay(rows, today, USAGE_DAYS), [rows, today])
  const works = useMemo(() => sumByWork(rows), [rows])
  const sum = useMemo(() => sumUsage(rows), [rows])
  const estimate = estimateWords(sum)
  return (
    <>
      <p>
        Tokens of the last {USAGE_DAYS} days: in is what models read, out is what they wrote. Today {formatNumber(tokensToday)}
        {leftWords(leftToday)}
      </p>
      <UsageChart days={days} sum={sum} today={today} currency={currency} />
      <UsageTable works={works} sum={sum} currency={currency} />
      {estimate !== undefined && <p className="hint">{estimate}</p>}
      {sum.cost !== null && sum.unpriced && <p className="hint">The sum leaves out models without a price.</p>}
    </>
  )
}

/** What models have cost in the last days, as a chart by day and a table by kind of work. */
export function UsageSection({ settings }: { settings: Settings }) {
  const { report, usedBefore, problem } = useUsage()
  return (
    <Section id="usage" title="Usage">
      {problem !== undefined && (
        <div className="usage-problem">
          <p className="hint err" role="alert">
            {problem}
          </p>
          <Button onClick={() => void loadUsage()}>Try again</Button>
        </div>
      )}
      {report === undefined && problem === undefined && <Late>Adding up the tokens…</Late>}
      {report !== undefined &&
        (report.rows.length > 0 ? (
          <Figures report={report} currency={settings.currency} />
        ) : (
          <div className="empty">
            <h3>{usedBefore ? `No model was used in the last ${USAGE_DAYS} days.` : 'No model has been used yet.'}</h3>
            <p>Every call to a model server is counted here. The built-in engine uses no tokens.</p>
          </div>
        ))}
    </Section>
  )
}
