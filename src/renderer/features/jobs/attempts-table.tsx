import { ChevronDown, ChevronRight } from 'lucide-react'
import { useState } from 'react'
import type { JobAttempt, ModelCall } from '../../../shared/entities'
import { formatClock, formatDuration, formatNumber } from '../../ui/format-time'
import { Icon } from '../../ui/icon'
import { attemptLength, axisFor, barAt, callIsBad, callWords, outcomeWords, sumTokens } from './waterfall'

function count(value: number | null): string {
  return value === null ? '' : formatNumber(value)
}

function clockWithSeconds(at: number): string {
  return `${formatClock(at)}:${String(new Date(at).getSeconds()).padStart(2, '0')}`
}

function Lane({ kind, startMs, durationMs, axisMs }: { kind: string; startMs: number; durationMs: number; axisMs: number }) {
  const { left, width } = barAt(startMs, durationMs, axisMs)
  return (
    <span className="lane" aria-hidden="true">
      <i className={kind} style={{ left: `${left}%`, width: `${width}%` }} />
    </span>
  )
}

function CallRow({
  call,
  from,
  axisMs,
  chosen,
  last,
  onChoose,
}: {
  call: ModelCall
  from: number
  axisMs: number
  chosen: boolean
  last: boolean
  onChoose: (id: string) => void
}) {
  const bad = callIsBad(call)
  return (
    <tr className={`c${last ? ' sep' : ''}${chosen ? ' chosen' : ''}`}>
      <td>
        <button
          type="button"
          className="step"
          aria-pressed={chosen}
          title={`${call.model} at ${call.endpoint}`}
          onClick={() => onChoose(call.id)}
        >
          {call.name}
        </button>
      </td>
      <td className="g">
        <Lane kind={bad ? 'cut' : 'ok'} startMs={call.startedAt - from} durationMs={call.durationMs} axisMs={axisMs} />
      </td>
      <td className="r hide-s">{count(call.promptTokens)}</td>
      <td className="r hide-s">{count(call.outputTokens)}</td>
      <td className="r">{formatNumber(Math.round(call.durationMs))}</td>
      <td className={bad ? 'r bad-t' : 'r'}>{callWords(call)}</td>
    </tr>
  )
}

interface AttemptProps {
  attempt: JobAttempt
  before: JobAttempt | undefined
  axisMs: number
  now: number
  open: boolean
  chosen: string | undefined
  onToggle: () => void
  onChoose: (id: string) => void
}

function AttemptRows({ attempt, before, axisMs, now, open, chosen, onToggle, onChoose }: AttemptProps) {
  const length = attemptLength(attempt, now)
  const result = outcomeWords(attempt)
  const wait = before?.finishedAt ? attempt.startedAt - before.finishedAt : 0
  const expandable = attempt.calls.length > 0
  const shown = open && expandable
  const label = (
    <>
      Attempt {attempt.number}
      <span className="q">
        {clockWithSeconds(attempt.startedAt)}
        {wait >= 1000 && `, after ${formatDuration(wait)}`}
      </span>
    </>
  )
  return (
    <>
      <tr className={shown ? 'a' : 'a sep'}>
        <td>
          {expandable ? (
            <button type="button" className="step" aria-expanded={shown} onClick={onToggle}>
              <Icon of={shown ? ChevronDown : ChevronRight} />
              {label}
            </button>
          ) : (
            <span className="step bare">{label}</span>
          )}
        </td>
        <td className="g">
          <Lane kind={result.bad ? 'sum bad' : 'sum'} startMs={0} durationMs={length} axisMs={axisMs} />
        </td>
        <td className="r hide-s">{count(sumTokens(attempt, 'promptTokens'))}</td>
        <td className="r hide-s">{count(sumTokens(attempt, 'outputTokens'))}</td>
        <td className="r">{formatNumber(Math.round(length))}</td>
        <td className={result.bad ? 'r bad-t' : 'r'}>{result.text}</td>
      </tr>
      {shown &&
        attempt.calls.map((call, index) => (
          <CallRow
            key={call.id}
            call={call}
            from={attempt.startedAt}
            axisMs={axisMs}
            chosen={call.id === chosen}
            last={index === attempt.calls.length - 1}
            onChoose={onChoose}
          />
        ))}
    </>
  )
}

/** The waterfall: a thin line with an end tick for an attempt, a bar for each call, a danger tick where it was cut; one axis for all. */
export function AttemptsTable({
  attempts,
  now,
  chosen,
  onChoose,
}: {
  attempts: readonly JobAttempt[]
  now: number
  chosen: string | undefined
  onChoose: (id: string) => void
}) {
  const [toggled, setToggled] = useState<Record<number, boolean>>({})
  const axis = axisFor(Math.max(...attempts.map((attempt) => attemptLength(attempt, now))))
  const latest = attempts.at(-1)?.number
  return (
    <table className="fall">
      <thead>
        <tr>
          <th scope="col">Step</th>
          <th scope="col" className="g">
            <span className="axis">
              {axis.ticks.map((tick, index) => (
                <span key={tick} style={{ left: `${index * 25}%` }}>
                  {tick}
                </span>
              ))}
            </span>
          </th>
          <th scope="col" className="r hide-s">
            In
          </th>
          <th scope="col" className="r hide-s">
            Out
          </th>
          <th scope="col" className="r">
            ms
          </th>
          <th scope="col" className="r">
            Result
          </th>
        </tr>
      </thead>
      <tbody>
        {attempts.map((attempt, index) => {
          const open = toggled[attempt.number] ?? (attempt.number === latest || attempt.calls.some((call) => call.id === chosen))
          return (
            <AttemptRows
              key={attempt.number}
              attempt={attempt}
              before={attempts[index - 1]}
              axisMs={axis.lengthMs}
              now={now}
              open={open}
              chosen={chosen}
              onToggle={() => setToggled({ ...toggled, [attempt.number]: !open })}
              onChoose={onChoose}
            />
          )
        })}
      </tbody>
    </table>
  )
}
