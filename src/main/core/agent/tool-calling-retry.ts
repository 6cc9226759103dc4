import { InvalidToolInputError, NoSuchToolError } from 'ai'
import { type Sleep, throwIfAborted } from './abort'
import type { AgentLogger } from './logger'
import { isTransient, lastErrorOf, retryAfterMs } from './transient-failure'

/** Waits before the second and the third attempt, in milliseconds; later ones wait as the last (docs/collect-pipeline.md, "Retries and repair"). */
const RETRY_WAITS_MS = [1000, 3000]
/** Attempts beyond the first (docs/collect-pipeline.md, "Retries and repair"). */
export const DEFAULT_MAX_RETRIES = 2

/** What providers say when a model wrote a tool call that they could not read. Compared without regard to case. */
const toolCallingWords = [
  'parsing failed',
  'tool call validation',
  'not in request.tools',
  'tool_use_failed',
  'invalid_tool_call',
  'failed to call a function',
  'failed_generation',
]

/** A model kept failing to call tools. `originalError` is the very object of the last attempt. */
export class ToolCallingError extends Error {
  readonly originalError: unknown

  constructor(message: string, originalError: unknown) {
    super(message, { cause: originalError })
    this.name = 'ToolCallingError'
    this.originalError = originalError
  }
}

export interface ToolCallingRetryOptions {
  providerName: string
  modelName: string
  logger: AgentLogger
  sleep: Sleep
  now: () => number
  signal?: AbortSignal
  maxRetries?: number
}

/** Whether an error says that the model's tool call was the trouble. Values that are no Error never do. */
export function isToolCallingError(error: unknown): boolean {
  const last = lastErrorOf(error)
  if (!(last instanceof Error)) return false
  if (NoSuchToolError.isInstance(last) || InvalidToolInputError.isInstance(last)) return true
  const message = last.message.toLowerCase()
  return toolCallingWords.some((words) => message.includes(words))
}

/**
 * Runs `fn`, and again after 1 s and 3 s when it failed by a tool call or by something transient; a server's `retry-after` of up to a minute
 * goes before these. The whole of `fn` is repeated, so what it has done must be kept outside of it. An aborted signal ends it at once. When
 * all attempts failed, tool-calling errors become a ToolCallingError; a transient one is rethrown as it is, and so is any other error.
 */
export async function withToolCallingRetry<T>(fn: () => Promise<T>, options: ToolCallingRetryOptions): Promise<T> {
  const { signal, logger, maxRetries = DEFAULT_MAX_RETRIES, now } = options
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await fn()
    } catch (error) {
      if (signal?.aborted) throw error
      const isToolCalling = isToolCallingError(error)
      if (!isToolCalling && !isTransient(error)) throw error
      if (attempt > maxRetries) {
        if (isToolCalling) throw toToolCallingError(error, attempt, options)
        throw error
      }
      const waitMs = retryAfterMs(error, now()) ?? RETRY_WAITS_MS[attempt - 1] ?? RETRY_WAITS_MS.at(-1) ?? 0
      logger.warn(
        `Attempt ${attempt} of ${maxRetries + 1} with ${options.modelName} failed by ${isToolCalling ? 'a tool call' : 'a passing fault'}; next one in ${waitMs} ms.`,
      )
      await options.sleep(waitMs, signal)
      throwIfAborted(signal)
    }
  }
}

function toToolCallingError(error: unknown, attempts: number, { modelName, providerName }: ToolCallingRetryOptions): ToolCallingError {
  const last = lastErrorOf(error)
  const words = last instanceof Error ? ` The last fault: ${last.message}` : ''
  return new ToolCallingError(
    `${modelName} at ${providerName} could not call the tools; gave up after ${attempts} attempts. Choose another model that supports tool calls in Settings.${words}`,
    error,
  )
}
