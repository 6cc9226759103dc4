import { useEffect } from 'react'
import { onEvent, startLiveEvents } from '../base/live-events'
import { useNavigation } from '../base/navigation-store'
import { QuietBoundary } from '../base/part-boundary'
import { followPlaces } from '../base/places-store'
import { followSettings, useSettings } from '../base/settings-store'
import { applyTheme } from '../base/theme'
import { saveEverything } from '../base/unsaved'
import { followAttachments } from '../features/attachments/attachments-store'
import { dropSavedCapture } from '../features/capture/capture-store'
import { followCollect } from '../features/collect/follow-collect'
import { followGraph } from '../features/graph/graph-store'
import { followHistory } from '../features/history/history-store'
import { followHive } from '../features/hive/hive-store'
import { dropSavedDrafts } from '../features/items/draft-store'
import { followItemList } from '../features/items/item-list-store'
import { followItem } from '../features/items/item-store'
import { followLinks } from '../features/links/links-store'
import { followEmbedding } from '../features/models/embedding-store'
import { followPlans } from '../features/orchestrate/plan-store'
import { followReflections } from '../features/reflections/reflections-store'
import { followReview } from '../features/review/review-store'
import { followSchedules } from '../features/schedules/schedules-store'
import { followSearch } from '../features/search/search-store'
import { followTags } from '../features/tags/tags-store'
import { VaultGate } from '../features/vault/vault-gate'
import { followVault } from '../features/vault/vault-store'
import { ErrorBoundary } from '../ui/error-boundary'
import { WindowFault } from '../ui/fault-panel'
import { keepFocus } from '../ui/keep-focus'
import { hideToast, Toaster, useToast } from '../ui/toast'
import { followBanners } from './banners-store'
import { Shell } from './shell'

/** Joins the features to the event stream, once per window. */
export function startApp(): void {
  followVault()
  followSettings()
  followEmbedding()
  followPlaces()
  followItemList()
  followItem()
  followHistory()
  followAttachments()
  followLinks()
  followGraph()
  followSearch()
  followTags()
  followPlans()
  followSchedules()
  followReflections()
  followReview()
  followCollect()
  followHive()
  followBanners()
  onEvent('vault-locked', () => {
    dropSavedDrafts()
    dropSavedCapture()
    hideToast()
    useNavigation.setState({
      itemId: undefined,
      jobId: undefined,
      collectionId: undefined,
      runId: undefined,
      reflectionId: undefined,
      query: '',
      tag: undefined,
      place: 'inbox',
      pane: 'list',
    })
  })
  keepFocus()
  window.addEventListener('pagehide', () => void saveEverything())
  onEvent('vault-locking', () => void saveEverything())
  startLiveEvents()
}

export function App() {
  const theme = useSettings((state) => state.settings?.theme)
  const toastId = useToast((state) => state.toast?.id) ?? 0
  useEffect(() => {
    if (theme !== undefined) applyTheme(theme)
  }, [theme])
  return (
    <>
      <ErrorBoundary fallback={(fault) => <WindowFault fault={fault} />}>
        <VaultGate>
          <Shell />
        </VaultGate>
      </ErrorBoundary>
      <QuietBoundary resetKey={toastId}>
        <Toaster />
      </QuietBoundary>
    </>
  )
}
