import { type KeyboardEvent, useState } from 'react'
import { formatNumber } from '../../ui/format-time'
import { roundMaximum, stackBar } from './usage-scale'
import { tokensOf, type UsageDay, type UsageSum } from './usage-sums'
import { dayName, dayWords, shortDay, sumWords } from './usage-words'

/** Height of the plot, in pixels. */
const HEIGHT = 120

function Column({ day, place, width, maximum, chosen }: { day: UsageDay; place: number; width: number; maximum: number; chosen: boolean }) {
  const bar = stackBar(day, maximum, HEIGHT)
  const x = `${place * width + width * 0.18}%`
  const wide = `${width * 0.64}%`
  return (
    <>
      {chosen && <rect className="usage-here" x={`${place * width}%`} y={0} width={`${width}%`} height={HEIGHT} />}
      <rect className="usage-in" x={x} y={bar.promptTop} width={wide} height={bar.promptHeight} />
      <rect className="usage-out" x={x} y={bar.outputTop} width={wide} height={bar.outputHeight} />
    </>
  )
}

/** The figures of each day as a table, for those who do not see the chart. */
function DaysTable({ days, today }: { days: readonly UsageDay[]; today: string }) {
  return (
    <table className="sr">
      <caption>Tokens by day; days without use are left out</caption>
      <thead>
        <tr>
          <th scope="col">Day</th>
          <th scope="col">Calls</th>
          <th scope="col">In</th>
          <th scope="col">Out</th>
        </tr>
      </thead>
      <tbody>
        {days
          .filter((day) => day.calls > 0)
          .map((day) => (
            <tr key={day.day}>
              <th scope="row">{dayName(day.day, today)}</th>
              <td>{formatNumber(day.calls)}</td>
              <td>{formatNumber(day.promptTokens)}</td>
              <td>{formatNumber(day.outputTokens)}</td>
            </tr>
          ))}
      </tbody>
    </table>
  )
}

/** Tokens of the last days as stacked bars. The pointer, or the arrow keys once it has the focus, choose a day and show its figures. */
export function UsageChart({ days, sum, today, currency }: { days: readonly UsageDay[]; sum: UsageSum; today: string; currency: string }) {
  const [pointed, setPointed] = useState<number>()
  const [focused, setFocused] = useState<number>()
  const last = days.length - 1
  const here = pointed ?? focused
  const chosen = here === undefined ? undefined : days[here]
  const maximum = roundMaximum(Math.max(...days.map(tokensOf)))
  const width = 100 / days.length
  const keyed = days[focused ?? last]

  const move = (event: KeyboardEvent) => {
    const from = focused ?? last
    const to = { ArrowLeft: from - 1, ArrowDown: from - 1, ArrowRight: from + 1, ArrowUp: from + 1, Home: 0, End: last }[event.key]
    if (to === undefined) return
    event.preventDefault()
    setPointed(undefined)
    setFocused(Math.min(last, Math.max(0, to)))
  }

  return (
    <figure className="usage-chart">
      <figcaption>
        <span className="usage-read num">
          {chosen ? dayWords(chosen, today, currency) : `${days.length} days: ${sumWords(sum, currency)}`}
        </span>
        <span className="usage-key" aria-hidden="true">
          <i className="usage-in" /> In <i className="usage-out" /> Out
        </span>
      </figcaption>
      <div className="usage-body">
        <div
          className="usage-plot"
          role="slider"
          tabIndex={0}
          aria-label="Day of the chart"
          aria-valuemin={1}
          aria-valuemax={days.length}
          aria-valuenow={(focused ?? last) + 1}
          aria-valuetext={keyed ? dayWords(keyed, today, currency) : ''}
          onKeyDown={move}
          onFocus={(event) => event.currentTarget.matches(':focus-visible') && setFocused(focused ?? last)}
          onBlur={() => setFocused(undefined)}
          onMouseLeave={() => setPointed(undefined)}
          onMouseMove={(event) => {
            const box = event.currentTarget.getBoundingClientRect()
            setPointed(Math.min(last, Math.max(0, Math.floor(((event.clientX - box.left) / box.width) * days.length))))
          }}
        >
          <svg width="100%" height={HEIGHT + 5} aria-hidden="true" focusable="false">
            {[0, HEIGHT / 2].map((y) => (
              <line key={y} className="usage-line" x1="0" x2="100%" y1={y + 0.5} y2={y + 0.5} />
            ))}
            {days.map((day, place) => (
              <Column key={day.day} day={day} place={place} width={width} maximum={maximum} chosen={place === here} />
            ))}
            <line className="usage-foot" x1="0" x2="100%" y1={HEIGHT + 0.5} y2={HEIGHT + 0.5} />
            <rect className="usage-out" x={`${last * width + width * 0.18}%`} y={HEIGHT + 3} width={`${width * 0.64}%`} height={2} />
          </svg>
          <div className="usage-days num" aria-hidden="true">
            <span>{days[0] && shortDay(days[0].day)}</span>
            <b>Today</b>
          </div>
        </div>
        <div className="usage-scale num" aria-hidden="true">
          <span>{formatNumber(maximum)}</span>
          <span>{formatNumber(maximum / 2)}</span>
          <span>0</span>
        </div>
      </div>
      <DaysTable days={days} today={today} />
    </figure>
  )
}
