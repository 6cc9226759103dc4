import type { UsageSum } from './usage-sums'

const steps = [1, 2, 3, 4, 6, 8, 10]

/** The smallest of 1, 2, 3, 4, 6, 8 times a power of ten that is not below `value`; at least 10, so that its half is a whole number. */
export function roundMaximum(value: number): number {
  if (value <= 10) return 10
  const power = 10 ** Math.floor(Math.log10(value))
  return (steps.find((step) => step * power >= value) ?? 10) * power
}

export interface StackedBar {
  /** Pixels from the top of the plot. */
  promptTop: number
  promptHeight: number
  outputTop: number
  outputHeight: number
}

/** Two parts of one bar, the prompt at the foot: whole pixels, and at least one for what is not zero, so that no use looks like none. */
export function stackBar(sum: Pick<UsageSum, 'promptTokens' | 'outputTokens'>, maximum: number, height: number): StackedBar {
  const pixels = (tokens: number) => (tokens === 0 ? 0 : Math.max(1, Math.round((tokens / maximum) * height)))
  const promptHeight = pixels(sum.promptTokens)
  const outputHeight = Math.min(pixels(sum.outputTokens), Math.max(height - promptHeight, 1))
  const promptTop = height - promptHeight
  return { promptTop, promptHeight, outputTop: Math.max(0, promptTop - outputHeight), outputHeight }
}
