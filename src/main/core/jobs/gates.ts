import type { JobType } from '../../../shared/entities'
import { jobTypes } from '../../../shared/job-types'
import type { Closure } from '../queue/job-gates'
import type { GateOf } from '../queue/job-row'
import { RetryLater } from '../queue/job-rules'
import { type EndpointRests, type Rest, type RestTarget, TargetRests } from './endpoint-rest'

type GateRole = 'thinker' | 'worker' | 'embedder'

/** Pages and search engines count as one server here. */
const WEB = 'web'
const waits = new Set([
  'MODEL_UNREACHABLE',
  'MODEL_RATE_LIMITED',
  'MODEL_KEY_REFUSED',
  'MODEL_UNKNOWN',
  'MODEL_QUOTA_USED_UP',
  'USAGE_CEILING',
  'WEB_LOCAL_ONLY',
  'WEB_UNREACHABLE',
])

/**
 * The gate of a job that begins to wait: `role worker summarize`, with a model behind it when a person chose another; '' for one that needs no
 * server. It names the role and not the server, so that another server for the role opens it without a write.
 */
export const gateOf: GateOf = ({ type, changes }) => {
  const role = jobTypes[type].needs
  return role === null ? '' : ['role', role, type, ...(changes?.model === undefined ? [] : [changes.model])].join(' ')
}

export interface GatesDeps {
  /** The server behind a role; null for the built-in engine. */
  targetOf: (role: GateRole) => { endpoint: { id: string }; model: string; leavesComputer: boolean } | null
  rests: EndpointRests
  /** Why the day's ceilings allow no more work of a type; null when they do. */
  ceiling: (type: JobType) => { reason: string; until: number } | null
  /** Says once a day that a ceiling was reached. Writes. */
  tellCeiling: (type: JobType) => void
  /** `hasCeilings` spares everybody without ceilings the question what was used. */
  rules: () => { localOnly: boolean; hasCeilings: boolean }
  /** Milliseconds since 1970, and milliseconds of the clock of `rests`. */
  now: () => number
  elapsed: () => number
}

export interface JobGates {
  /** Why jobs behind a gate are not to be started now; null when they may. Reads only. */
  closureOf(gate: string): Closure | null
  /** The same for the workers. Behind a closed gate jobs wait, so a server that is away is looked at when it is time. */
  isClosed(gate: string): boolean
  /** The gate that a job is to wait behind after this failure; null when the failure is another one, or all is open again by now. */
  gateFor(job: Parameters<GateOf>[0], error: unknown): string | null
  /** The job came to its end well. */
  passed(type: JobType): void
}

const LOCAL_ONLY = '“Local only” is on, so nothing outside this computer is asked. Switch it off in Settings, Network.'

/** Opens and closes the gates that jobs wait behind, by what servers, settings and ceilings say at this moment (docs/decisions/0015). */
export function createJobGates(deps: GatesDeps): JobGates {
  const { rests } = deps

  const inWallTime = (rest: Rest | null): Closure | null =>
    rest && {
      code: rest.code,
      reason: rest.reason,
      nextTryAt: rest.until === null ? null : deps.now() + Math.max(0, Math.ceil(rest.until - deps.elapsed())),
    }

  function ceilingOf(type: JobType): Closure | null {
    const reached = deps.ceiling(type)
    return reached && { code: 'USAGE_CEILING', reason: reached.reason, nextTryAt: reached.until }
  }

  const localOnly = (): Closure => ({ code: 'WEB_LOCAL_ONLY', reason: LOCAL_ONLY, nextTryAt: null })

  function targetOf(gate: string): (RestTarget & { leavesComputer: boolean }) | null {
    const [kind, first = '', , ...rest] = gate.split(' ')
    if (kind === 'at') return { endpointId: first, model: rest.join(' '), leavesComputer: false }
    if (kind === 'web') return { endpointId: WEB, model: '', leavesComputer: true }
    const found = kind === 'role' ? deps.targetOf(first as GateRole) : null
    return found && { endpointId: found.endpoint.id, model: rest.join(' ') || found.model, leavesComputer: found.leavesComputer }
  }

  function closureOf(gate: string): Closure | null {
    if (gate === '') return null
    const rules = deps.rules()
    if (!rules.localOnly && !rules.hasCeilings && rests.isCalm()) return null
    const [kind, , type] = gate.split(' ') as [string, string, JobType]
    if (kind === 'local') return rules.localOnly ? localOnly() : null
    if (kind === 'use') return ceilingOf(type)
    const target = targetOf(gate)
    if (target === null) return null
    if (target.leavesComputer && rules.localOnly) return localOnly()
    return inWallTime(rests.restOf(target)) ?? (kind === 'role' && rules.hasCeilings ? ceilingOf(type) : null)
  }

  return {
    closureOf,
    isClosed(gate) {
      const closure = closureOf(gate)
      if (closure === null) return false
      if (closure.code === 'USAGE_CEILING') {
        const type = gate.split(' ')[2] as JobType
        // It writes, and whoever asks may be in the middle of a write.
        setImmediate(() => {
          if (!rests.isStopped()) deps.tellCeiling(type)
        })
      } else if (closure.code !== 'WEB_LOCAL_ONLY') {
        const target = targetOf(gate)
        if (target) rests.knock(target.endpointId)
      }
      return true
    },
    gateFor(job, error) {
      if (!(error instanceof RetryLater) || !waits.has(error.code)) return null
      if (error.code === 'WEB_UNREACHABLE') rests.away(WEB, error)
      const { type } = job
      const possible = [gateOf(job), `local - ${type}`, `use - ${type}`, `web - ${type}`]
      if (error instanceof TargetRests) possible.push(`at ${error.target.endpointId} ${type} ${error.target.model}`)
      return possible.find((gate) => closureOf(gate)?.code === error.code) ?? null
    },
    passed(type) {
      if (type === 'research') rests.answered({ endpointId: WEB, model: '' })
    },
  }
}
