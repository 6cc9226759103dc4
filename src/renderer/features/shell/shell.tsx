import { createElement, type ReactNode, useEffect } from 'react'
import { ConfirmDialog } from '../../ui/confirm-dialog'
import { EmptyState } from '../../ui/empty-state'
import { keyHint } from '../../ui/keys'
import { lookForCutAttachments } from '../attachments/attachments-store'
import { DropHint } from '../attachments/drop-hint'
import { BriefingPlace } from '../briefing/briefing-place'
import { NewBriefingDialog } from '../briefing/new-briefing-dialog'
import { closeNewBriefing } from '../briefing/new-briefing-store'
import { CaptureBox } from '../capture/capture-box'
import { useCapture } from '../capture/capture-store'
import { FirstDayPage } from '../capture/first-day-page'
import { CollectDialog } from '../collect/collect-dialog'
import { closeCollect } from '../collect/collect-dialog-store'
import { CollectPlace } from '../collect/collect-place'
import { loadCollections } from '../collect/collections-store'
import { GraphPlace } from '../graph/graph-place'
import { HistoryPanes } from '../history/history-panes'
import { useHistory } from '../history/history-store'
import { HivePlace } from '../hive/hive-place'
import { loadHive } from '../hive/hive-store'
import { ShareDialog } from '../hive/share-dialog'
import { closeShare } from '../hive/share-dialog-store'
import { BehindDialog } from '../items/behind-dialog'
import { closeBehind } from '../items/behind-store'
import { ItemList, type ItemPlace } from '../items/item-list'
import { ItemPage } from '../items/item-page'
import { JobsPlace } from '../jobs/jobs-place'
import { PagePane } from '../jobs/page-pane'
import { loadEmbedding } from '../models/embedding-store'
import { PlanDialog } from '../orchestration/plan-dialog'
import { closePlanDialog } from '../orchestration/plan-dialog-store'
import { PlanPage } from '../orchestration/plan-page'
import { usePlans } from '../orchestration/plan-store'
import { ReflectDialog } from '../reflection/reflect-dialog'
import { closeReflect } from '../reflection/reflect-dialog-store'
import { ReflectionPlace } from '../reflection/reflection-place'
import { loadReflections } from '../reflection/reflections-store'
import { ResearchDialog } from '../research/research-dialog'
import { closeResearch } from '../research/research-dialog-store'
import { ReviewPlace } from '../review/review-place'
import { loadReviewCounts } from '../review/review-store'
import { SchedulesPlace } from '../schedules/schedules-place'
import { Palette } from '../search/palette'
import { SearchResults } from '../search/search-results'
import { usePalette } from '../search/search-store'
import { SettingsPlace } from '../settings/settings-place'
import { useSettings } from '../settings/settings-store'
import { TagsPlace } from '../tags/tags-place'
import { ThesisPage } from '../thinking/thesis-page'
import { Banners } from './banners'
import { loadWaiting } from './banners-store'
import { Bar } from './bar'
import { lockNow, useLockQuestion } from './lock-vault'
import { type PlaceName, useNavigation } from './navigation-store'
import { DialogBoundary, PaneBoundary, QuietBoundary } from './part-boundary'
import { loadPlaces, usePlaces } from './places-store'
import { reportActivity } from './report-activity'
import { Side } from './side'
import { useShellKeys } from './use-shell-keys'

const crumbs: Record<PlaceName, string> = {
  inbox: 'Inbox',
  all: 'All thoughts',
  pinned: 'Pinned',
  theses: 'Theses',
  briefings: 'Briefings',
  reflections: 'Reflections',
  review: 'Review',
  collections: 'Collections',
  graph: 'Graph',
  stale: 'Stale',
  tags: 'Tags',
  jobs: 'Jobs',
  schedules: 'Schedules',
  hive: 'Hive',
  trash: 'Trash',
  settings: 'Settings',
  tag: 'Tag',
  search: 'Search',
}

function NothingOpen({ place }: { place: PlaceName }) {
  return (
    <PagePane label="Page" crumb={crumbs[place]}>
      <div className="sheet">
        <h1 className="sr">{crumbs[place]}</h1>
        <EmptyState title="No thought is open">Choose one in the list, or press {keyHint('Ctrl N')} to write one.</EmptyState>
      </div>
    </PagePane>
  )
}

