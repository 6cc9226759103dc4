import { AppError } from '../../../shared/errors'
import { RetryLater } from '../queue/job-rules'
import { jobErrorOf } from './job-error'

/** After a refusal that only a person can settle, a job that met it says that it waits this long. */
const REFUSED_WAIT_MS = 3600_000
/** Between two looks whether a server is back: this long at first, then twice as long each time, up to the second. */
const MIN_BACKOFF_MS = 5000
const MAX_BACKOFF_MS = 300_000
/** What no repetition changes: the key, the model's name, the money. */
const needsPerson = new Set(['MODEL_KEY_REFUSED', 'MODEL_UNKNOWN', 'MODEL_QUOTA_USED_UP'])

/** Names of what a request goes to. */
export interface RestTarget {
  endpointId: string
  model: string
}

/** Why nothing is to be asked of a server. `until` is in milliseconds of the clock given; null until a person does something. */
export interface Rest {
  code: string
  reason: string
  until: number | null
}

export interface EndpointRests {
  /** Throws RetryLater while the server asked for a pause, or refused this model until a person settles it. Never for one that is away. */
  assertAwake(target: RestTarget): void
  /** Takes note of a failed request and gives what it means for the job. */
  jobErrorFor(error: unknown, target: RestTarget): unknown
  /** Takes note of a request that was answered: the server is there, and does the work of this model. */
  answered(target: RestTarget): void
  /** Takes note of something that cannot be reached. */
  away(endpointId: string, error: RetryLater): void
  /** Why jobs that need this target are not to be started; null when they may. Reads only. */
  restOf(target: RestTarget): Rest | null
  /** Has a server that is away looked at, in a turn of its own, when it is time for that and nobody is looking. */
  knock(endpointId: string): void
  /** True when no server rests in any way. */
  isCalm(): boolean
  /** A person asks for work, or the network may be back: what is away is looked at as soon as somebody waits for it. */
  tryNow(): void
  /** A person says that it is settled, or asks again. Forgets refusals that are at least so old, and every pause and absence. */
  forget(olderThanMs?: number): void
  /** Nothing is looked at any more. */
  stop(): void
  isStopped(): boolean
}

export interface EndpointRestsOptions {
  /** Whether a server answers at all, in whatever way. Without it, one that is away counts as back after its time. */
  probe?: (endpointId: string) => Promise<boolean>
  /** Something began or ended its rest, or was looked at in vain. */
  onChange?: () => void
}

/** What a failed request means for a job, with the target that is to be waited for. */
export class TargetRests extends RetryLater {
  readonly target: RestTarget

  constructor({ delayMs, reason, code, cause }: RetryLater, target: RestTarget) {
    super(delayMs, reason, code, cause)
    this.target = target
  }
}

interface Absence {
  error: RetryLater
  /** In a row, without an answer to a real request between. */
  failures: number
  until: number
  /** It answers again; whether it does the work is not known yet. */
  isBack: boolean
  isLookedAt: boolean
}

function backoff(failures: number): number {
  return Math.min(MIN_BACKOFF_MS * 2 ** Math.min(failures - 1, 20), MAX_BACKOFF_MS)
}

/**
 * Which servers are to be left alone (docs/decisions/0015). The first job that meets a refusal of key, model or quota is dead and tells; the
 * others wait, so that 200 of them do not make 200 calls. A server that asks for a pause (429) is paused for all jobs, and one that is away is
 * looked at by one small request, ever more seldom, whatever number of jobs waits for it. `now` in milliseconds, from a clock that is not set back.
 */
