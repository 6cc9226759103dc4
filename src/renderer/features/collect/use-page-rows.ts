import { useVirtualizer } from '@tanstack/react-virtual'
import { type RefObject, useLayoutEffect, useRef, useState } from 'react'

/** Height of the bar that stays at the top of the page while its rows are scrolled, in pixels. */
const BAR = 52

/**
 * Rows that are part of a scrolled page: only those in sight are in it. `box` holds them; each stands at `top(row)` within it. The page must
 * be a `.scroll`.
 */
export function usePageRows({
  count,
  estimate,
  keyOf,
}: {
  count: number
  estimate: (index: number) => number
  keyOf: (index: number) => string
}) {
  const box = useRef<HTMLDivElement>(null)
  const [scroll, setScroll] = useState<HTMLElement | null>(null)
  const [margin, setMargin] = useState(0)
  useLayoutEffect(() => {
    const page = box.current?.closest<HTMLElement>('.scroll')
    if (!page) return
    setScroll(page)
    const measure = () => {
      if (!box.current) return
      const top = box.current.getBoundingClientRect().top - page.getBoundingClientRect().top + page.scrollTop
      setMargin((known) => (Math.abs(known - top) > 1 ? top : known))
    }
    measure()
    // What stands above the rows grows and shrinks without them.
    const watch = new ResizeObserver(measure)
    for (const part of [page, ...page.children]) watch.observe(part)
    return () => watch.disconnect()
  }, [])
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => scroll,
    estimateSize: estimate,
    getItemKey: keyOf,
    overscan: 6,
    scrollMargin: margin,
    scrollPaddingStart: BAR,
    scrollPaddingEnd: 16,
  })
  return {
    box: box as RefObject<HTMLDivElement | null>,
    virtual,
    rows: virtual.getVirtualItems(),
    top: (row: { start: number }) => row.start - margin,
    /** Rows that fit the page, for PageUp and PageDown. */
    pageStep: (height: number) => Math.max(1, Math.floor(((scroll?.clientHeight ?? 600) - BAR) / height) - 1),
  }
}
