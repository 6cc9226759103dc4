import { generateText, type StepResult, type ToolSet, tool } from 'ai'
import type { z } from 'zod'
import { abortError, joinSignals, type Sleep, throwIfAborted, untilAborted } from './abort'
import { type CompactionOptions, createPrepareStep } from './compaction'
import type { AgentLogger } from './logger'
import type { LoopStep } from './loop-detector'
import type { AgentModel } from './model-types'
import { createToolCallRepair } from './repair-tool-call'
import { type StopReason, stopReason } from './stop-conditions'
import { type TokenUsageAccumulator, withTotal } from './token-usage'
import { withToolCallingRetry } from './tool-calling-retry'
import { assertUnmixed, type ToolTouch, type TouchingTool } from './tool-taint'

/** What an agent may do. `execute` gets input that fits the schema, and a signal that aborts with the run. */
export interface AgentTool<I = unknown, O = unknown, T extends ToolTouch = ToolTouch> extends TouchingTool<T> {
  description: string
  inputSchema: z.ZodType<I>
  execute(input: I, context: { signal: AbortSignal; toolCallId: string }): Promise<O>
}

/** A tool with the types of its input closed over, as a loop handles it. */
export interface AnyAgentTool extends TouchingTool {
  description: string
  inputSchema: z.ZodType
  execute(input: never, context: { signal: AbortSignal; toolCallId: string }): Promise<unknown>
}

export interface ToolLoopOptions {
  model: AgentModel
  providerName: string
  modelName: string
  instructions: string
  prompt: string
  tools: Readonly<Record<string, AnyAgentTool>>
  maxSteps: number
  /** Of one answer, in tokens; what the server takes by itself unless given. */
  maxOutputTokens?: number | undefined
  /** Tokens of parent and workers together; none when undefined. */
  tokenBudget?: number | undefined
  usage: TokenUsageAccumulator
  compaction: CompactionOptions
  signal: AbortSignal
  sleep: Sleep
  now: () => number
  logger: AgentLogger
  /**
   * Attempts of the SDK beyond the first for one request, which keep the conversation; 2 unless given (docs/collect-pipeline.md, "Retries and
   * repair").
   */
  maxRequestRetries?: number
  onStep?: (step: { number: number; tools: string[] }) => void
}

export interface ToolLoopResult {
  text: string
  steps: number
  /** Names of all tools called, in order. */
  toolCalls: string[]
  finishReason: string
  /** Why we ended it; undefined when the model was done by itself. */
  stoppedBy: StopReason | undefined
}

/**
 * Lets a model work with tools until it is done or a limit is reached. The conversation is compacted before each step, a broken tool call is
 * mended once, a failed loop starts anew up to twice (what the tools have done stays, steps go on counting). Usage of each step is counted as
 * soon as it is there. Rejects at once when the signal aborts, without waiting for tools; with ToolCallingError when the model cannot call
 * tools; else with what the model's transport threw.
 */
export async function runToolLoop(options: ToolLoopOptions): Promise<ToolLoopResult> {
  const { model, usage, logger } = options
  assertUnmixed(options.tools)
  const { signal, release } = joinSignals(options.signal)
  const steps: LoopStep[] = []
  let stoppedBy: StopReason | undefined
  const tools = toToolSet(options.tools, signal)
  const prepareStep = createPrepareStep({ ...options.compaction, logger })

  const run = () =>
    generateText({
      model,
      tools,
      instructions: options.instructions,
      prompt: options.prompt,
      abortSignal: signal,
      maxRetries: options.maxRequestRetries ?? 2,
      ...(options.maxOutputTokens === undefined ? {} : { maxOutputTokens: options.maxOutputTokens }),
      prepareStep: ({ initialMessages, responseMessages }) => prepareStep({ initialMessages, responseMessages }),
      repairToolCall: createToolCallRepair({ model, logger, onUsage: usage.addParentUsage }),
      stopWhen: () => {
        stoppedBy = stopReason(steps, { ...options, usedTokens: usage.getTotalTokens })
        return stoppedBy !== undefined
      },
      onStepEnd: (step) => {
        usage.addParentUsage(withTotal(step.usage))
        steps.push(toLoopStep(step))
        options.onStep?.({ number: steps.length, tools: step.toolCalls.map(({ toolName }) => toolName) })
      },
    })

  try {
    throwIfAborted(signal)
    const { sleep, now, providerName, modelName } = options
    const retry = { sleep, now, providerName, modelName, logger, signal }
    const result = await untilAborted(withToolCallingRetry(run, retry), signal)
    const toolCalls = steps.flatMap(({ calls }) => calls.map(({ toolName }) => toolName))
    return { text: result.text, steps: steps.length, toolCalls, finishReason: result.finishReason, stoppedBy }
  } catch (error) {
    throw signal.aborted ? abortError(signal) : error
  } finally {
    release()
  }
}

function toToolSet(tools: Readonly<Record<string, AnyAgentTool>>, signal: AbortSignal): ToolSet {
  return Object.fromEntries(
    Object.entries(tools).map(([name, { description, inputSchema, execute }]) => [
      name,
      tool({
        description,
        inputSchema,
        execute: (input: unknown, { toolCallId }) => execute(input as never, { signal, toolCallId }),
      }),
    ]),
  )
}

function toLoopStep({ toolCalls, toolResults }: StepResult<ToolSet>): LoopStep {
  const outputs = new Map(toolResults.map(({ toolCallId, output }) => [toolCallId, output as unknown]))
  return {
    calls: toolCalls.map(({ toolCallId, toolName, input }) => ({ toolName, input: input as unknown, output: outputs.get(toolCallId) })),
  }
}