/** The places that fill list and page on their own. */
const wholePlaces: Partial<Record<PlaceName, () => ReactNode>> = {
  jobs: () => <JobsPlace />,
  briefings: () => <BriefingPlace />,
  reflections: () => <ReflectionPlace />,
  review: () => <ReviewPlace />,
  collections: () => <CollectPlace />,
  graph: () => <GraphPlace />,
  settings: () => <SettingsPlace />,
  tags: () => <TagsPlace />,
  schedules: () => <SchedulesPlace />,
  hive: () => <HivePlace />,
}

function Panes() {
  const { place, tag, itemId } = useNavigation()
  const places = usePlaces((state) => state.places)
  // A first thought that was saved by itself while it is written must not take its page away.
  const writingFirst = useCapture((state) => !state.open && state.savedId !== undefined)
  const emptyVault = places !== undefined && places.trash === 0 && (places.all === 0 || (places.all === 1 && writingFirst))
  const plan = usePlans((state) => state.open)
  const historyOf = useHistory((state) => state.itemId)
  const whole = historyOf !== undefined && historyOf === itemId ? () => <HistoryPanes /> : wholePlaces[place]
  if (whole !== undefined) return <PaneBoundary frame="page">{whole()}</PaneBoundary>
  const list =
    place === 'search' ? (
      <SearchResults />
    ) : place === 'tag' ? (
      <ItemList tag={tag ?? ''} />
    ) : (
      // The other places are those of `wholePlaces`.
      <ItemList place={place as ItemPlace} />
    )
  const crumb = place === 'tag' ? `#${tag}` : crumbs[place]
  const page =
    itemId === undefined ? (
      emptyVault ? (
        <FirstDayPage />
      ) : (
        <NothingOpen place={place} />
      )
    ) : plan?.itemId === itemId ? (
      <PlanPage key={plan.id} itemId={itemId} id={plan.id} />
    ) : place === 'theses' ? (
      <ThesisPage key={itemId} itemId={itemId} />
    ) : (
      <ItemPage id={itemId} crumb={crumb} />
    )
  return (
    <>
      <PaneBoundary frame="list">{list}</PaneBoundary>
      <PaneBoundary frame="page">{page}</PaneBoundary>
    </>
  )
}

function LockQuestion() {
  const asking = useLockQuestion((state) => state.asking)
  if (!asking) return null
  return (
    <ConfirmDialog
      title="Some words are not saved"
      text="The vault did not take the last of what you typed. Locking now would lose it. Cancel, and copy it or try to save it again."
      action="Lock and lose them"
      onConfirm={() => void lockNow()}
      onClose={() => useLockQuestion.setState({ asking: false })}
    />
  )
}

/** What floats over the panes, and how each is put away. */
const dialogs: readonly (readonly [() => ReactNode, () => void])[] = [
  [CaptureBox, () => useCapture.setState({ open: false })],
  [CollectDialog, closeCollect],
  [ResearchDialog, closeResearch],
  [NewBriefingDialog, closeNewBriefing],
  [ReflectDialog, closeReflect],
  [BehindDialog, closeBehind],
  [PlanDialog, closePlanDialog],
  [ShareDialog, closeShare],
  [Palette, () => usePalette.setState({ open: false })],
  [LockQuestion, () => useLockQuestion.setState({ asking: false })],
]

/** The window of an open vault: bar, banners, places, list and page, and what floats over them. */
export function Shell() {
  const { place, pane } = useNavigation()
  const emptyVault = usePlaces((state) => state.places?.all === 0)
  useShellKeys()
  useEffect(() => {
    void useSettings.getState().load()
    void loadPlaces()
    void loadWaiting()
    lookForCutAttachments()
    void loadEmbedding()
    void loadCollections()
    void loadHive()
    void loadReflections()
    void loadReviewCounts()
    return reportActivity()
  }, [])
  const showList = pane === 'list' && place !== 'schedules' && !(emptyVault && place === 'inbox')
  return (
    <div className={`win${place === 'jobs' ? ' jobs' : ''}${showList ? ' show-list' : ''}`}>
      <Bar />
      <PaneBoundary frame="side">
        <Side />
      </PaneBoundary>
      <QuietBoundary>
        <Banners />
      </QuietBoundary>
      <Panes />
      {dialogs.map(([show, close]) => (
        <DialogBoundary key={show.name} close={close}>
          {createElement(show)}
        </DialogBoundary>
      ))}
      <QuietBoundary>
        <DropHint />
      </QuietBoundary>
    </div>
  )
}
