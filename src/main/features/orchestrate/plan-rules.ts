import type { TouchingTool } from '../../core/agent/tool-taint'

/** A step as a planner writes it. `needs` are ids of steps whose results it is given. */
export interface PlannedStep {
  id: string
  tool: string
  why: string
  input: string
  needs: readonly string[]
}

/**
 * What is true of a tool wherever it stands in a plan. Here `vault` means that it reads the vault anew: each step is a conversation of its
 * own, which holds the thought and the results that it needs.
 */
export interface PlanTool extends TouchingTool {
  /** Its result is the result of the plan. */
  final?: boolean
}

export const FEWEST_STEPS = 2
export const MOST_STEPS = 8

/** Ids of everything that a step rests on, however far back; unknown ids are left out. A cycle ends nothing here. */
export function ancestorsOf(id: string, steps: readonly Pick<PlannedStep, 'id' | 'needs'>[]): Set<string> {
  const byId = new Map(steps.map((step) => [step.id, step]))
  const found = new Set<string>()
  const open = [...(byId.get(id)?.needs ?? [])]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const step = byId.get(next)
    if (!step || found.has(next)) continue
    found.add(next)
    open.push(...step.needs)
  }
  return found
}

/** Whether a text from the web is among what a step rests on. */
export function restsOnWeb(id: string, steps: readonly PlannedStep[], tools: Readonly<Record<string, PlanTool>>): boolean {
  const ancestors = ancestorsOf(id, steps)
  return steps.some((step) => ancestors.has(step.id) && tools[step.tool]?.touches.includes('web'))
}

export interface PlanDemands {
  tools: Readonly<Record<string, PlanTool>>
  /** Steps of an earlier plan that are done: they may be needed, and count. */
  done?: readonly PlannedStep[]
  /** A tool that has to be in the plan, once. */
  demanded?: string | null
}

/**
 * What is wrong with a plan, as sentences for whoever makes it; none for a good one. Besides its shape it looks at what may meet what
 * (docs/security.md H30): what goes to the web is given nothing, and what has seen text from the web reads nothing in the vault anew.
 */
export function planFaults(planned: readonly PlannedStep[], { tools, done = [], demanded = null }: PlanDemands): string[] {
  const faults: string[] = []
  const steps = [...done, ...planned]
  const ids = new Set(steps.map((step) => step.id))
  if (steps.length < FEWEST_STEPS) faults.push(`a plan has at least ${FEWEST_STEPS} steps`)
  if (steps.length > MOST_STEPS) faults.push(`a plan has at most ${MOST_STEPS} steps, this one has ${steps.length}`)
  if (ids.size < steps.length) faults.push('two steps have the same id')
  for (const { id, tool, needs } of planned) {
    if (id === '') faults.push('a step has no id')
    if (!Object.hasOwn(tools, tool)) faults.push(`step "${id}" names the tool "${tool}", which does not exist`)
    for (const need of needs) if (!ids.has(need)) faults.push(`step "${id}" needs "${need}", which is no step`)
  }
  if (faults.length > 0) return faults

  const finals = planned.filter((step) => tools[step.tool]?.final)
  if (finals.length !== 1)
    faults.push(`a plan has exactly one last step, this one has ${finals.length === 0 ? 'none' : finals.length} (${finalNames(tools)})`)
  for (const step of finals) {
    if (step.needs.length === 0) faults.push(`step "${step.id}" is the last one and needs nothing, so it would answer out of nothing`)
    const after = planned.find((other) => other.needs.includes(step.id))
    if (after) faults.push(`step "${after.id}" needs "${step.id}", but nothing comes after the last step`)
  }
  for (const step of planned) {
    const touches = tools[step.tool]?.touches ?? []
    if (ancestorsOf(step.id, steps).has(step.id)) faults.push(`step "${step.id}" needs itself, through others or directly`)
    if (touches.includes('web') && step.needs.length > 0)
      faults.push(`step "${step.id}" goes to the web, so it is given no results: it can need nothing`)
    if (touches.includes('vault') && restsOnWeb(step.id, steps, tools))
      faults.push(`step "${step.id}" (${step.tool}) reads the vault, so it cannot come after a step that was on the web`)
  }
  if (demanded !== null) {
    const count = steps.filter((step) => step.tool === demanded).length
    if (count !== 1) faults.push(`the plan has to have the tool "${demanded}" exactly once, this one has it ${count} times`)
  }
  return faults
}

function finalNames(tools: Readonly<Record<string, PlanTool>>): string {
  return Object.entries(tools)
    .flatMap(([name, tool]) => (tool.final ? [name] : []))
    .join(', ')
}
