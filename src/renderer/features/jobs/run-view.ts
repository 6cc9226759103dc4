import type { Job, JobAttempt, ThesisStage } from '../../../shared/entities'
import { jobTypes } from '../../../shared/job-types'
import { jobState } from '../../base/job-state'
import { attemptLength, axisFor, type Bar, barAt, callIsBad, callWords, outcomeWords } from './waterfall'

export type StageName = ThesisStage['stage']
export const runStages = ['expand', 'counterpoint', 'synthesize'] as const satisfies readonly StageName[]

export function isStage(type: Job['type']): type is StageName {
  return runStages.some((stage) => stage === type)
}

/** A mark on the shared axis: `line` an attempt, `call` a model call. `bad` has the danger tick at its end, `live` still grows. */
export interface RunMark extends Bar {
  key: string
  kind: 'line' | 'call'
  bad: boolean
  live: boolean
}

export interface RunRow {
  stage: StageName
  /** Null while the stage has no job, or has none any more. */
  jobId: string | null
  marks: RunMark[]
  outputTokens: number | null
  /** From its first start to its last end, waits between attempts included; null before it starts. */
  durationMs: number | null
  result: { text: string; bad: boolean }
  /** The same as the marks, in words. */
  spoken: string
}

export interface RunView {
  /** From the first start to the last end. */
  totalMs: number
  lengthMs: number
  ticks: string[]
  rows: RunRow[]
}

function seconds(ms: number): string {
  return `${(Math.max(0, ms) / 1000).toFixed(1)} s`
}

function attemptMarks(attempt: JobAttempt, from: number, now: number, axisMs: number): RunMark[] {
  const { bad } = outcomeWords(attempt)
  const line = barAt(attempt.startedAt - from, attemptLength(attempt, now), axisMs)
  const calls = attempt.calls.map((call): RunMark => {
    const bar = barAt(call.startedAt - from, call.durationMs, axisMs)
    return { ...bar, key: call.id, kind: 'call', bad: callIsBad(call), live: false }
  })
  return [{ ...line, key: `attempt ${attempt.number}`, kind: 'line', bad, live: attempt.outcome === 'running' }, ...calls]
}

function attemptWords(attempt: JobAttempt, from: number, now: number): string {
  const start = attempt.startedAt - from
  const span = `Attempt ${attempt.number} from ${seconds(start)} to ${seconds(start + attemptLength(attempt, now))}, ${outcomeWords(attempt).text.toLowerCase()}.`
  const calls = attempt.calls.map((call) => {
    const begin = call.startedAt - from
    const words = callWords(call)
    return ` ${call.name} from ${seconds(begin)} to ${seconds(begin + call.durationMs)}${words === '' ? '' : `, ${words.toLowerCase()}`}.`
  })
  return span + calls.join('')
}

function resultOf(job: Job): RunRow['result'] {
  const last = job.attemptsLog.at(-1)
  if (job.status === 'dead') return { text: last ? outcomeWords(last).text : 'Dead', bad: true }
  return { text: jobState(job).word, bad: false }
}

/** A stage without a job has not begun, unless the stage before it is done or a later one is there: then its job was discarded. */
function absentResult(jobs: readonly Job[], stage: StageName): RunRow['result'] {
  const at = runStages.indexOf(stage)
  const before = jobs.find((job) => job.type === runStages[at - 1])
  const later = jobs.some((job) => isStage(job.type) && runStages.indexOf(job.type) > at)
  return { text: later || before?.status === 'done' ? 'No job' : 'Not begun', bad: false }
}

/** The stages of a Deep Think run on one axis of wall-clock time that begins with the first attempt; null while none was made. */
export function runView(jobs: readonly Job[], now: number): RunView | null {
  const attempts = jobs.flatMap((job) => job.attemptsLog)
  if (attempts.length === 0) return null
  const from = Math.min(...attempts.map((attempt) => attempt.startedAt))
  const to = Math.max(...attempts.map((attempt) => attempt.startedAt + attemptLength(attempt, now)))
  const axis = axisFor(to - from)
  const rows = runStages.map((stage): RunRow => {
    const job = jobs.find((each) => each.type === stage)
    const log = job?.attemptsLog ?? []
    const result = job ? resultOf(job) : absentResult(jobs, stage)
    const starts = log[0]
    const ends = Math.max(...log.map((attempt) => attempt.startedAt + attemptLength(attempt, now)))
    const counted = log.flatMap((attempt) => attempt.calls.flatMap((call) => (call.outputTokens === null ? [] : [call.outputTokens])))
    const words = log.map((attempt) => attemptWords(attempt, from, now)).join(' ')
    return {
      stage,
      jobId: job?.id ?? null,
      marks: log.flatMap((attempt) => attemptMarks(attempt, from, now, axis.lengthMs)),
      outputTokens: counted.length === 0 ? null : counted.reduce((sum, count) => sum + count, 0),
      durationMs: starts ? ends - starts.startedAt : null,
      result,
      spoken: `${jobTypes[stage].name}: ${result.text}. ${words}`.trim(),
    }
  })
  return { totalMs: to - from, ...axis, rows }
}
