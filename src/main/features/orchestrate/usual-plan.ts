import type { PlanToolName } from '../../../shared/contract/orchestrate'
import type { NewStep } from './orchestration-store'
import { MOST_STEPS } from './plan-rules'

interface UsualPlanOptions {
  research: boolean
  /** Steps that are done: their results are used instead of new ones. */
  done?: readonly Pick<NewStep, 'id' | 'tool'>[]
  /** The tool that failed, which is done without; the last step cannot be done without. */
  without?: PlanToolName | undefined
}

const steps: readonly { tool: PlanToolName; why: string; needs: readonly PlanToolName[] }[] = [
  { tool: 'related', why: 'To know what you thought about it before.', needs: [] },
  { tool: 'research', why: 'To know what others say, by your own question.', needs: [] },
  { tool: 'expand', why: 'To state the thought so that it could turn out wrong.', needs: ['related'] },
  { tool: 'counterpoint', why: 'To hear what speaks against it.', needs: ['related', 'expand'] },
  { tool: 'synthesize', why: 'To weigh both sides, gate by gate.', needs: ['related', 'expand', 'counterpoint'] },
  { tool: 'answer', why: 'To say what follows.', needs: ['related', 'research', 'expand', 'counterpoint', 'synthesize'] },
]

/** The plan that is right for most thoughts: of the built-in engine, and where a model's own plan could not be used. */
export function usualPlan({ research, done = [], without }: UsualPlanOptions): NewStep[] {
  const wanted = steps.filter(({ tool }) => (tool !== 'research' || research) && (tool !== without || tool === 'answer'))
  const missing = wanted.filter(({ tool }) => tool === 'answer' || !done.some((step) => step.tool === tool))
  const fresh = done.length + missing.length > MOST_STEPS ? missing.slice(-1) : missing
  return fresh.map(({ tool, why, needs }) => {
    const ids = [
      ...needs.flatMap((need) => (fresh.some((step) => step.tool === need) ? [need] : [])),
      ...done.flatMap((step) => (tool === 'answer' || needs.includes(step.tool) ? [step.id] : [])),
    ]
    return { id: tool, tool, why, input: '', needs: [...new Set(ids)] }
  })
}