export function createEndpointRests(now: () => number, { probe, onChange = () => {} }: EndpointRestsOptions = {}): EndpointRests {
  const refused = new Map<string, { error: AppError; at: number }>()
  const paused = new Map<string, { error: RetryLater; until: number; failures: number }>()
  const absent = new Map<string, Absence>()
  let isStopped = false
  const keyOf = ({ endpointId, model }: RestTarget) => `${endpointId} ${model}`

  function away(endpointId: string, error: RetryLater): void {
    const known = absent.get(endpointId)
    // Several requests that fail together are one failure.
    if (known && !known.isBack && now() < known.until) return
    const failures = (known?.failures ?? 0) + 1
    absent.set(endpointId, { error, failures, until: now() + backoff(failures), isBack: false, isLookedAt: false })
    onChange()
  }

  async function look(endpointId: string, absence: Absence): Promise<void> {
    const isBack = probe ? await probe(endpointId).catch(() => false) : true
    absence.isLookedAt = false
    if (isStopped || absent.get(endpointId) !== absence || absence.isBack) return
    absence.isBack = isBack
    if (!isBack) {
      absence.failures += 1
      absence.until = now() + backoff(absence.failures)
    }
    onChange()
  }

  return {
    away,
    assertAwake(target) {
      const refusal = refused.get(keyOf(target))
      if (refusal) {
        const { message, code } = refusal.error
        throw new TargetRests(new RetryLater(REFUSED_WAIT_MS, message, code, refusal.error), target)
      }
      const pause = paused.get(target.endpointId)
      const left = pause ? pause.until - now() : 0
      if (pause && left > 0) throw new TargetRests(new RetryLater(left, pause.error.message, pause.error.code, pause.error), target)
    },
    jobErrorFor(error, target) {
      const meaning = jobErrorOf(error)
      if (error instanceof AppError && needsPerson.has(error.code)) {
        refused.set(keyOf(target), { error, at: now() })
        onChange()
      }
      // One that was thrown before the request, such as a ceiling, says nothing of the server.
      if (!(meaning instanceof RetryLater) || error instanceof RetryLater) return meaning
      if (meaning.code === 'MODEL_UNREACHABLE') away(target.endpointId, meaning)
      if (meaning.code === 'MODEL_RATE_LIMITED') {
        const failures = (paused.get(target.endpointId)?.failures ?? 0) + 1
        // A server that goes on refusing right after each pause is asked ever more seldom.
        const wait = failures === 1 ? meaning.delayMs : Math.max(meaning.delayMs, backoff(failures))
        paused.set(target.endpointId, { error: meaning, until: now() + wait, failures })
        onChange()
      }
      return new TargetRests(meaning, target)
    },
    answered(target) {
      const had = refused.delete(keyOf(target))
      const hadPause = paused.delete(target.endpointId)
      const hadAbsence = absent.delete(target.endpointId)
      if (had || hadPause || hadAbsence) onChange()
    },
    restOf(target) {
      const refusal = refused.get(keyOf(target))
      if (refusal) return { code: refusal.error.code, reason: refusal.error.message, until: null }
      const pause = paused.get(target.endpointId)
      if (pause && pause.until > now()) return { code: pause.error.code, reason: pause.error.reason, until: pause.until }
      const absence = absent.get(target.endpointId)
      return absence && !absence.isBack ? { code: absence.error.code, reason: absence.error.reason, until: absence.until } : null
    },
    knock(endpointId) {
      const absence = absent.get(endpointId)
      if (!absence || absence.isBack || absence.isLookedAt || isStopped || now() < absence.until) return
      absence.isLookedAt = true
      // Callers may be in the middle of a write.
      setImmediate(() => void look(endpointId, absence))
    },
    isCalm: () => refused.size === 0 && paused.size === 0 && absent.size === 0,
    tryNow() {
      for (const absence of absent.values()) {
        if (absence.isBack) continue
        absence.failures = 0
        absence.until = now()
      }
    },
    forget(olderThanMs = 0) {
      for (const [key, { at }] of refused) if (now() - at >= olderThanMs) refused.delete(key)
      if (olderThanMs > 0 || paused.size + absent.size === 0) return
      paused.clear()
      absent.clear()
      onChange()
    },
    stop() {
      isStopped = true
    },
    isStopped: () => isStopped,
  }
}
