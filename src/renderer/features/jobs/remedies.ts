import type { JobChanges } from '../../../shared/contract/jobs'
import type { Settings } from '../../../shared/contract/settings'
import type { Job, JobType } from '../../../shared/entities'
import { hasTextModel, textModel, textRoleOf } from '../../base/roles-in-force'
import { formatNumber } from '../../ui/format-time'
import { timeWords } from './change-words'

/** What the main button of a failed job offers: another run with these changes, the form to choose them in, a section of Settings, or the same once more. */
export type Remedy =
  | { kind: 'run'; label: string; changes: JobChanges }
  | { kind: 'form'; label: string }
  | { kind: 'settings'; label: string; section: string }
  | { kind: 'again'; label: string }

/** The largest values that the contract takes for one job. */
export const MOST_TOKENS = 131_072
export const MOST_SECONDS = 7200

/** The work that a model server does and that changes speak to. */
const modelWork: ReadonlySet<JobType> = new Set([
  'expand',
  'counterpoint',
  'synthesize',
  'summarize',
  'generate_item_briefing',
  'generate_briefing',
  'orchestrate',
  'research',
])

/** A summary is one sentence: its job asks for this many tokens, whatever Settings say (src/main/features/thinking/summarize.ts). */
const SUMMARY_TOKENS = 400

type Limits = Pick<Settings, 'engine' | 'roles' | 'maxOutputTokens' | 'modelTimeoutSeconds'>
type Failed = Pick<Job, 'type' | 'status' | 'errorCode' | 'changes' | 'attempts'>

/** Whether another run of this job can be told to use another model, more room or more time: only a model server listens to that. */
export function canChange(job: Pick<Job, 'type' | 'status'>, settings: Limits | undefined): boolean {
  if (job.status !== 'dead' && job.status !== 'cancelled') return false
  return settings !== undefined && modelWork.has(job.type) && settings.engine === 'endpoint' && hasTextModel(settings)
}

/** Tokens that the first attempt of such a job gets when nothing is changed. */
export function usualTokens(type: JobType, settings: Limits): number {
  return type === 'summarize' ? SUMMARY_TOKENS : settings.maxOutputTokens
}

/** Seconds that such a job gets when nothing is changed. */
export function usualSeconds(type: JobType, settings: Limits): number {
  return textModel(settings, textRoleOf(type))?.timeoutSeconds ?? settings.modelTimeoutSeconds
}

/** Tokens that the last attempt was given: each attempt after the first gets twice as many, up to eight times (src/main/core/jobs/engine.ts). */
export function tokensGiven(job: Failed, settings: Limits): number {
  const first = job.changes?.maxOutputTokens ?? usualTokens(job.type, settings)
  return first * 2 ** Math.min(Math.max(job.attempts, 1) - 1, 3)
}

const again: Remedy = { kind: 'again', label: 'Retry' }
/** What no other try mends: the search engine itself, its key, its plan. */
const searchTrouble = new Set(['SEARCH_NOT_UNDERSTOOD', 'SEARCH_KEY_REFUSED', 'SEARCH_QUOTA_USED_UP', 'SEARCH_NOT_SET_UP'])
const webSearch: Remedy = { kind: 'settings', label: 'Open Web search settings', section: 'search-engine' }
const otherModel: Remedy = { kind: 'form', label: 'Choose another model…' }

function moreRoom(job: Failed, settings: Limits): Remedy {
  const given = tokensGiven(job, settings)
  if (given >= MOST_TOKENS) return otherModel
  const maxOutputTokens = Math.min(given * 2, MOST_TOKENS)
  return {
    kind: 'run',
    label: `Retry with ${formatNumber(maxOutputTokens)} tokens`,
    changes: { ...job.changes, maxOutputTokens },
  }
}

function moreTime(job: Failed, settings: Limits): Remedy {
  const given = job.changes?.timeoutSeconds ?? usualSeconds(job.type, settings)
  if (given >= MOST_SECONDS) return otherModel
  const timeoutSeconds = Math.min(given * 2, MOST_SECONDS)
  return { kind: 'run', label: `Retry with ${timeWords(timeoutSeconds)}`, changes: { ...job.changes, timeoutSeconds } }
}

/** What most likely helps a dead job, from its error. Earlier changes of the person stay in force. */
export function remedyFor(job: Failed, settings: Limits | undefined): Remedy {
  if (job.status === 'dead' && searchTrouble.has(job.errorCode ?? '')) return webSearch
  if (job.status !== 'dead' || settings === undefined || !canChange(job, settings)) return again
  switch (job.errorCode) {
    case 'MODEL_CUT_OFF':
    case 'MODEL_ONLY_THINKING':
      return moreRoom(job, settings)
    case 'MODEL_TIMEOUT':
    case 'JOB_TIMEOUT':
      return moreTime(job, settings)
    case 'MODEL_UNKNOWN':
    case 'MODEL_CONTEXT_TOO_LONG':
    case 'MODEL_REFUSED':
    case 'MODEL_NOT_ACCEPTED':
      return otherModel
    default:
      return again
  }
}
