import type { LucideIcon } from 'lucide-react'
import {
  AlignLeft,
  Check,
  Headphones,
  Hourglass,
  Inbox,
  ListChecks,
  Lock,
  PenLine,
  Pin,
  Scale,
  Settings2,
  SunMoon,
  Tags,
  TextQuote,
  Trash2,
  Waypoints,
} from 'lucide-react'
import { showToast } from '../../ui/toast'
import { startBrief } from '../briefing/brief-button'
import { useCapture } from '../capture/capture-store'
import { deleteItem, summarizeItem, togglePin } from '../items/item-actions'
import { useItem } from '../items/item-store'
import { reviewItem } from '../items/review-item'
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
  ['stale', 'Go to Stale', Hourglass],
  ['tags', 'Go to Tags', Tags],
  ['graph', 'Go to Graph', Waypoints],
  ['jobs', 'Go to Jobs', ListChecks],
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
          { name: 'Brief this thought', icon: Headphones, keys: 'B', run: () => void startBrief(open.id) },
          { name: open.pinned ? 'Unpin this thought' : 'Pin this thought', icon: Pin, keys: 'P', run: () => void togglePin(open) },
          { name: 'This thought is still true', icon: Check, keys: 'V', run: () => void reviewItem(open) },
          { name: 'Summarise this thought', icon: TextQuote, keys: 'S', run: () => void summarizeItem(open.id) },
          { name: 'Delete this thought', icon: Trash2, keys: 'Delete', run: () => void deleteItem(open.id) },
        ]
      : []),
    { name: 'New thought', icon: PenLine, keys: 'Ctrl N', run: () => useCapture.getState().show() },
    ...places.map(([place, name, icon]) => ({ name, icon, run: () => openPlace(place) })),
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
