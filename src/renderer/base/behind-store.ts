import { create } from 'zustand'
import { onEvent } from './live-events'

/** A thought that a figure counts. `note` says more about it, such as why it was left out. */
export interface BehindItem {
  itemId: string
  title: string
  trashed?: boolean
  note?: string
}

interface Behind {
  /** What the figure says, such as "12 thoughts". */
  title: string
  items: readonly BehindItem[]
  /** Done before one of them is opened: closes what the figure stands in. */
  onOpen: (() => void) | undefined
}

export const useBehind = create<{ shown: Behind | undefined }>(() => ({ shown: undefined }))

onEvent('vault-locked', () => useBehind.setState({ shown: undefined }))

/** Shows the thoughts behind a figure, each to be opened. */
export function showBehind(title: string, items: readonly BehindItem[], onOpen?: () => void): void {
  useBehind.setState({ shown: { title, items, onOpen } })
}

export function closeBehind(): void {
  useBehind.setState({ shown: undefined })
}
