import { z } from 'zod'
import { plainLine } from '../../../../shared/untrusted-text'
import type { AgentTool } from '../../../core/agent/run-tool-loop'
import type { ProgressReporter } from '../progress'

const LONGEST_MESSAGE = 300

const Input = z.object({
  message: z.string().describe('A short sentence for the person'),
  percentage: z.number().min(0).max(100).optional().describe('How far this step is, 0 to 100'),
})

/** Tool `reportProgress` (docs/collect-pipeline.md, "reportProgress"). */
export function createReportProgressTool(deps: {
  progress: ProgressReporter
  countItems: () => number
}): AgentTool<z.infer<typeof Input>, { acknowledged: true }, never> {
  return {
    touches: [],
    description: 'Tells the person how the work goes.',
    inputSchema: Input,
    execute: async ({ message, percentage }) => {
      deps.progress.generating({ items: deps.countItems(), message: plainLine(message, LONGEST_MESSAGE), percentage })
      return { acknowledged: true }
    },
  }
}
