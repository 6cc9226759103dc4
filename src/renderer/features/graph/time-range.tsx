import { useMemo } from 'react'
import { formatWhen } from '../../ui/format-time'
import { useGraph } from './graph-store'
import { daySpan, spanFilter } from './time-span'

/** A slider with two ends over the days on which thoughts were captured. */
export function TimeRange({ span }: { span: { first: number; last: number } }) {
  const { choice, choose } = useGraph()
  const days = useMemo(() => daySpan(span.first, span.last), [span.first, span.last])
  if (days.days < 2) return null
  const last = days.days - 1
  const from = choice.from === undefined ? 0 : days.dayOf(choice.from)
  const to = choice.to === undefined ? last : Math.max(from, days.dayOf(choice.to - 1))
  // The year always, since a span may be of several.
  const words = (day: number) => formatWhen(days.startOf(day), 0)
  const set = (first: number, end: number) => choose(spanFilter(days, first, end))
  const share = (day: number) => `${(day / last) * 100}%`
  return (
    <fieldset className="graph-time" aria-label="Captured">
      <output>{words(from)}</output>
      <div className="graph-track">
        <i aria-hidden="true" style={{ insetInlineStart: share(from), insetInlineEnd: `calc(100% - ${share(to)})` }} />
        <input
          type="range"
          aria-label="Captured from"
          aria-valuetext={words(from)}
          min={0}
          max={last}
          value={from}
          onChange={(event) => set(Math.min(Number(event.target.value), to), to)}
        />
        <input
          type="range"
          aria-label="Captured until"
          aria-valuetext={words(to)}
          min={0}
          max={last}
          value={to}
          onChange={(event) => set(from, Math.max(Number(event.target.value), from))}
        />
      </div>
      <output>{words(to)}</output>
    </fieldset>
  )
}
