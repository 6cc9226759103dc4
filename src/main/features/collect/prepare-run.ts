import { AppError } from '../../../shared/errors'
import type { AgentLogger } from '../../core/agent/logger'
import type { ExistingItem } from './collect-item'
import { type CollectForm, formValues, validateForm } from './form-schema'
import type { CollectPorts } from './ports'
import type { CollectRequest } from './run-request'
import { isFreshVisit } from './url-history'
import { createUrlLedger, type UrlLedger } from './url-ledger'
import { openWorkingSet, type WorkingSet } from './working-set'

/** What the later steps work with. */
export interface PreparedRun {
  form: CollectForm
  /** As they were when the run began. */
  existing: ExistingItem[]
  items: WorkingSet
  ledger: UrlLedger
  isVisited: (url: string) => boolean
}

/** Step "Prepare Context": checks the form, reads the collection, and takes up what an interrupted run left. */
export async function prepareRun(request: CollectRequest, ports: CollectPorts, logger: AgentLogger): Promise<PreparedRun> {
  const { isValid, errors } = validateForm(request.config)
  if (!isValid)
    throw new AppError(
      'BAD_INPUT',
      `The settings of the run are not valid: ${errors.map(({ message }) => message).join('; ')}. Correct them and start again.`,
    )
  const form = formValues(request.config)
  const isUpdate = request.mode === 'CREATE_UPDATE'
  const existing = isUpdate ? await ports.store.existingItems() : []
  const earlier = await ports.store.ledger()
  if (earlier.length > 0) logger.info(`${earlier.length} pages of the interrupted run are not read again.`)
  const visits = isUpdate ? await ports.store.urlHistory?.() : undefined
  const visited = new Set((visits ?? []).filter((visit) => isFreshVisit(visit, ports.now())).map(({ url }) => url))
  return {
    form,
    existing,
    items: await openWorkingSet({ existing, store: ports.store, isBlockedUrl: ports.isBlockedUrl }),
    ledger: createUrlLedger(form.max_pages_to_process, earlier),
    isVisited: (url) => visited.has(url),
  }
}
