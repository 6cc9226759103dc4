import { isLooping, type LoopStep } from './loop-detector'

/** Default number of steps of the parent agent, and the range of the setting (docs/collect-pipeline.md, "Steps, progress and settings"). */
export const DEFAULT_MAX_STEPS = 50
export const MAX_STEPS_RANGE = { min: 10, max: 500 }

/** Why a loop was ended by us; undefined while it may go on. None of them is an error. */
export type StopReason = 'step-limit' | 'token-budget' | 'loop'

export interface LoopBudget {
  maxSteps: number
  /**
   * Tokens of the parent and its workers together. Checked between steps, so one step may go over it (docs/collect-pipeline.md, "Reasoning and token
   * counts").
   */
  tokenBudget?: number | undefined
  usedTokens: () => number
}

/** Decides after each step whether the loop may go on. Steps of an earlier attempt of the same run count too. */
export function stopReason(steps: readonly LoopStep[], { maxSteps, tokenBudget, usedTokens }: LoopBudget): StopReason | undefined {
  if (isOverTokens(tokenBudget, usedTokens())) return 'token-budget'
  if (isLooping(steps)) return 'loop'
  return steps.length >= maxSteps ? 'step-limit' : undefined
}

/** Whether a token budget, if there is one, is used up. */
export function isOverTokens(tokenBudget: number | undefined, used: number): boolean {
  return tokenBudget !== undefined && used >= tokenBudget
}
