import type { LucideIcon } from 'lucide-react'
import {
  AlignLeft,
  CalendarClock,
  Check,
  Globe,
  Headphones,
  Hourglass,
  Inbox,
  Library,
  ListChecks,
  Lock,
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
import { showToast } from '../../ui/toast'
import { startBrief } from '../briefing/brief-button'
import { openNewBriefing } from '../briefing/new-briefing-store'
import { useCapture } from '../capture/capture-store'
import { openCollect } from '../collect/collect-dialog-store'
import { useCollections } from '../collect/collections-store'
import { deleteItem, summarizeItem, togglePin } from '../items/item-actions'
import { useItem } from '../items/item-store'
import { reviewItem } from '../items/review-item'
import { askForPlan } from '../orchestration/plan-dialog-store'
import { openResearch } from '../research/research-dialog-store'
import { useSettings } from '../settings/settings-store'
import { lockVault } from '../shell/lock-vault'
import { type PlaceName, useNavigation } from '../shell/navigation-store'
import { startDeepThink } from '../thinking/thinking-store'

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
  ['collections', 'Go to Collections', Library],
  ['stale', 'Go to Stale', Hourglass],
  ['tags', 'Go to Tags', Tags],
  ['graph', 'Go to Graph', Waypoints],
  ['jobs', 'Go to Jobs', ListChecks],
  ['schedules', 'Go to Schedules', CalendarClock],
  ['trash', 'Go to Trash', Trash2],
  ['settings', 'Open Settings', Settings2],
]

/** Every command the palette offers now: those on the open thought first. */
export function paletteCommands(): PaletteCommand[] {
  const { itemId, openPlace } = useNavigation.getState()
  const item = useItem.getState().item
  const open = item && item.id === itemId && item.deletedAt === null ? item : undefined
  const theme = useSettings.getState().settings?.theme
  const dark = document.documentElement.dataset.theme === 'dark'
  return [
    ...(open
      ? [
          { name: 'Deep Think on this thought', icon: Scale, keys: 'D', run: () => void startDeepThink(open.id) },
          { name: 'Deep Think with a plan…', icon: Network, keys: 'L', run: () => void askForPlan(open.id) },
          { name: 'Research this thought…', icon: Telescope, keys: 'R', run: () => openResearch(open) },
          { name: 'Brief this thought', icon: Headphones, keys: 'B', run: () => void startBrief(open.id) },
          { name: open.pinned ? 'Unpin this thought' : 'Pin this thought', icon: Pin, keys: 'P', run: () => void togglePin(open) },
          { name: 'This thought is still true', icon: Check, keys: 'V', run: () => void reviewItem(open) },
          { name: 'Summarise this thought', icon: TextQuote, keys: 'S', run: () => void summarizeItem(open.id) },
          { name: 'Delete this thought', icon: Trash2, keys: 'Delete', run: () => void deleteItem(open.id) },
        ]
      : []),
    { name: 'New thought', icon: PenLine, keys: 'Ctrl N', run: () => useCapture.getState().show() },
    { name: 'New briefing of several thoughts…', icon: Headphones, run: () => openNewBriefing() },
    { name: 'Research a question…', icon: Telescope, run: () => openResearch() },
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
