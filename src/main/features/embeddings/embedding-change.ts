import type { CommandOutput } from '../../../shared/contract'
import type { RoleModel } from '../../../shared/contract/endpoints'
import type { JobSummary } from '../../../shared/entities'
import { AppError } from '../../../shared/errors'
import { migrateEmbeddingsRequest } from '../../core/jobs/pipeline'
import type { JobReference, JobStore } from '../../core/queue/job-store'
import type { UnitOfWork, WriteTransaction } from '../../core/queue/write-transaction'
import type { SettingsStore } from '../../core/settings/settings-store'
import type { CurrentIndex } from './current-index'
import type { BoundEmbedder, Embedder } from './embedding'
import type { EmbeddingChange, EmbeddingChangeStore } from './embedding-change-store'
import type { EmbeddingCoverageStore } from './embedding-coverage-store'
import { estimate, needsOf, type TrialDeps, tryModel } from './embedding-plan'
import { markForRelinking } from './session-relink'

export interface EmbeddingChangeDeps extends TrialDeps {
  settings: SettingsStore
  changes: EmbeddingChangeStore
  coverage: EmbeddingCoverageStore
  embedder: Embedder
  /** The model of a role; null when its server is gone. */
  embedderOf: (role: RoleModel | null) => BoundEmbedder | null
  vectorIndex: Pick<CurrentIndex, 'prepare' | 'discard'>
  vectors: { dimensions(modelId: string): number | null }
  jobs: JobStore
  trace: { brief(id: string): JobSummary | null }
  isPaused: () => boolean
  write: UnitOfWork['write']
  now: () => number
  newId: () => string
  announceCancelled: (tx: WriteTransaction, job: JobReference) => void
  /** A person asks anew: forgets refusals of servers. */
  forgetRefusals: () => void
  /** Another model is in force. */
  followEmbedder: () => void
}

export const BUILTIN_EMBEDDER_LABEL = 'built-in embeddings'

const labelOf = (role: RoleModel | null) => role?.model ?? BUILTIN_EMBEDDER_LABEL

