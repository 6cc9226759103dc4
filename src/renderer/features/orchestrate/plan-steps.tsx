import { useLayoutEffect, useRef, useState } from 'react'
import type { Orchestration } from '../../../shared/contract/orchestrate'
import { layOutPlan, type PlanDrawing } from './lay-out-plan'
import { PlanPicture } from './plan-picture'
import { usePlans } from './plan-store'
import { stepToShow } from './plan-words'
import { StepPanel } from './step-panel'

/** What a step in words needs beside the picture, in pixels, with the gap between the two. */
const PANEL_ROOM = 352
/** Two columns of steps; a page that has room for these and the panel shows both side by side. */
const TWO_COLUMNS = 328

/** The picture beside the step that is shown where there is room, else above it. */
export function placePicture(steps: Orchestration['steps'], width: number): { drawing: PlanDrawing; beside: boolean } {
  const natural = layOutPlan(steps, width)
  if (natural.width + PANEL_ROOM <= width) return { drawing: natural, beside: true }
  const narrow = layOutPlan(steps, TWO_COLUMNS)
  return narrow.width + PANEL_ROOM <= width ? { drawing: narrow, beside: true } : { drawing: natural, beside: false }
}

/** The steps of a plan as a picture, and one of them in full. */
export function PlanSteps({ plan }: { plan: Orchestration }) {
  const box = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(0)
  const [chosenId, choose] = useState<string>()
  useLayoutEffect(() => {
    const element = box.current
    if (!element) return
    const measure = () => setWidth(Math.floor(element.clientWidth))
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  const { steps, itemId, jobId } = plan
  const chosen = steps.find((step) => step.id === chosenId) ?? stepToShow(steps)
  const note = usePlans((state) => state.notes[`${jobId} ${chosen?.tool}`])
  const { drawing, beside } = placePicture(steps, width)
  return (
    <section className="sec plan-steps" aria-label="Steps">
      <h2>
        Steps <span>Choose one to read what it was given and what came of it</span>
      </h2>
      <div ref={box} className={beside ? 'plan-body beside' : 'plan-body'}>
        {width > 0 && <PlanPicture steps={steps} drawing={drawing} chosen={chosen?.id} onChoose={choose} />}
        {chosen && <StepPanel step={chosen} steps={steps} itemId={itemId} jobId={jobId} note={note} />}
      </div>
    </section>
  )
}
