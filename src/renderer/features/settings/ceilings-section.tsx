import { useEffect, useId, useState } from 'react'
import type { Settings } from '../../../shared/contract/settings'
import type { JobType } from '../../../shared/entities'
import { jobTypes } from '../../../shared/job-types'
import { changeSettingsFrom } from '../../base/change'
import { formatNumber } from '../../ui/format-time'
import { Section } from '../../ui/section'
import { ceilingTypes, readCeiling, withCeiling } from './ceilings'
import { useUsage } from './usage-store'
import { tokensByType } from './usage-sums'

function CeilingRow({ type, name, value, today }: { type: JobType | null; name: string; value: number | null; today: number | undefined }) {
  const id = useId()
  const shown = value === null ? '' : formatNumber(value)
  const [text, setText] = useState(shown)
  useEffect(() => setText(shown), [shown])
  const typed = readCeiling(text)
  const wrong = typed === undefined
  const save = () => {
    if (typed === undefined) return
    if (typed === value) setText(shown)
    else void changeSettingsFrom(({ ceilings }) => ({ ceilings: withCeiling(ceilings, type, typed) }))
  }
  return (
    <tr>
      <th scope="row">{name}</th>
      <td className="r">
        {today !== undefined && value !== null && today >= value && <span className="used-up">Used up </span>}
        {today === undefined ? '' : formatNumber(today)}
      </td>
      <td className="r">
        <input
          className="input num"
          inputMode="numeric"
          autoComplete="off"
          placeholder="None"
          value={text}
          aria-label={type === null ? 'Ceiling for all together, in tokens a day' : `Ceiling for ${name}, in tokens a day`}
          aria-invalid={wrong || undefined}
          aria-describedby={wrong ? id : undefined}
          onChange={(event) => setText(event.target.value)}
          onBlur={save}
          onKeyDown={(event) => event.key === 'Enter' && save()}
        />
        {wrong && (
          <p className="hint err" id={id}>
            A whole number from 1, or empty for none. The old value stays until then.
          </p>
        )}
      </td>
    </tr>
  )
}

/** How many tokens a day model work may use, in all and by kind. A ceiling is saved when its field is left or Enter is pressed. */
export function CeilingsSection({ settings }: { settings: Settings }) {
  const report = useUsage((state) => state.report)
  const byType = report ? tokensByType(report.rows, report.today) : undefined
  const { perDay, perType } = settings.ceilings
  return (
    <Section id="ceilings" title="Ceilings">
      <p>
        In and out together. When a ceiling is reached, work that would ask a model waits and goes on by itself the next day. An answer that
        has begun is finished. Empty: no ceiling.
      </p>
      <table className="figures entries ceilings">
        <thead>
          <tr>
            <th scope="col">Kind of work</th>
            <th scope="col" className="r">
              Today
            </th>
            <th scope="col" className="r">
              Tokens a day
            </th>
          </tr>
        </thead>
        <tbody>
          <CeilingRow type={null} name="All together" value={perDay} today={report?.tokensToday} />
          {ceilingTypes.map((type) => (
            <CeilingRow
              key={type}
              type={type}
              name={jobTypes[type].name}
              value={perType[type] ?? null}
              today={byType === undefined ? undefined : (byType[type] ?? 0)}
            />
          ))}
        </tbody>
      </table>
    </Section>
  )
}
