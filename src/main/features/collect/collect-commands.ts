import { setImmediate as nextTurn } from 'node:timers/promises'
import type { CollectedItem, Collection } from '../../../shared/contract/collect'
import { AppError } from '../../../shared/errors'
import type { Caller, Handlers } from '../../core/commands/dispatch'
import { collectRequest } from '../../core/jobs/pipeline'
import { safeFileName } from '../../core/text/file-name'
import { type CollectDecisionDeps, collectDecisions, requireRun } from './collect-decisions'
import { newSteps } from './collect-writer'
import { writeCsv, writeMarkdown } from './export-collection'
import { formFields, formGroups, formValues, validateForm } from './form-schema'
import type { SessionCollect } from './session-collect'

export interface CollectCommandDeps extends CollectDecisionDeps {
  collect: Pick<SessionCollect, 'hindrance' | 'removeBlobs'>
  forgetOldRefusal: () => void
  assertOpen: () => void
}

type CollectCommands = Pick<
  Handlers,
  | 'get-collect-form'
  | 'start-collect'
  | 'list-collections'
  | 'get-collection'
  | 'collection-of-item'
  | 'list-collected-items'
  | 'update-collection'
  | 'delete-collection'
  | 'get-collect-run'
  | 'read-collect-log'
  | 'list-proposals'
  | 'decide-proposals'
  | 'read-proposal-picture'
  | 'export-collection'
>

/** Runs of a collection that are kept, the newest first; the contract tells of so many. */
const KEPT_RUNS = 50
const LOG_PAGE = 500
const EXPORT_PAGE = 200

function requireCollection(s: CollectCommandDeps, id: string, caller: Caller): Collection {
  const collection = s.collections.find(id, caller.viewer)
  if (!collection) throw new AppError('NOT_FOUND', 'There is no collection with this id. It may have been deleted.')
  return collection
}

export function collectCommands(s: CollectCommandDeps): CollectCommands {
  /** Throws for a run that cannot be started; the caller's transaction then leaves nothing behind. */
  function assertNoOther(s: CollectCommandDeps): void {
    const other = s.collectRuns.unfinished()
    if (other)
      throw new AppError(
        'CONFLICT',
        `Cortexa is collecting for “${other.name}”, and does one run at a time. Wait until it is done, or stop it first.`,
        { data: { runId: other.id, collectionId: other.collectionId } },
      )
  }

  return {
    ...collectDecisions(s),

    'get-collect-form': () => ({ groups: [...formGroups], fields: [...formFields], hindrance: s.collect.hindrance() }),

    'start-collect': ({ collectionId: given, name, description, prompt: said, config = {} }, caller) => {
      const before = given === undefined ? undefined : requireCollection(s, given, caller)
      // What was asked for last goes on being asked for.
      const prompt = said.trim() === '' ? (before?.prompt ?? '') : said
      const isUnsaid = prompt.trim() === '' && (description ?? before?.description ?? '').trim() === ''
      const faults = [
        ...(given === undefined && name === undefined ? [{ path: 'name', message: 'name is required for a new collection' }] : []),
        ...(isUnsaid ? [{ path: 'prompt', message: 'Say in a few words what to collect' }] : []),
        ...validateForm(config).errors,
      ]
      if (faults.length > 0)
        throw new AppError('BAD_INPUT', `The run was not started: ${faults.map(({ message }) => message).join('; ')}.`, {
          data: { errors: faults },
        })
      const hindrance = s.collect.hindrance()
      if (hindrance !== null) throw new AppError(s.settings.read().localOnly ? 'WEB_LOCAL_ONLY' : 'CONFLICT', hindrance)
      const values = formValues(config)
      const [runId, collectionId] = [s.newId(), given ?? s.newId()]
      s.forgetOldRefusal()
      const jobId = s.write((tx) => {
        assertNoOther(s)
        if (given === undefined)
          s.collections.insert({ id: collectionId, name: name ?? '', description: description ?? '', prompt }, tx.now)
        else s.collections.update(collectionId, { name, description, prompt }, tx.now)
        const old = s.collectRuns.olderThan(collectionId, KEPT_RUNS - 1)
        const blobIds = old.flatMap(s.collectProposals.forgetOfRun)
        for (const id of old) s.collectRuns.remove(id)
        if (blobIds.length > 0) tx.afterCommit(() => s.collect.removeBlobs(blobIds))
        const job = tx.enqueue(collectRequest(runId, collectionId, values.max_pages_to_process))
        if (!job.created)
          throw new AppError(
            'CONFLICT',
            'Another run of Collect waits or goes on, and there is one at a time. Wait until it is done, or stop it first.',
          )
        const mode = given === undefined ? 'CREATE' : 'CREATE_UPDATE'
        s.collectRuns.insert(
          { id: runId, collectionId, jobId: job.jobId, mode, prompt, config: values, message: 'Waiting', steps: newSteps() },
          tx.now,
        )
        tx.emit('collect-run-updated', { runId, collectionId, status: 'waiting' })
        tx.emit('collection-changed', { collectionId })
        return job.jobId
      })
      return { collectionId, runId, jobId }
    },

    'list-collections': (_, caller) => ({ collections: s.collections.list(caller.viewer) }),

    'get-collection': ({ id }, caller) => {
      const collection = requireCollection(s, id, caller)
      const { categories, tags } = s.collections
      return {
        collection,
        categories: categories(id, caller.viewer),
        tags: tags(id, caller.viewer),
        runs: s.collectRuns.ofCollection(id, KEPT_RUNS),
      }
    },

    'collection-of-item': ({ itemId }, caller) => {
      const member = !caller.viewer.seesPrivate && s.items.staysHere(itemId) !== false ? null : s.collections.ofItem(itemId)
      const collection = member && s.collections.find(member.collectionId, caller.viewer)
      return { collection: collection && { id: collection.id, name: collection.name } }
    },

    'list-collected-items': ({ id, category, tag, sort = 'name', cursor, limit = 50 }, caller) => {
      requireCollection(s, id, caller)
      return s.collections.page(id, { category, tag, sort, cursor, limit, viewer: caller.viewer })
    },

    'update-collection': ({ id, name, description }, caller) => {
      requireCollection(s, id, caller)
      s.write((tx) => {
        s.collections.update(id, { name, description }, tx.now)
        tx.emit('collection-changed', { collectionId: id })
      })
      return requireCollection(s, id, caller)
    },

    'get-collect-run': ({ id }) => requireRun(s, id),

    'read-collect-log': ({ id, after = 0 }) => {
      requireRun(s, id)
      const lines = s.collectRuns.log(id, after, LOG_PAGE + 1)
      return { lines: lines.slice(0, LOG_PAGE), more: lines.length > LOG_PAGE }
    },

    'export-collection': async ({ id, format }, caller) => {
      const collection = requireCollection(s, id, caller)
      const items: CollectedItem[] = []
      for (let cursor: string | undefined; ; ) {
        s.assertOpen()
        const page = s.collections.page(id, { sort: 'category', cursor, limit: EXPORT_PAGE, viewer: caller.viewer })
        items.push(...page.items)
        if (page.nextCursor === null) break
        cursor = page.nextCursor
        await nextTurn()
      }
      const ending = format === 'markdown' ? 'md' : 'csv'
      const text = format === 'markdown' ? writeMarkdown(collection, items) : writeCsv(items)
      return {
        fileName: safeFileName(`${collection.name.replace(/[/\\.]/g, ' ').trim() || 'Collection'}.${ending}`),
        text,
        items: items.length,
      }
    },
  }
}
