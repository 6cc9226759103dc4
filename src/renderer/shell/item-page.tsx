import {
  Check,
  Copy,
  Ellipsis,
  Headphones,
  Hexagon,
  History,
  Lock,
  Network,
  Paperclip,
  Pencil,
  Pin,
  PinOff,
  RotateCcw,
  Scale,
  Telescope,
  TextQuote,
  Trash2,
  Waypoints,
} from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { STALE_BELOW } from '../../shared/confidence'
import type { Item } from '../../shared/entities'
import { usePageKeys } from '../base/page-keys'
import { PagePane } from '../base/page-pane'
import { useSettings } from '../base/settings-store'
import { attachChosen } from '../features/attachments/attachment-section'
import { startBrief } from '../features/briefings/brief-button'
import { BriefingPlayer } from '../features/briefings/briefing-player'
import { showAround } from '../features/graph/graph-store'
import { openHistory } from '../features/history/history-acts'
import { FromPeer } from '../features/hive/from-peer'
import { openShare } from '../features/hive/share-dialog-store'
import { useDrafts } from '../features/items/draft-store'
import { copyMarkdown, deleteItem, eraseItem, restoreItem, summarizeItem, togglePin, toggleStaysHere } from '../features/items/item-actions'
import { useItem } from '../features/items/item-store'
import { reviewItem } from '../features/items/review-item'
import { askForPlan } from '../features/orchestrate/plan-dialog-store'
import { PlanSection } from '../features/orchestrate/plan-section'
import { ReflectionLink } from '../features/reflections/reflection-link'
import { ReportFacts } from '../features/research/report-facts'
import { openResearch } from '../features/research/research-dialog-store'
import { ResearchSection } from '../features/research/research-section'
import { ThinkingSection } from '../features/thinking/thinking-section'
import { startDeepThink } from '../features/thinking/thinking-store'
import { Button, IconButton } from '../ui/button'
import { ConfirmDialog } from '../ui/confirm-dialog'
import { EmptyState } from '../ui/empty-state'
import { Late } from '../ui/late'
import { Menu } from '../ui/menu'
import { ItemSheet } from './item-sheet'

function TrashActions({ item }: { item: Item }) {
  const [asking, setAsking] = useState(false)
  const ask = () => setAsking(true)
  usePageKeys({ Delete: ask })
  return (
    <>
      <Button icon={RotateCcw} onClick={() => void restoreItem(item.id)}>
        Restore
      </Button>
      <Button variant="danger" keys="Delete" onClick={ask}>
        Delete for good
      </Button>
      {asking && (
        <ConfirmDialog
          title="Delete this thought for good?"
          text="Its text, its earlier versions, its files, its thesis, its briefings and its links go with it. This cannot be undone."
          action="Delete for good"
          onClose={() => setAsking(false)}
          onConfirm={() => {
            setAsking(false)
            void eraseItem(item.id)
          }}
        />
      )}
    </>
  )
}

function ItemActions({ item }: { item: Item }) {
  const begin = useDrafts((state) => state.begin)
  const pin = () => void togglePin(item)
  const brief = () => void startBrief(item.id)
  const think = () => void startDeepThink(item.id)
  const plan = () => void askForPlan(item.id)
  const research = () => openResearch(item)
  const edit = () => begin(item)
  const summarize = () => void summarizeItem(item.id)
  const attach = () => void attachChosen(item.id)
  const history = () => void openHistory(item.id)
  const remove = () => void deleteItem(item.id)
  const review = () => void reviewItem(item)
  const around = () => showAround(item)
  const share = () => void openShare(item)
  const singleKeys = useSettings((state) => state.settings?.singleKeyShortcuts !== false)
  usePageKeys({
    ...(singleKeys
      ? { p: pin, b: brief, d: think, l: plan, r: research, e: edit, s: summarize, h: history, a: attach, v: review, g: around, t: share }
      : {}),
    Delete: remove,
  })
  return (
    <>
      {item.confidence < STALE_BELOW && (
        <Button icon={Check} keys="V" onClick={review}>
          Still true
        </Button>
      )}
      <IconButton
        icon={item.pinned ? PinOff : Pin}
        label={item.pinned ? 'Unpin' : 'Pin'}
        keys="P"
        aria-pressed={item.pinned}
        onClick={pin}
      />
      <IconButton icon={Headphones} label="Brief" keys="B" onClick={brief} />
      <IconButton icon={Telescope} label="Research" keys="R" onClick={research} />
      <IconButton icon={Pencil} label="Edit" keys="E" onClick={edit} />
      <IconButton icon={History} label="History" keys="H" data-history="" onClick={history} />
      <Menu
        label="More"
        icon={Ellipsis}
        items={[
          { label: 'Deep Think', icon: Scale, keys: 'D', onChoose: think },
          { label: 'Deep Think with a plan…', icon: Network, keys: 'L', onChoose: plan },
          { label: 'Summarise', icon: TextQuote, keys: 'S', onChoose: summarize },
          { label: 'Attach files', icon: Paperclip, keys: 'A', onChoose: attach },
          { label: 'Still true', icon: Check, keys: 'V', onChoose: review },
          { label: 'Show around this thought', icon: Waypoints, keys: 'G', onChoose: around },
          { label: 'Share with a peer…', icon: Hexagon, keys: 'T', onChoose: share },
          { label: 'Copy as Markdown', icon: Copy, onChoose: () => void copyMarkdown(item) },
          { label: 'Stays here', icon: Lock, checked: item.private, onChoose: () => void toggleStaysHere(item) },
          { label: 'Delete', icon: Trash2, keys: 'Delete', danger: true, onChoose: remove },
        ]}
      />
    </>
  )
}

/** What was made of a thought, in one part of the sheet: a tall margin must not push the sections apart. */
function BelowItem({ item }: { item: Item }) {
  return (
    <div>
      {item.kind === 'research' && <ReportFacts reportId={item.id} />}
      {item.kind === 'reflection' && <ReflectionLink itemId={item.id} />}
      <ResearchSection item={item} />
      <ThinkingSection itemId={item.id} />
      <PlanSection itemId={item.id} />
      {item.kind !== 'cross-synthesis' && <FromPeer itemId={item.id} isFromPeer={item.source === 'hive'} />}
    </div>
  )
}

/** The page of one thought: reading, editing in place, its margin, Deep Think below and the player at the bottom. */
export function ItemPage({ id, crumb }: { id: string; crumb: ReactNode }) {
  const { item, problem, missing, load } = useItem()
  const end = useDrafts((state) => state.end)
  useEffect(() => {
    void load(id)
    // Going to another thought saves this one; if that fails the draft waits here for the person's return.
    return () => void end(id)
  }, [id, load, end])

  const here = item?.id === id ? item : undefined
  const trashed = here?.deletedAt != null
  const actions = here && (trashed ? <TrashActions item={here} /> : <ItemActions item={here} />)
  return (
    <PagePane
      key={id}
      label="Thought"
      crumb={crumb}
      actions={actions}
      after={here && !trashed ? <BriefingPlayer itemId={id} /> : undefined}
    >
      {here ? (
        <ItemSheet item={here}>{trashed ? null : <BelowItem item={here} />}</ItemSheet>
      ) : problem !== undefined ? (
        <div className="sheet">
          <EmptyState title={missing ? 'This thought is gone' : 'This thought could not be opened'}>{problem}</EmptyState>
        </div>
      ) : (
        <Late>Opening the thought…</Late>
      )}
    </PagePane>
  )
}
