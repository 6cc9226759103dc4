import type { PlanToolName } from '../../../shared/contract/orchestrate'
import type { PlanTool } from './plan-rules'

export interface DescribedTool extends PlanTool {
  /** What it does and gives, as the planner is told. */
  does: string
}

/** Every tool with what it touches. `ask`, `synthesize` and `answer` work on the note as the run has read it, and on results. */
export const planTools: Record<PlanToolName, DescribedTool> = {
  related: { touches: ['vault'], does: 'finds earlier notes that are close to this one in meaning. Needs no input.' },
  expand: { touches: ['vault'], does: 'turns the note into one concrete thesis with sub-questions, consequences and four lenses.' },
  counterpoint: {
    touches: ['vault'],
    does: 'argues against the note: weak points, contradictions with earlier notes (give it "related"), prior art, devil’s advocate.',
  },
  summarize: { touches: ['vault'], does: 'sums the note up in a few sentences. Only worth it for a long note.' },
  research: { touches: ['web'], does: 'a report from the web on the person’s own question. Its input is ignored and it needs nothing.' },
  ask: { touches: [], does: 'answers one focused question, which you write as its input, from the note and the results it needs.' },
  synthesize: { touches: [], does: 'one structured thesis with eight readiness gates. Give it all arguments for and against.' },
  answer: { touches: [], final: true, does: 'the result for the person. The last step; it needs every step whose result should count.' },
}

/** The tools of a run; what goes to the web is among them only when the person wrote a question for it. */
export function toolsOf(run: { research: boolean }): Record<string, DescribedTool> {
  const { research, ...others } = planTools
  return run.research ? { ...others, research } : others
}
