import { createElement, type ReactNode, useEffect } from 'react'
import type { Item } from '../../shared/entities'
import { closeBehind } from '../base/behind-store'
import { type PlaceName, useNavigation } from '../base/navigation-store'
import { PagePane } from '../base/page-pane'
import { DialogBoundary, PaneBoundary, QuietBoundary } from '../base/part-boundary'
import { loadPlaces, usePlaces } from '../base/places-store'
import { useSettings } from '../base/settings-store'
import { lookForCutAttachments } from '../features/attachments/attachments-store'
import { BriefingPlace } from '../features/briefings/briefing-place'
import { NewBriefingDialog } from '../features/briefings/new-briefing-dialog'
import { closeNewBriefing } from '../features/briefings/new-briefing-store'
import { CaptureBox } from '../features/capture/capture-box'
import { useCapture } from '../features/capture/capture-store'
import { FirstDayPage } from '../features/capture/first-day-page'
import { CollectDialog } from '../features/collect/collect-dialog'
import { closeCollect } from '../features/collect/collect-dialog-store'
import { CollectPlace } from '../features/collect/collect-place'
import { loadCollections } from '../features/collect/collections-store'
import { GraphPlace } from '../features/graph/graph-place'
import { HistoryPanes } from '../features/history/history-panes'
import { useHistory } from '../features/history/history-store'
import { HivePlace } from '../features/hive/hive-place'
import { loadHive } from '../features/hive/hive-store'
import { ShareDialog } from '../features/hive/share-dialog'
import { closeShare } from '../features/hive/share-dialog-store'
import { BehindDialog } from '../features/items/behind-dialog'
import { ItemList, type ItemPlace } from '../features/items/item-list'
import { JobsPlace } from '../features/jobs/jobs-place'
import { loadEmbedding } from '../features/models/embedding-store'
import { PlanDialog } from '../features/orchestrate/plan-dialog'
import { closePlanDialog } from '../features/orchestrate/plan-dialog-store'
import { PlanPage } from '../features/orchestrate/plan-page'
import { usePlans } from '../features/orchestrate/plan-store'
import { ReflectDialog } from '../features/reflections/reflect-dialog'
import { closeReflect } from '../features/reflections/reflect-dialog-store'
import { ReflectionPlace } from '../features/reflections/reflection-place'
import { loadReflections } from '../features/reflections/reflections-store'
import { ResearchDialog } from '../features/research/research-dialog'
import { closeResearch } from '../features/research/research-dialog-store'
import { ReviewPlace } from '../features/review/review-place'
import { loadReviewCounts } from '../features/review/review-store'
import { SchedulesPlace } from '../features/schedules/schedules-place'
import { SearchResults } from '../features/search/search-results'
import { usePalette } from '../features/search/search-store'
import { TagsPlace } from '../features/tags/tags-place'
import { ThesisPage } from '../features/thinking/thesis-page'
import { ConfirmDialog } from '../ui/confirm-dialog'
import { EmptyState } from '../ui/empty-state'
import { keyHint } from '../ui/keys'
import { Banners } from './banners'
import { loadWaiting } from './banners-store'
import { Bar } from './bar'
import { DropHint } from './drop-hint'
import { ItemPage } from './item-page'
import { ItemSheet } from './item-sheet'
import { lockNow, useLockQuestion } from './lock-vault'
import { Palette } from './palette'
import { reportActivity } from './report-activity'
import { SettingsPlace } from './settings-place'
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

const itemPage = (id: string, crumb: ReactNode) => <ItemPage id={id} crumb={crumb} />
const itemSheet = (item: Item, below: ReactNode) => <ItemSheet item={item}>{below}</ItemSheet>

/** The places that fill list and page on their own. */
const wholePlaces: Partial<Record<PlaceName, () => ReactNode>> = {
  jobs: () => <JobsPlace />,
  briefings: () => <BriefingPlace />,
  reflections: () => <ReflectionPlace />,
  review: () => <ReviewPlace itemSheet={itemSheet} />,
  collections: () => <CollectPlace itemPage={itemPage} />,
  graph: () => <GraphPlace itemPage={itemPage} />,
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
