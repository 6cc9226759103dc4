import type { Virtualizer } from '@tanstack/react-virtual'
import { useLayoutEffect, useRef } from 'react'
import type { JobEntry } from './job-entries'

/** A row that moved further than this did not make room, it went elsewhere: the view does not run after it. */
const FAR = 50

/**
 * Keeps the rows in sight where they are while others come or go above them, so that no row slips away under the pointer. At the
 * very top new rows show at once.
 */
export function useKeepPlace(virtual: Virtualizer<HTMLDivElement, Element>, entries: readonly JobEntry[]): void {
  const anchor = useRef<{ id: string; index: number; delta: number } | undefined>(undefined)

  useLayoutEffect(() => {
    const held = anchor.current
    if (!held) return
    const from = Math.max(0, held.index - FAR)
    const near = entries.slice(from, held.index + FAR)
    const found = near.findIndex((entry) => entry.kind === 'row' && entry.job.id === held.id)
    if (found < 0 || from + found === held.index) return
    const offset = virtual.getOffsetForIndex(from + found, 'start')?.[0]
    if (offset !== undefined) virtual.scrollToOffset(offset + held.delta)
  }, [entries, virtual])

  useLayoutEffect(() => {
    const top = virtual.scrollOffset ?? 0
    const first = top <= 0 ? undefined : virtual.getVirtualItems().find((row) => row.start >= top && entries[row.index]?.kind === 'row')
    const entry = first && entries[first.index]
    anchor.current = first && entry?.kind === 'row' ? { id: entry.job.id, index: first.index, delta: top - first.start } : undefined
  })
}
