import type { Job } from '../../../shared/entities'

/** A job as plain text to hand to somebody: ids, times, codes, token counts. No title, prompt, reply or text of a thought. */
export function jobReport(job: Job): string {
  const time = (at: number | null) => (at === null ? '-' : new Date(at).toISOString())
  const head = [
    `Cortexa job ${job.id}`,
    `type ${job.type}, status ${job.status}, attempts ${job.attempts} of ${job.maxAttempts}, priority ${job.priority}`,
    `created ${time(job.createdAt)}, started ${time(job.startedAt)}, finished ${time(job.finishedAt)}`,
    ...(job.errorCode === null ? [] : [`error ${job.errorCode}`]),
  ]
  const attempts = job.attemptsLog.flatMap((attempt) => [
    `attempt ${attempt.number}: ${attempt.outcome}, ${time(attempt.startedAt)} to ${time(attempt.finishedAt)}${attempt.errorCode === null ? '' : `, ${attempt.errorCode}`}`,
    ...attempt.calls.map(
      (call) =>
        `  ${call.model}: ${Math.round(call.durationMs)} ms, in ${call.promptTokens ?? '?'}, out ${call.outputTokens ?? '?'} tokens, finish ${call.finishReason ?? '-'}${call.errorCode === null ? '' : `, ${call.errorCode}`}`,
    ),
  ])
  return [...head, ...attempts].join('\n')
}
