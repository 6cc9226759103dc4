import { type KeyboardEvent, type PointerEvent, useRef } from 'react'
import { seek } from './player-store'
import { spokenTime } from './transcript-lines'

const STEP_MS = 5000
const PAGE_MS = 30_000

/** The position as a slider: arrow keys move by five seconds, Page keys by thirty; paragraphs are gaps in the track. */
export function Track({ id, timeMs, durationMs, gaps }: { id: string; timeMs: number; durationMs: number; gaps: readonly number[] }) {
  const track = useRef<HTMLDivElement>(null)
  const length = Math.max(durationMs, 1)
  const at = Math.min(100, (timeMs / length) * 100)

  const goTo = (event: PointerEvent) => {
    const box = track.current?.getBoundingClientRect()
    if (box) seek(id, ((event.clientX - box.left) / Math.max(box.width, 1)) * durationMs, durationMs)
  }
  const press = (event: KeyboardEvent) => {
    const to: Record<string, number> = {
      ArrowRight: timeMs + STEP_MS,
      ArrowUp: timeMs + STEP_MS,
      ArrowLeft: timeMs - STEP_MS,
      ArrowDown: timeMs - STEP_MS,
      PageUp: timeMs + PAGE_MS,
      PageDown: timeMs - PAGE_MS,
      Home: 0,
      End: durationMs,
    }
    const time = to[event.key]
    if (time === undefined) return
    event.preventDefault()
    seek(id, time, durationMs)
  }
  return (
    <div
      ref={track}
      className="track"
      role="slider"
      tabIndex={0}
      aria-label="Position"
      aria-valuemin={0}
      aria-valuemax={Math.round(durationMs / 1000)}
      aria-valuenow={Math.round(timeMs / 1000)}
      aria-valuetext={`${spokenTime(timeMs)} of ${spokenTime(durationMs)}`}
      style={{ '--at': `${at}%` } as Record<string, string>}
      onKeyDown={press}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId)
        goTo(event)
      }}
      onPointerMove={(event) => event.currentTarget.hasPointerCapture(event.pointerId) && goTo(event)}
    >
      <i />
      {gaps.map((gap) => (
        <s key={gap} style={{ left: `${(gap / length) * 100}%` }} />
      ))}
      <b />
    </div>
  )
}
