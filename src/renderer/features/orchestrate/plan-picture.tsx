import { type KeyboardEvent, useRef } from 'react'
import type { PlanStep } from '../../../shared/contract/orchestrate'
import { useNow } from '../../base/clock'
import { StatusDot } from '../../ui/status-dot'
import { NODE_HEIGHT, NODE_WIDTH, type PlanDrawing } from './lay-out-plan'
import { stepState, toolNames } from './plan-words'

function Node({
  step,
  chosen,
  needs,
  at,
  onChoose,
}: {
  step: PlanStep
  chosen: boolean
  needs: string
  at: { x: number; y: number }
  onChoose: () => void
}) {
  const now = useNow(step.status === 'running')
  const { kind, word } = stepState(step, now)
  return (
    <li style={{ left: at.x, top: at.y, width: NODE_WIDTH, height: NODE_HEIGHT }}>
      <button type="button" className={`plan-node is-${step.status}`} aria-pressed={chosen} title={step.why} onClick={onChoose}>
        <b>{toolNames[step.tool]}</b>
        <span className="num">
          <StatusDot kind={kind} word={word} />
        </span>
        {needs !== '' && <span className="sr">, after {needs}</span>}
      </button>
    </li>
  )
}

/** The steps of a plan with arrows from what each needs: a list of buttons for the keyboard and for screen readers, a picture for eyes. */
export function PlanPicture({
  steps,
  drawing,
  chosen,
  onChoose,
}: {
  steps: readonly PlanStep[]
  drawing: PlanDrawing
  chosen: string | undefined
  onChoose: (id: string) => void
}) {
  const list = useRef<HTMLOListElement>(null)
  const status = new Map(steps.map((step) => [step.id, step.status]))
  const places = new Map(drawing.nodes.map((node) => [node.id, node]))
  const nameOf = (id: string) => {
    const step = steps.find((one) => one.id === id)
    return step ? toolNames[step.tool] : ''
  }
  const move = (event: KeyboardEvent) => {
    const by = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key]
    if (by === undefined) return
    const buttons = [...(list.current?.querySelectorAll<HTMLElement>('.plan-node') ?? [])]
    const at = buttons.findIndex((button) => button.contains(document.activeElement))
    buttons[at + by]?.focus()
    event.preventDefault()
  }
  return (
    <div className="plan-picture">
      <ol ref={list} aria-label="Steps" style={{ width: drawing.width, height: drawing.height }} onKeyDown={move}>
        {steps.map((step) => (
          <Node
            key={step.id}
            step={step}
            chosen={step.id === chosen}
            needs={step.needs.map(nameOf).filter(Boolean).join(', ')}
            at={places.get(step.id) ?? { x: 0, y: 0 }}
            onChoose={() => onChoose(step.id)}
          />
        ))}
      </ol>
      <svg width={drawing.width} height={drawing.height} aria-hidden="true">
        <defs>
          <marker id="plan-arrow" viewBox="0 0 6 6" refX="3" refY="3" markerWidth="6" markerHeight="6" orient="auto">
            <path d="M0 0.5 L5.5 3 L0 5.5 Z" />
          </marker>
        </defs>
        {drawing.edges.map(({ from, to, path }) => {
          const gone = status.get(to) === 'replaced' || status.get(from) === 'replaced'
          const used = status.get(from) === 'done' && status.get(to) !== 'waiting'
          return <path key={`${from} ${to}`} className={gone ? 'gone' : used ? 'used' : undefined} d={path} markerEnd="url(#plan-arrow)" />
        })}
      </svg>
    </div>
  )
}
