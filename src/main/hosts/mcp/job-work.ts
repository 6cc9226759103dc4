import type { Client } from '../../../shared/client'
import type { AppEvent } from '../../../shared/contract/events'
import type { ResearchState } from '../../../shared/contract/research'
import type { BriefingStatus, JobStatus, ThesisStatus } from '../../../shared/entities'
import type { Work } from './follow-work'

const ended: readonly JobStatus[] = ['done', 'dead', 'cancelled']
/** How many characters a job writes between two reports. */
const CHARACTERS_PER_REPORT = 500

const thesisWords: Record<ThesisStatus, string> = {
  pending: 'Waiting',
  expanding: 'Expanding the thought',
  critiquing: 'Looking for what speaks against it',
  synthesizing: 'Writing the thesis',
  done: 'The thesis is written',
  failed: 'Deep Think failed',
}
const briefingWords: Record<BriefingStatus, string> = {
  pending: 'Waiting',
  scripting: 'Writing the script',
  voicing: 'Recording the voice',
  done: 'The briefing is ready',
  failed: 'The briefing failed',
}
const researchWords: Partial<Record<ResearchState, string>> = {
  asking: 'Finding questions to search for',
  searching: 'Searching the web',
  reading: 'Reading pages',
  writing: 'Writing the report',
}

/** What the events of one job say: its start, and how much it has written. */
function describeJob(event: AppEvent, isOurs: (jobId: string) => boolean): string | null {
  if (event.type === 'collect-progress' && isOurs(event.payload.jobId)) return `${Math.round(event.payload.percent)} %`
  if (event.type === 'job-started' && isOurs(event.payload.jobId)) return 'Running'
  if (event.type === 'job-retry-scheduled' && isOurs(event.payload.jobId)) return 'Waiting for the next try'
  if (event.type !== 'job-progress' || !isOurs(event.payload.jobId)) return null
  const { offset, text } = event.payload
  const written = Math.floor((offset + text.length) / CHARACTERS_PER_REPORT) * CHARACTERS_PER_REPORT
  return written > 0 ? `${written} characters written` : null
}

const isEndOfJob = (event: AppEvent): boolean =>
  event.type === 'job-completed' || event.type === 'job-dead' || event.type === 'job-cancelled'

/** One job. `itemId` is the thought it works on, for the events that name that alone. */
export function jobWork(jobId: string, itemId: string | null, call: Client['call']): Work {
  const isOurs = (id: string) => id === jobId
  return {
    hasEnded: async () => ended.includes((await call('get-job', { id: jobId })).status),
    concerns: (event) => isEndOfJob(event) && 'jobId' in event.payload && event.payload.jobId === jobId,
    describe(event) {
      if (event.type === 'research-updated' && itemId !== null && event.payload.itemId === itemId)
        return researchWords[event.payload.state] ?? null
      return describeJob(event, isOurs)
    },
    stop: () => call('cancel-job', { id: jobId }),
  }
}

/** Deep Think on a thought: three jobs, one after another, of which `jobId` is one. */
export function thesisWork(itemId: string, jobId: string, call: Client['call']): Work {
  return {
    async hasEnded() {
      const { status, stages = [] } = await call('get-thesis', { itemId })
      return status === 'done' || status === 'failed' || stages.some((stage) => stage.status === 'cancelled')
    },
    concerns: (event) => (event.type === 'thesis-updated' || event.type === 'job-cancelled') && event.payload.itemId === itemId,
    describe: (event) => (event.type === 'thesis-updated' && event.payload.itemId === itemId ? thesisWords[event.payload.status] : null),
    async stop() {
      const { stages = [] } = await call('get-thesis', { itemId })
      const live = stages.find(({ status }) => status === 'waiting' || status === 'running' || status === 'retrying')
      await call('cancel-job', { id: live?.jobId ?? jobId })
    },
  }
}

export function briefingWork(briefingId: string, jobId: string, call: Client['call']): Work {
  return {
    async hasEnded() {
      const { briefing } = await call('get-briefing', { id: briefingId })
      return briefing === null || briefing.status === 'done' || briefing.status === 'failed'
    },
    concerns: (event) =>
      (event.type === 'briefing-updated' && event.payload.briefingId === briefingId) ||
      (event.type === 'job-cancelled' && event.payload.jobId === jobId),
    describe: (event) =>
      event.type === 'briefing-updated' && event.payload.briefingId === briefingId ? briefingWords[event.payload.status] : null,
    stop: () => call('cancel-job', { id: jobId }),
  }
}
