import { useId } from 'react'
import { EgressKind } from '../../../shared/contract/network'
import { formatNumber } from '../../ui/format-time'
import { shortDay } from '../settings/usage-words'
import { type EgressFilter, type EgressReport, filterEgress } from './egress-store'
import { kindWords } from './egress-words'

function Filter({
  label,
  all,
  value,
  options,
  onChange,
}: {
  label: string
  all: string
  value: string | undefined
  options: readonly (readonly [string, string])[]
  onChange: (value: string | undefined) => void
}) {
  const id = useId()
  // What was chosen stays to be seen, also when nothing of it is left.
  const offered = value === undefined || options.some(([key]) => key === value) ? options : [...options, [value, value] as const]
  return (
    <div className="field">
      <label className="label" htmlFor={id}>
        {label}
      </label>
      <select id={id} className="input" value={value ?? ''} onChange={(event) => onChange(event.target.value || undefined)}>
        <option value="">{all}</option>
        {offered.map(([key, words]) => (
          <option key={key} value={key}>
            {words}
          </option>
        ))}
      </select>
    </div>
  )
}

/** Which requests are listed and added up. */
export function EgressFilters({ filter, report }: { filter: EgressFilter; report: EgressReport }) {
  return (
    <div className="egress-filters">
      <Filter
        label="Host"
        all="All hosts"
        value={filter.host}
        options={report.hosts.map(({ host, requests }) => [host, `${host === '' ? 'no host' : host} (${formatNumber(requests)})`])}
        onChange={(host) => filterEgress({ host })}
      />
      <Filter
        label="Day"
        all="All days"
        value={filter.day}
        options={report.days.map((day) => [day, shortDay(day)])}
        onChange={(day) => filterEgress({ day })}
      />
      <Filter
        label="For"
        all="Everything"
        value={filter.kind}
        options={report.kinds.map((kind) => [kind, kindWords[kind]])}
        onChange={(kind) => filterEgress({ kind: EgressKind.safeParse(kind).data })}
      />
    </div>
  )
}
