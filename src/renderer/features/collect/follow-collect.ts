import { onEvent } from '../../base/live-events'
import { useNavigation } from '../../base/navigation-store'
import { showToast } from '../../ui/toast'
import { followCollectDialog } from './collect-dialog-store'
import { followCollected } from './collected-items-store'
import { followCollection } from './collection-store'
import { followCollections, loadCollections, useCollections } from './collections-store'
import { followPictures } from './picture-cache'
import { followProposals } from './proposals-store'
import { followRunLog } from './run-log-store'
import { followRun } from './run-store'

const endWords = { completed: 'The run for %s is complete.', failed: 'The run for %s failed.' } as const

/** Joins all of Collect to the event stream, once per window. */
export function followCollect(): void {
  followCollections()
  followCollection()
  followCollected()
  followRun()
  followRunLog()
  followProposals()
  followPictures()
  followCollectDialog()
  onEvent('collect-run-updated', ({ runId, collectionId, status }) => {
    const { place, runId: shown } = useNavigation.getState()
    if ((status !== 'completed' && status !== 'failed') || (place === 'collections' && shown === runId)) return
    void loadCollections().then(() => {
      const collection = useCollections.getState().collections?.find(({ id }) => id === collectionId)
      if (collection) showToast(endWords[status].replace('%s', () => `“${collection.name}”`))
    })
  })
}
