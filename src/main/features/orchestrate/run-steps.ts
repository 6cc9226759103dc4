/** A step as the order of work needs it. */
export interface OrderedStep {
  id: string
  needs: readonly string[]
}

export interface StepFailure<S> {
  step: S
  error: unknown
}

/** How many steps of one plan run side by side. */
export const SIDE_BY_SIDE = 2

/**
 * Runs steps, each once all its needs are done, at most `SIDE_BY_SIDE` at once, in the order given where several could start. `done` are
 * ids that need not run. After a failure no other step starts; those that run are waited for, so that their results are not lost. Gives
 * the failures, the first one first; none when every step is done. Rejects with the signal's reason as soon as it is aborted.
 */
export async function runSteps<S extends OrderedStep>(
  steps: readonly S[],
  done: Iterable<string>,
  run: (step: S) => Promise<void>,
  signal: AbortSignal,
): Promise<StepFailure<S>[]> {
  const finished = new Set(done)
  const waiting = new Set(steps.filter((step) => !finished.has(step.id)))
  const running = new Set<Promise<void>>()
  const failures: StepFailure<S>[] = []
  const aborted = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
  aborted.catch(() => undefined)

  function start(step: S): void {
    waiting.delete(step)
    const work = run(step).then(
      () => void finished.add(step.id),
      (error: unknown) => void failures.push({ step, error }),
    )
    running.add(work)
    void work.finally(() => running.delete(work))
  }

  for (;;) {
    signal.throwIfAborted()
    if (failures.length === 0) {
      for (const step of waiting) {
        if (running.size >= SIDE_BY_SIDE) break
        if (step.needs.every((need) => finished.has(need))) start(step)
      }
    }
    if (running.size === 0) break
    await Promise.race([aborted, ...running])
  }
  if (failures.length === 0 && waiting.size > 0) throw new Error('a plan with a cycle or an unknown need got past its check')
  return failures
}
