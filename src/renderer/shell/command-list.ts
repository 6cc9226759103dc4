import type { LucideIcon } from 'lucide-react'
import {
  AlignLeft,
  CalendarClock,
  Check,
  Globe,
  Headphones,
  Hexagon,
  Hourglass,
  Inbox,
  Library,
  ListChecks,
  ListTodo,
  Lock,
  MoonStar,
  Network,
  PenLine,
  Pin,
  Scale,
  Settings2,
  SunMoon,
  Tags,
  Telescope,
  TextQuote,
  Trash2,
  Waypoints,
} from 'lucide-react'
import { type PlaceName, useNavigation } from '../base/navigation-store'
import { useSettings } from '../base/settings-store'
import { startBrief } from '../features/briefings/brief-button'
import { openNewBriefing } from '../features/briefings/new-briefing-store'
import { useCapture } from '../features/capture/capture-store'
import { openCollect } from '../features/collect/collect-dialog-store'
import { useCollections } from '../features/collect/collections-store'
import { importFiles } from '../features/hive/hive-acts'
import { openShare } from '../features/hive/share-dialog-store'
import { deleteItem, summarizeItem, togglePin } from '../features/items/item-actions'
import { useItem } from '../features/items/item-store'
import { reviewItem } from '../features/items/review-item'
import { askForPlan } from '../features/orchestrate/plan-dialog-store'
import { actsOnActive } from '../features/reflections/active-finding'
import { openReflect } from '../features/reflections/reflect-dialog-store'
import { openResearch } from '../features/research/research-dialog-store'
import { answersToActive } from '../features/review/review-acts'
import { startDeepThink } from '../features/thinking/thinking-store'
import { showToast } from '../ui/toast'
import { lockVault } from './lock-vault'

export interface PaletteCommand {
  name: string
  icon: LucideIcon
  keys?: string
  run: () => void
}

const places: [PlaceName, string, LucideIcon][] = [
  ['inbox', 'Go to Inbox', Inbox],
  ['all', 'Go to All thoughts', AlignLeft],
  ['pinned', 'Go to Pinned', Pin],
  ['theses', 'Go to Theses', Scale],
  ['briefings', 'Go to Briefings', Headphones],
  ['reflections', 'Go to Reflections', MoonStar],
  ['review', 'Go to Review', ListTodo],
  ['collections', 'Go to Collections', Library],
  ['stale', 'Go to Stale', Hourglass],
  ['tags', 'Go to Tags', Tags],
  ['graph', 'Go to Graph', Waypoints],
  ['hive', 'Go to Hive', Hexagon],
  ['jobs', 'Go to Jobs', ListChecks],
  ['schedules', 'Go to Schedules', CalendarClock],
  ['trash', 'Go to Trash', Trash2],
  ['settings', 'Open Settings', Settings2],
]

/** What the keys do on the finding or the entry of the review that the person is at. */
function answers(): PaletteCommand[] {
  const { place } = useNavigation.getState()
  const acts = place === 'reflections' ? actsOnActive() : place === 'review' ? answersToActive() : []
  return acts.map(({ name, key, run }) => ({ name, icon: Check, keys: key.toUpperCase(), run }))
}

/** Every command the palette offers now: those on the open thought first. */
export function paletteCommands(): PaletteCommand[] {
  const { itemId, openPlace } = useNavigation.getState()
  const item = useItem.getState().item
  const open = item && item.id === itemId && item.deletedAt === null ? item : undefined
  const theme = useSettings.getState().settings?.theme
  const dark = document.documentElement.dataset.theme === 'dark'
  return [
    ...answers(),
    // In the review the answers are the ones above, each with a way on to the next entry.
    ...(open && useNavigation.getState().place !== 'review'
      ? [
          { name: 'Deep Think on this thought', icon: Scale, keys: 'D', run: () => void startDeepThink(open.id) },
          { name: 'Deep Think with a plan…', icon: Network, keys: 'L', run: () => void askForPlan(open.id) },
          { name: 'Research this thought…', icon: Telescope, keys: 'R', run: () => openResearch(open) },
          { name: 'Brief this thought', icon: Headphones, keys: 'B', run: () => void startBrief(open.id) },
          { name: open.pinned ? 'Unpin this thought' : 'Pin this thought', icon: Pin, keys: 'P', run: () => void togglePin(open) },
          { name: 'This thought is still true', icon: Check, keys: 'V', run: () => void reviewItem(open) },
          { name: 'Share this thought with a peer…', icon: Hexagon, keys: 'T', run: () => void openShare(open) },
          { name: 'Summarise this thought', icon: TextQuote, keys: 'S', run: () => void summarizeItem(open.id) },
          { name: 'Delete this thought', icon: Trash2, keys: 'Delete', run: () => void deleteItem(open.id) },
        ]
      : []),
    { name: 'New thought', icon: PenLine, keys: 'Ctrl N', run: () => useCapture.getState().show() },
    { name: 'New briefing of several thoughts…', icon: Headphones, run: () => openNewBriefing() },
    { name: 'Reflect now…', icon: MoonStar, run: () => openReflect() },
    { name: 'Research a question…', icon: Telescope, run: () => openResearch() },
    {
      name: 'Take in a .hive file…',
      icon: Hexagon,
      run: () => {
        openPlace('hive')
        void importFiles()
      },
    },
    { name: 'Collect from the web…', icon: Globe, run: () => openCollect() },
    ...places.map(([place, name, icon]) => ({ name, icon, run: () => openPlace(place) })),
    ...(useCollections.getState().collections ?? []).map(({ id, name }) => ({
      name: `Open collection ${name}`,
      icon: Library,
      run: () => useNavigation.getState().openCollection(id),
    })),
    ...(theme === undefined
      ? []
      : [
          {
            name: dark ? 'Use the light theme' : 'Use the dark theme',
            icon: SunMoon,
            run: () => {
              useSettings
                .getState()
                .update({ theme: dark ? 'light' : 'dark' })
                .catch(() => showToast('The theme could not be saved.'))
            },
          },
        ]),
    { name: 'Lock the vault', icon: Lock, keys: 'Ctrl L', run: () => void lockVault() },
  ]
}
