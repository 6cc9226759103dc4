import type { AppEvent } from '../../../shared/contract/events'
import type { Job } from '../../../shared/entities'
import type { Context, Owner } from './context'
import { type ExitName, exitCode } from './exit-codes'
import { safeLine } from './terminal-text'

/** How following a job ended. */
export interface Verdict {
  outcome: 'done' | 'dead' | 'cancelled' | 'waiting' | 'locked' | 'lost' | 'interrupted'
  /** Why, where it did not go well. */
  message: string
}

export const exitForOutcome: Record<Verdict['outcome'], ExitName> = {
  done: 'done',
  dead: 'jobDead',
  cancelled: 'jobCancelled',
  waiting: 'jobWaits',
  locked: 'locked',
  lost: 'failed',
  interrupted: 'interrupted',
}

/** A job that waits longer than this for its next try is not waited for. */
const LONGEST_WAIT_MS = 60_000

export interface FollowOptions<T> {
  /** Begins the work; called once events are heard, so that none is missed. */
  begin: () => Promise<T>
  /** The end, where this event is one. */
  judge: (event: AppEvent, begun: T) => Verdict | null
  /** The end, where the work has ended before: asked once, after `begin`. */
  ask: (begun: T) => Promise<Verdict | null>
  /** Whether an event of a job is of this work. */
  isOurs: (job: { jobId: string; type: Job['type']; itemId: string | null }, begun: T) => boolean
  jobId: (begun: T) => string
  /** A line for the person about an event, or null. */
  describe: (event: AppEvent, begun: T) => string | null
}

/**
 * Begins work and waits for its end by the events alone. Tells on standard error what happens. Ctrl+C ends the waiting, not the work.
 */
export async function followJob<T>(context: Context, owner: Owner, options: FollowOptions<T>): Promise<{ begun: T; verdict: Verdict }> {
  const { io } = context
  let settle: (verdict: Verdict) => void = () => {}
  const ended = new Promise<Verdict>((resolve) => {
    settle = resolve
  })
  const early: AppEvent[] = []
  let told: string | null = null
  let receive = (event: AppEvent): void => void early.push(event)
  const stop = owner.subscribe((event) => receive(event))
  const begun = await options.begin()

  async function look(jobId: string): Promise<void> {
    const verdict = await waitingVerdict(owner, jobId, io.now())
    if (verdict.ends) settle({ outcome: 'waiting', message: verdict.message })
    else if (verdict.message !== '') context.note(verdict.message)
  }

  receive = (event) => {
    if (event.type === 'vault-locked')
      return settle({ outcome: 'locked', message: 'The vault was locked. The work goes on once it is unlocked in the Cortexa window.' })
    const line = options.describe(event, begun)
    // A status is told again when a job of it begins anew.
    if (line !== null && line !== told) context.note(line)
    told = line ?? told
    const verdict = options.judge(event, begun)
    if (verdict !== null) return settle(verdict)
    if (event.type === 'job-retry-scheduled' && options.isOurs(event.payload, begun)) void look(event.payload.jobId).catch(() => {})
    if (event.type === 'job-cancelled' && options.isOurs(event.payload, begun))
      settle({ outcome: 'cancelled', message: 'The job was cancelled. `cortexa retry` runs it again.' })
    if (event.type === 'queue-paused' || event.type === 'waiting-changed') void look(options.jobId(begun)).catch(() => {})
  }
  for (const event of early) receive(event)

  const onInterrupt = () =>
    settle({ outcome: 'interrupted', message: `No longer waiting. The job goes on: cortexa jobs ${options.jobId(begun).slice(-8)}` })
  const stopListening = io.interrupts.listen(onInterrupt)
  void owner.connection.closed.then(() =>
    settle({ outcome: 'lost', message: 'Cortexa ended or closed the connection. The work goes on when it runs again.' }),
  )
  try {
    void options
      .ask(begun)
      .then(async (verdict) => {
        if (verdict !== null) settle(verdict)
        else await look(options.jobId(begun))
      })
      .catch(() => {})
    return { begun, verdict: await ended }
  } finally {
    stopListening()
    stop()
  }
}

/** Whether a job waits for something that may not come soon, and for what. */
async function waitingVerdict(owner: Owner, jobId: string, now: number): Promise<{ ends: boolean; message: string }> {
  const [job, { paused }] = await Promise.all([owner.call('get-job', { id: jobId }), owner.call('list-jobs', { limit: 1 })])
  if (job.status !== 'pending') return { ends: false, message: '' }
  if (paused) return { ends: true, message: 'The queue is paused, so nothing starts. Resume it in the Cortexa window, under Jobs.' }
  // A server that is waited for leaves a code and no error, because no attempt was lost.
  const why = job.error ?? (job.errorCode === null ? null : job.waitingFor)
  if (why === null) return { ends: false, message: '' }
  const seconds = Math.max(0, Math.ceil((job.nextRunAt - now) / 1000))
  const reason = safeLine(why)
  // What is looked at in this moment is not waited for yet.
  if ((job.errorCode === 'MODEL_UNREACHABLE' && seconds > 0) || job.nextRunAt - now > LONGEST_WAIT_MS)
    return { ends: true, message: `The job waits, and goes on by itself: ${reason}` }
  // A refused key or model, and “Local only”: no time is known, because the person has to act.
  if (job.error === null && job.errorCode !== 'MODEL_UNREACHABLE' && seconds === 0)
    return { ends: true, message: `The job waits: ${reason}` }
  if (seconds === 0) return { ends: false, message: '' }
  return { ends: false, message: `Tries again in ${seconds} s: ${reason}` }
}

/** What came of work that did not succeed. A job that a person cancels tells of its failure first. */
export function badEnd(isCancelled: boolean, why: string): Verdict {
  return isCancelled
    ? { outcome: 'cancelled', message: 'The job was cancelled. `cortexa retry` runs it again.' }
    : { outcome: 'dead', message: `${why} \`cortexa retry\` runs it again.` }
}

/** Tells a bad end and gives the exit code of an end. */
export function endWith(context: Context, { outcome, message }: Verdict): number {
  // The JSON form says it on standard output.
  if (outcome !== 'done' && !context.json) context.io.error(`cortexa: ${safeLine(message)}\n`)
  return exitCode(exitForOutcome[outcome])
}
