import { setTimeout as delay } from 'node:timers/promises'
import { createAgentModel } from '../../core/agent/agent-model'
import { createAgentTransport } from '../../core/agent/agent-transport'
import type { JobContext } from '../../core/jobs/define-job'
import type { EndpointRests } from '../../core/jobs/endpoint-rest'
import type { CapabilityMemory } from '../../core/llm/capability-ladder'
import { countTokens } from '../../core/llm/count-tokens'
import type { ModelEndpoint } from '../../core/llm/model-endpoint'
import { GiveUp, RetryLater } from '../../core/queue/job-rules'
import type { SettingsStore } from '../../core/settings/settings-store'
import { clientSettings, type ModelRoles, type RoleTarget } from '../models/model-roles'
import type { WatchedEndpointDeps } from '../models/watched-endpoint'
import { localOnlyWait } from '../models/watched-endpoint'
import type { RunControl } from './collect'
import type { ModelPort, WorkerModel } from './ports'

/** The models that are set, their pauses, and what is known of their servers. */
export interface CollectEngines {
  roles: Pick<ModelRoles, 'text'>
  rests: EndpointRests
  clientOf(target: RoleTarget): ModelEndpoint
  ladder: CapabilityMemory
}

export interface CollectModelDeps {
  engines: CollectEngines
  settings: SettingsStore
  watch: WatchedEndpointDeps
  now: () => number
}

export const NO_MODEL = 'Collect needs a model that can call tools. Choose one in Settings, Models, then start again.'

/** Pauses of a server up to this long are waited for in the middle of a run; for longer ones the run waits in the queue. */
const LONGEST_WAIT_MS = 60_000
/** Attempts of a worker's call beyond the first, when the server is away or asks for a pause. The agent's own are made by its loop. */
const WORKER_RETRIES = 2
/** What no page after this one would change. */
const fatal = new Set(['MODEL_KEY_REFUSED', 'MODEL_UNKNOWN', 'MODEL_QUOTA_USED_UP'])

/**
 * The two models of a run of Collect: the thinker works with tools, the worker reads pages. What leaves this computer is written in the ledger, and
 * nothing does while “Local only” is on; each call is in the trace and within the day's ceilings; what a server asked for or refused holds here too.
 */
export function createCollectModel(deps: CollectModelDeps, context: JobContext, control: RunControl): ModelPort {
  const { roles, rests } = deps.engines
  const thinker = roles.text('thinker')
  const worker = roles.text('worker')
  if (thinker === null || worker === null) throw new GiveUp('MODEL_UNKNOWN', NO_MODEL)
  const thinkerModel = context.changes.model ?? thinker.model

  /** May a request leave now? Waits for a short pause; a reason to wait longer pauses the run. */
  async function pass(target: RoleTarget, model: string, signal: AbortSignal): Promise<void> {
    for (;;) {
      try {
        if (target.leavesComputer && deps.watch.isLocalOnly()) throw localOnlyWait()
        rests.assertAwake({ endpointId: target.endpoint.id, model })
        context.beforeModelCall()
        return
      } catch (error) {
        if (!(error instanceof RetryLater)) throw error
        const isShort = error.code === 'MODEL_RATE_LIMITED' && error.delayMs <= LONGEST_WAIT_MS
        if (!isShort) {
          control.pause(error)
          throw error
        }
        await delay(error.delayMs, undefined, { signal })
      }
    }
  }

  function parentModel(target: RoleTarget): ModelPort['parent'] {
    const given = clientSettings(target, deps.settings.read(), context.changes)
    const transport = createAgentTransport({ settings: given, now: deps.now, ladder: deps.engines.ladder })
    const model = createAgentModel({
      transport: {
        ...transport,
        async complete(body, signal) {
          try {
            const answer = await transport.complete(body, signal)
            rests.answered({ endpointId: target.endpoint.id, model: thinkerModel })
            return answer
          } catch (error) {
            rests.jobErrorFor(error, { endpointId: target.endpoint.id, model: thinkerModel })
            throw error
          }
        },
      },
      now: deps.now,
      name: 'Collect',
      beforeCall: (signal) => pass(target, thinkerModel, signal),
      recordCall(call) {
        if (target.leavesComputer) deps.watch.record(call)
        control.addTokens('parent', call.promptTokens ?? 0, call.outputTokens ?? 0)
        context.recordCall(call, 'thinker')
      },
    })
    return {
      model,
      providerName: target.endpoint.name,
      modelName: thinkerModel,
      contextTokens: target.contextTokens,
      maxOutputTokens: context.changes.maxOutputTokens ?? given.maxOutputTokens,
    }
  }

  function workerModel(target: RoleTarget): WorkerModel {
    const client = deps.engines.clientOf(target)
    const rest = { endpointId: target.endpoint.id, model: target.model }
    return {
      async generate(request, { signal }) {
        for (let attempt = 0; ; attempt += 1) {
          await pass(target, target.model, signal)
          try {
            const answer = await client.generate(request, {
              signal,
              recordCall(call) {
                control.addTokens('workers', call.promptTokens ?? 0, call.outputTokens ?? 0)
                context.recordCall(call, 'worker')
              },
            })
            rests.answered(rest)
            return answer
          } catch (error) {
            const meaning = rests.jobErrorFor(error, rest)
            if (meaning instanceof GiveUp && fatal.has(meaning.code)) control.giveUp(meaning)
            if (!(meaning instanceof RetryLater) || signal.aborted) throw error
            if (meaning.code === 'WEB_LOCAL_ONLY') control.pause(meaning)
            if (attempt >= WORKER_RETRIES || meaning.delayMs > LONGEST_WAIT_MS || signal.aborted) throw error
            // A pause that the server asked for is waited for by `pass`.
            if (meaning.code !== 'MODEL_RATE_LIMITED') await delay(1000 * (attempt + 1), undefined, { signal })
          }
        }
      },
    }
  }

  return {
    parent: parentModel(thinker),
    worker: { model: workerModel(worker), contextTokens: worker.contextTokens },
    estimateTokens: countTokens,
  }
}
