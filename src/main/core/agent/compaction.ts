import type { ModelMessage } from 'ai'
import { type AgentLogger, silentLogger } from './logger'
import { boundaryOf, cutOutputs, groupsOf, summarizeBefore } from './tool-messages'
import { type Summarize, summarizeToolResult } from './tool-summaries'

/** Share of the context that the messages may take (docs/collect-pipeline.md, "Context compaction"). */
export const DEFAULT_BUDGET_RATIO = 0.8
/** Pairs of call and result that each pass leaves alone, from the mildest pass on (docs/collect-pipeline.md, "Context compaction"). */
const WINDOWS = [10, 5, 2, 1]
const CHARACTERS_PER_TOKEN = 4

export interface CompactionOptions {
  /** The model's context. */
  maxContextTokens: number
  budgetRatio?: number
  /** Characters that a single tool result may have, a recent one too. */
  maxSingleOutputChars?: number
  /** Tokens of a text. Called with the JSON of the whole list, up to ten times a step. */
  estimateTokens: (text: string) => number
  summarize?: Summarize
  logger?: AgentLogger
}

/** A step as `ai` 7 describes it to `prepareStep`, or a plain list. */
export interface StepMessages {
  messages?: readonly ModelMessage[]
  initialMessages?: readonly ModelMessage[]
  responseMessages?: readonly ModelMessage[]
}

export type PrepareStep = (step: StepMessages) => { messages: ModelMessage[] } | undefined

/**
 * Characters of one tool result for a parent agent: 8% of its context, at four characters a token (128,000 → 40,960; docs/collect-pipeline.md,
 * "Context compaction").
 */
export function parentOutputChars(contextTokens: number): number {
  return Math.floor(contextTokens * 0.08 * CHARACTERS_PER_TOKEN)
}

/** The same for a worker: 10% (128,000 → 51,200). */
export function workerOutputChars(contextTokens: number): number {
  return Math.floor(contextTokens * 0.1 * CHARACTERS_PER_TOKEN)
}

/**
 * Keeps a conversation with tools within the context, in four layers (docs/collect-pipeline.md, "Context compaction"):
 * 1. each tool result beyond the limit is cut, recent ones too;
 * 2. nothing more happens while the estimate is at most `floor(maxContextTokens × budgetRatio)`;
 * 3. results before the last 10, 5, 2, then 1 pairs are summarised, each pass from the beginning, until one fits;
 * 4. the oldest groups go; the first message and the last pair always stay, and a warning tells when even they are too much.
 *
 * Undefined means that the messages stay as they are. Messages given are not changed. The base is always the raw conversation
 * (`initialMessages` and `responseMessages`), because what is returned becomes the base of the SDK's next step, and a summary of a summary
 * would be nonsense.
 */
export function createPrepareStep(options: CompactionOptions): PrepareStep {
  const { estimateTokens, logger = silentLogger, summarize = summarizeToolResult } = options
  const budget = Math.floor(options.maxContextTokens * (options.budgetRatio ?? DEFAULT_BUDGET_RATIO))
  const estimate = (messages: readonly ModelMessage[]): number => estimateTokens(JSON.stringify(messages))
  const fits = (messages: readonly ModelMessage[]): boolean => estimate(messages) <= budget

  return (step) => {
    const raw = rawMessages(step)
    if (raw.length === 0) return undefined
    const cut = cutOutputs(raw, options.maxSingleOutputChars ?? Number.POSITIVE_INFINITY)
    const before = estimate(cut.messages)
    if (before <= budget || raw.length === 1) return cut.wasCut ? { messages: [...cut.messages] } : undefined
    logger.info(`The conversation has about ${before} tokens, and ${budget} are its budget: older results are summarised.`)

    let smallest: readonly ModelMessage[] = cut.messages
    for (const window of WINDOWS) {
      const boundary = boundaryOf(raw, window)
      if (boundary <= 0) continue
      const compacted = summarizeBefore(cut.messages, raw, boundary, summarize)
      if (fits(compacted)) {
        logger.info(`All but the last ${window} results are summarised: about ${estimate(compacted)} tokens.`)
        return { messages: compacted }
      }
      smallest = compacted
    }
    return { messages: evict(smallest, fits, budget, logger) }
  }
}

function rawMessages({ messages = [], initialMessages, responseMessages = [] }: StepMessages): readonly ModelMessage[] {
  return initialMessages === undefined ? messages : [...initialMessages, ...responseMessages]
}

/** Drops the oldest groups, as few as it takes. */
function evict(
  messages: readonly ModelMessage[],
  fits: (messages: readonly ModelMessage[]) => boolean,
  budget: number,
  logger: AgentLogger,
): ModelMessage[] {
  const [first, ...rest] = messages
  if (first === undefined) return []
  const groups = groupsOf(rest)
  const lastPair = groups.findLastIndex((group) => group.some(({ role }) => role === 'tool'))
  const mostDropped = lastPair === -1 ? Math.max(0, groups.length - 1) : lastPair
  const without = (count: number): ModelMessage[] => [first, ...groups.slice(count).flat()]

  // Fewer messages never take more tokens, so the number to drop is found by halving.
  let low = 0
  let high = mostDropped
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    if (fits(without(middle))) high = middle
    else low = middle + 1
  }
  const left = without(low)
  if (fits(left)) logger.info(`The ${low} oldest exchanges were dropped.`)
  else logger.warn(`What must stay of the conversation is still over its budget of ${budget} tokens.`)
  return left
}
