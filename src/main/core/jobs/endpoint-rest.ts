import { AppError } from '../../../shared/errors'
import { RetryLater } from '../queue/job-rules'
import { jobErrorOf } from './job-error'

/** After a refusal that a person has to mend, this long passes before another job tries by itself. */
const REFUSED_WAIT_MS = 3600_000
/** What no repetition changes: the key, the model's name, the money. */
const toBeMended = new Set(['MODEL_KEY_REFUSED', 'MODEL_UNKNOWN', 'MODEL_QUOTA_USED_UP'])

/** Names of what a request goes to. */
export interface RestTarget {
  endpointId: string
  model: string
}

export interface EndpointRests {
  /** Throws RetryLater while the server asked for a pause, or refused this model until a person mends it. */
  assertAwake(target: RestTarget): void
  /** Takes note of a failed request and gives what it means for the job. */
  jobErrorFor(error: unknown, target: RestTarget): unknown
  /** A person says that it is mended, or asks anew. Forgets refusals that are at least so old, and every pause. */
  forget(olderThanMs?: number): void
}

/**
 * Which servers are to be left alone. The first job that meets a refusal of key, model or quota is dead and tells; the others wait, so that
 * 200 of them do not make 200 calls. A server that asks for a pause (429) is paused for all jobs, and no other server is. `now` in milliseconds,
 * from a clock that is not set back.
 */
export function createEndpointRests(now: () => number): EndpointRests {
  const refused = new Map<string, { error: AppError; at: number }>()
  const pausedUntil = new Map<string, { error: RetryLater; until: number }>()
  const keyOf = ({ endpointId, model }: RestTarget) => `${endpointId} ${model}`

  return {
    assertAwake(target) {
      const refusal = refused.get(keyOf(target))
      if (refusal) throw new RetryLater(REFUSED_WAIT_MS, refusal.error.message, refusal.error.code, refusal.error)
      const pause = pausedUntil.get(target.endpointId)
      if (!pause) return
      const left = pause.until - now()
      if (left > 0) throw new RetryLater(left, pause.error.message, pause.error.code, pause.error)
      pausedUntil.delete(target.endpointId)
    },
    jobErrorFor(error, target) {
      const meaning = jobErrorOf(error)
      if (error instanceof AppError && toBeMended.has(error.code)) refused.set(keyOf(target), { error, at: now() })
      if (meaning instanceof RetryLater && meaning.code === 'MODEL_RATE_LIMITED')
        pausedUntil.set(target.endpointId, { error: meaning, until: now() + meaning.delayMs })
      return meaning
    },
    forget(olderThanMs = 0) {
      for (const [key, { at }] of refused) if (now() - at >= olderThanMs) refused.delete(key)
      if (olderThanMs === 0) pausedUntil.clear()
    },
  }
}