/** Changes of the embedding model: what one would cost, how far it is, and its start and end. The work itself is done by jobs (features/embeddings/migrate-embeddings.ts). */
export function createEmbeddingChange(deps: EmbeddingChangeDeps) {
  const { settings, changes, coverage, embedder, vectorIndex, jobs, write, now } = deps

  function requireModel(role: RoleModel | null): BoundEmbedder {
    const model = deps.embedderOf(role)
    if (!model) throw new AppError('BAD_INPUT', 'The model server was removed meanwhile. Choose another one.')
    return model
  }

  function assertOther(role: RoleModel | null): void {
    if (JSON.stringify(limitsOf(role)) === JSON.stringify(limitsOf(settings.read().roles.embedder)))
      throw new AppError('BAD_INPUT', `The embeddings are made by ${labelOf(role)} already. Choose another model to change them.`)
  }

  function putInForce(tx: WriteTransaction, role: RoleModel | null): void {
    const before = settings.read()
    settings.write({ ...before, roles: { ...before.roles, embedder: role } })
    tx.emit('settings-changed', {})
    tx.afterCommit(deps.followEmbedder)
  }

  /** The last step of a change, in the transaction that found nothing missing. */
  function changeOver(tx: WriteTransaction, change: EmbeddingChange): void {
    changes.setProgress({ ...change, done: change.total })
    changes.end(change.id, 'done', tx.now)
    markForRelinking(settings)
    tx.emit('embedding-migration-progress', { done: change.total, total: change.total })
    putInForce(tx, change.to)
  }

  function enqueueSlice(tx: WriteTransaction, changeId: string): void {
    changes.setJob(changeId, tx.enqueue(migrateEmbeddingsRequest(changeId, '')).jobId)
  }

  function isAlive({ jobId }: EmbeddingChange): boolean {
    const status = jobId === null ? undefined : jobs.find(jobId)?.status
    return status === 'pending' || status === 'running'
  }

  /** True when the one that runs leads to this model and only has to be set going again. Throws CONFLICT when it runs. */
  function goesOn(tx: WriteTransaction, running: EmbeddingChange, toModel: string): true {
    if (running.toModel !== toModel || isAlive(running))
      throw new AppError(
        'CONFLICT',
        `The embeddings are just being made anew by ${labelOf(running.to)}. Wait until that is done, or cancel it first.`,
      )
    enqueueSlice(tx, running.id)
    return true
  }

  function waitingFor({ jobId }: EmbeddingChange): string | null {
    const job = jobId === null ? null : deps.trace.brief(jobId)
    if (!job || job.status === 'done') return 'Its job was deleted. Start the change again to go on, or cancel it.'
    if (job.status === 'running') return null
    if (job.status === 'dead') return `${job.error ?? 'It failed.'} Retry it in Jobs to go on, or cancel the change.`
    if (job.status === 'cancelled') return 'It was stopped in Jobs. Retry it there to go on, or cancel the change.'
    return job.nextRunAt > now() || job.errorCode !== null || deps.isPaused() ? (job.error ?? job.waitingFor) : null
  }

  function describe(change: EmbeddingChange): NonNullable<CommandOutput<'get-embedding-state'>['change']> {
    const { done, total, busyMs, startedAt } = change
    return {
      toModel: labelOf(change.to),
      done,
      total,
      startedAt,
      secondsLeft: done === 0 ? null : Math.ceil(((total - done) * busyMs) / done / 1000),
      waitingFor: waitingFor(change),
    }
  }

  return {
    changeOver,

    state(): CommandOutput<'get-embedding-state'> {
      const model = embedder.current()
      const running = changes.running()
      const last = running ? null : undoable()
      return {
        model: model.isBuiltin ? BUILTIN_EMBEDDER_LABEL : labelOf(settings.read().roles.embedder),
        builtin: model.isBuiltin,
        ...coverage.counts(model.modelId, !model.leavesComputer()),
        change: running && describe(running),
        undo: last && deps.embedderOf(last.from) ? { model: labelOf(last.from), until: last.keptUntil ?? 0 } : null,
      }
    },

    async plan(role: RoleModel | null): Promise<CommandOutput<'plan-embedding-change'>> {
      const model = requireModel(role)
      assertOther(role)
      deps.forgetRefusals()
      const needs = await needsOf(coverage, model)
      const trial = await tryModel(model, needs.samples, deps)
      const { items, pieces, keptBack } = needs
      return {
        toModel: labelOf(role),
        items,
        pieces,
        keptBack,
        ...estimate(needs, trial, { prices: settings.read().prices, model: role?.model ?? '' }),
        leavesComputer: model.leavesComputer(),
        dimensions: trial.dimensions,
      }
    },

    async start(role: RoleModel | null): Promise<void> {
      const model = requireModel(role)
      assertOther(role)
      const from = embedder.modelId()
      if (model.modelId === from) {
        // Only its limits are others.
        write((tx) => putInForce(tx, role))
        return
      }
      deps.forgetRefusals()
      const { items } = await needsOf(coverage, model)
      if (items === 0 && !changes.running()) await vectorIndex.prepare(model.modelId)
      write((tx) => {
        requireModel(role)
        assertOther(role)
        const running = changes.running()
        if (running && goesOn(tx, running, model.modelId)) return
        const roles = settings.read().roles
        const change = {
          id: deps.newId(),
          from: roles.embedder,
          to: role,
          fromModel: embedder.modelId(),
          toModel: model.modelId,
          total: items,
        }
        changes.begin(change, tx.now)
        tx.emit('embedding-migration-progress', { done: 0, total: items })
        if (items === 0) {
          const begun = changes.running()
          if (begun) changeOver(tx, begun)
          return
        }
        enqueueSlice(tx, change.id)
        tx.emit('settings-changed', {})
      })
    },

    cancel(): void {
      write((tx) => {
        const running = changes.running()
        if (!running) throw new AppError('CONFLICT', 'No change of the embedding model is going on, so there is nothing to cancel.')
        // Ended first: what its job has to say about its own end is then of no account.
        changes.end(running.id, 'cancelled', tx.now)
        const job = running.jobId === null ? null : jobs.cancel(running.jobId, tx.now)
        if (job) deps.announceCancelled(tx, job)
        tx.emit('settings-changed', {})
        tx.afterCommit(() => vectorIndex.discard(running.toModel))
      })
    },

    async undo(): Promise<void> {
      const last = requireUndoable()
      // First the index, so that search lacks nothing in the moment of the change.
      await vectorIndex.prepare(last.fromModel)
      write((tx) => {
        const change = requireUndoable()
        if (change.id !== last.id) throw new AppError('CONFLICT', 'The embedding model was changed meanwhile. Look at it again.')
        changes.end(change.id, 'undone', tx.now)
        markForRelinking(settings)
        putInForce(tx, change.from)
      })
    },

    /** Whether a change that runs goes to a model of this server. */
    /** The model being changed to; null for the built-in one, and when none is. */
    target: (): RoleModel | null => changes.running()?.to ?? null,

    isTarget: (endpointId: string) => changes.running()?.to?.endpointId === endpointId,

    /** After a start: a change whose job is gone goes on. One that is dead, or was stopped, waits for the person. */
    resume(): void {
      const running = changes.running()
      if (running && (running.jobId === null || !jobs.find(running.jobId))) write((tx) => enqueueSlice(tx, running.id))
    },
  }

  /** The change to go back from. One from a model that had no vectors, as in an empty vault, is none: there is nothing to go back to at once. */
  function undoable(): EmbeddingChange | null {
    const last = changes.undoable(embedder.modelId(), now())
    return last && deps.vectors.dimensions(last.fromModel) !== null ? last : null
  }

  function requireUndoable(): EmbeddingChange {
    const running = changes.running()
    if (running) throw new AppError('CONFLICT', `The embeddings are just being made anew by ${labelOf(running.to)}. Cancel that first.`)
    const last = undoable()
    if (!last) throw new AppError('CONFLICT', 'There is no change to take back: the vectors of a model before are kept for seven days.')
    if (!deps.embedderOf(last.from))
      throw new AppError(
        'CONFLICT',
        `${labelOf(last.from)} cannot come back, because its server was removed. Add the server again, and choose the model anew.`,
      )
    return last
  }
}

export type EmbeddingChanges = ReturnType<typeof createEmbeddingChange>

/** What makes two roles the same. */
function limitsOf(role: RoleModel | null): unknown[] | null {
  return role && [role.endpointId, role.model, role.contextTokens ?? null, role.timeoutSeconds ?? null]
}
