import { defineJob } from '../../core/jobs/define-job'
import { OrchestrationPayload } from '../../core/jobs/pipeline'
import { drivePlan } from './drive-plan'
import type { OrchestrateDeps } from './orchestrate-deps'

/** Calls that the time limit of a whole run has room for, one after the other: a plan, eight steps, a plan made anew. */
const CALLS = 10
const MOST_TIME_MS = 2 * 3600_000

/** `orchestrate`: a plan of steps on one thought, made by the thinker, run side by side where nothing speaks against it. */
export function orchestrateJob(deps: OrchestrateDeps) {
  const { orchestrations: store } = deps
  return defineJob<{ itemId: string; orchestrationId: string }, string>({
    type: 'orchestrate',
    payload: OrchestrationPayload,
    timeoutMs: () => Math.min(deps.timeoutMs() * CALLS, MOST_TIME_MS),
    started(tx, { itemId, orchestrationId }, jobId) {
      store.setJob(orchestrationId, jobId)
      store.setStatus(orchestrationId, 'running', null, tx.now)
      tx.emit('orchestration-updated', { orchestrationId, itemId, status: 'running' })
    },
    run: (ids, context) => drivePlan(deps, ids, context),
    commit(tx, { itemId, orchestrationId }, lastStepId) {
      store.finish(orchestrationId, lastStepId, tx.now)
      tx.emit('orchestration-updated', { orchestrationId, itemId, status: 'done' })
      const done = store.steps(orchestrationId).filter((step) => step.status === 'done').length
      return { note: done === 1 ? '1 step' : `${done} steps` }
    },
    ended(tx, { itemId, orchestrationId }, message) {
      store.reopenRunning(orchestrationId)
      store.setStatus(orchestrationId, 'failed', message, tx.now)
      tx.emit('orchestration-updated', { orchestrationId, itemId, status: 'failed' })
    },
    retried(tx, { itemId, orchestrationId }) {
      store.reopenSteps(orchestrationId, true)
      store.setStatus(orchestrationId, 'pending', null, tx.now)
      tx.emit('orchestration-updated', { orchestrationId, itemId, status: 'pending' })
    },
  })
}
