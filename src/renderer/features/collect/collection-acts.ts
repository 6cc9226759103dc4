import type { Collection, CollectRun } from '../../../shared/contract/collect'
import { attempt } from '../../base/attempt'
import { client } from '../../base/client'
import { useNavigation } from '../../base/navigation-store'
import { saveText } from '../../ui/save-as'
import { showToast } from '../../ui/toast'
import { useCollections } from './collections-store'
import { loadProposals } from './proposals-store'
import { loadRun } from './run-store'
import { items } from './run-words'

/** Saves a collection as one file where the person says. It is no longer encrypted there. */
export async function exportCollection(id: string, format: 'markdown' | 'csv'): Promise<void> {
  await attempt(async () => {
    const { fileName, text, items: count } = await client.call('export-collection', { id, format })
    const saved = await saveText(fileName, text, format === 'csv' ? 'text/csv' : 'text/markdown')
    if (saved !== null) showToast(`${items(count)} saved as “${saved}”. The file is not encrypted.`)
  })
}

export async function changeCollection(id: string, change: { name: string; description: string }): Promise<boolean> {
  return attempt(() => client.call('update-collection', { id, ...change }))
}

/** Deletes a collection; its items stay in the vault, or go to the trash for 30 days. */
export async function deleteCollection(
  { id, name, items: count }: Pick<Collection, 'id' | 'name' | 'items'>,
  what: 'keep' | 'trash',
): Promise<boolean> {
  return attempt(async () => {
    const { trashed } = await client.call('delete-collection', { id, items: what })
    useCollections.setState(({ collections }) => ({ collections: collections?.filter((each) => each.id !== id) }))
    if (useNavigation.getState().collectionId === id)
      useNavigation.setState({ collectionId: undefined, runId: undefined, itemId: undefined, pane: 'list' })
    const rest = what === 'trash' ? ` ${items(trashed)} went to the trash.` : count > 0 ? ' Its items stay in the vault.' : ''
    showToast(`“${name}” was deleted.${rest}`)
  })
}

/** Stops a run that waits or works. */
export async function stopRun({ id, jobId }: Pick<CollectRun, 'id' | 'jobId'>): Promise<void> {
  await attempt(() => client.call('cancel-job', { id: jobId }))
  await loadRun(id)
}

/** Lets a run that was stopped or failed go on where it was; what it found and nobody decided on is taken along. */
export async function resumeRun({ id, jobId }: Pick<CollectRun, 'id' | 'jobId'>): Promise<void> {
  await attempt(() => client.call('retry-job', { id: jobId }))
  await Promise.all([loadRun(id), loadProposals(id)])
}

/** Shows the run that a job of the queue works on. */
export async function openRunOfJob(jobId: string): Promise<void> {
  await attempt(async () => {
    const { collections } = await client.call('list-collections', {})
    const latest = collections.find(({ lastRun }) => lastRun?.jobId === jobId)
    const { openCollection } = useNavigation.getState()
    if (latest?.lastRun) return openCollection(latest.id, latest.lastRun.id)
    for (const { id } of collections) {
      const { runs } = await client.call('get-collection', { id })
      const run = runs.find((each) => each.jobId === jobId)
      if (run) return openCollection(id, run.id)
    }
    showToast('The collection of this run was deleted.')
  })
}

/** Shows an item of the open collection; its list stays beside it. */
export function openCollectedItem(itemId: string): void {
  useNavigation.setState({ itemId, jobId: undefined, pane: 'page' })
}

let cameFrom: string | undefined

/** Goes back from an item to its collection, with the keys on the row of that item. */
export function closeCollectedItem(): void {
  cameFrom = useNavigation.getState().itemId
  useNavigation.setState({ itemId: undefined, pane: 'page' })
}

/** The item that the person has just come back from, until `forgetCameFrom`. */
export function lastCameFrom(): string | undefined {
  return cameFrom
}

export function forgetCameFrom(): void {
  cameFrom = undefined
}
