import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'

/** The end counts as in sight this many pixels below the edge. */
const SLACK = 48
/** Free space kept under the growing text while it is followed, in pixels. */
const MARGIN = 24

/** How far below the lower edge of its scroller an element ends; negative when above. Undefined outside a scroller. */
function belowEdge(element: HTMLElement | null): { scroller: HTMLElement; distance: number } | undefined {
  const scroller = element?.closest<HTMLElement>('.scroll')
  if (!element || !scroller) return undefined
  return { scroller, distance: element.getBoundingClientRect().bottom - scroller.getBoundingClientRect().bottom }
}

/** Keeps the growing end of a text in view, but only while the person has it in view: whoever scrolls up is left alone. */
export function useFollowEnd(end: RefObject<HTMLElement | null>, length: number, live: boolean): void {
  const inSight = useRef(false)

  useEffect(() => {
    const scroller = end.current?.closest<HTMLElement>('.scroll')
    if (!live || !scroller) return
    const look = () => {
      const place = belowEdge(end.current)
      inSight.current = place !== undefined && place.distance <= SLACK
    }
    look()
    scroller.addEventListener('scroll', look, { passive: true })
    return () => scroller.removeEventListener('scroll', look)
  }, [end, live])

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new length means that the end has moved
  useLayoutEffect(() => {
    if (!live || !inSight.current) return
    const place = belowEdge(end.current)
    if (place && place.distance + MARGIN > 0) place.scroller.scrollTop += place.distance + MARGIN
  }, [end, length, live])
}
