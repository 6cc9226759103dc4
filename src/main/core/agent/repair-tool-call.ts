import { generateText, type ToolCallRepairFunction, type ToolSet } from 'ai'
import type { AgentLogger } from './logger'
import type { AgentModel } from './model-types'
import { type ReportedUsage, withTotal } from './token-usage'

/** A broken call is shown to the model up to here, in characters. */
const LONGEST_SHOWN_INPUT = 8000

/**
 * Asks the model once to put right a call of an unknown tool or with input that does not fit (docs/collect-pipeline.md, "Retries and repair"). Only a
 * JSON object with the name of a tool that exists and an input is taken, and the call keeps its id. Anything else is no repair; never throws, save
 * for the abort of the run, which the SDK itself reports.
 */
export function createToolCallRepair(deps: {
  model: AgentModel
  logger: AgentLogger
  onUsage: (usage: ReportedUsage) => void
}): ToolCallRepairFunction<ToolSet> {
  return async ({ toolCall, tools, inputSchema, error, abortSignal }) => {
    try {
      const schemas = await Promise.all(
        Object.keys(tools).map(async (toolName) => `${toolName}: ${JSON.stringify(await inputSchema({ toolName }))}`),
      )
      const result = await generateText({
        model: deps.model,
        instructions: 'You mend broken tool calls. Answer with one JSON object and nothing else: {"toolName": "...", "input": {...}}.',
        prompt: [
          `This call failed: ${error.message}`,
          `Tool: ${toolCall.toolName}`,
          `Input: ${toolCall.input.slice(0, LONGEST_SHOWN_INPUT)}`,
          `The tools and the JSON Schema of their input:\n${schemas.join('\n')}`,
        ].join('\n\n'),
        maxRetries: 0,
        ...(abortSignal === undefined ? {} : { abortSignal }),
      })
      deps.onUsage(withTotal(result.usage))
      const repaired = readCall(result.text)
      if (repaired === undefined || !Object.hasOwn(tools, repaired.toolName)) return null
      return { ...toolCall, toolName: repaired.toolName, input: JSON.stringify(repaired.input) }
    } catch {
      deps.logger.warn(`A call of ${toolCall.toolName} could not be put right.`)
      return null
    }
  }
}

/** The object between the first and the last brace, if it is a call. */
function readCall(text: string): { toolName: string; input: object } | undefined {
  try {
    const value: unknown = JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1))
    if (typeof value !== 'object' || value === null || !('toolName' in value) || !('input' in value)) return undefined
    const { toolName, input } = value
    return typeof toolName === 'string' && typeof input === 'object' && input !== null ? { toolName, input } : undefined
  } catch {
    return undefined
  }
}
