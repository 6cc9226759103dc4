import { formatNumber } from '../../ui/format-time'
import type { LegendEntry, Shape } from './graph-colours'

function Swatch({ shape, colour }: { shape: Shape; colour: string }) {
  const filled = { className: `graph-mark ${colour}` }
  return (
    <svg viewBox="0 0 12 12" width="12" height="12" aria-hidden="true">
      {shape === 'disc' && <circle cx="6" cy="6" r="4.6" {...filled} />}
      {shape === 'ring' && <circle cx="6" cy="6" r="3.8" className={`graph-mark hollow ${colour}`} />}
      {shape === 'diamond' && <path d="M6 .8 11.2 6 6 11.2.8 6Z" {...filled} />}
      {shape === 'square' && <path d="M2 2h8v8H2Z" {...filled} />}
      {shape === 'triangle' && <path d="m6 1 5 8.6H1Z" {...filled} />}
    </svg>
  )
}

/** What the marks of the graph stand for. */
export function GraphLegend({ entries }: { entries: readonly LegendEntry[] }) {
  return (
    <ul className="graph-legend" aria-label="What the marks stand for">
      {entries.map(({ name, colour, shape, count }) => (
        <li key={name}>
          <Swatch shape={shape} colour={colour} />
          <span dir="auto">{name}</span>
          <span className="num">{formatNumber(count)}</span>
        </li>
      ))}
    </ul>
  )
}
