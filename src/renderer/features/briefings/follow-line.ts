import { type RefObject, useEffect, useRef } from 'react'

/**
 * Brings the spoken line to the middle as it changes, unless the person scrolled away from it; once they have it in sight again,
 * it is followed again.
 */
export function useFollowLine(lines: RefObject<HTMLElement | null>, index: number, playing: boolean): void {
  const left = useRef(false)

  useEffect(() => {
    const scroller = lines.current?.closest<HTMLElement>('.scroll')
    if (!scroller) return
    const scrolled = () => {
      left.current = true
    }
    const keyed = (event: KeyboardEvent) => {
      if (['PageUp', 'PageDown', 'Home', 'End', 'ArrowUp', 'ArrowDown'].includes(event.key)) scrolled()
    }
    // A press on the scroller itself, not on something in it, is one on its scroll bar.
    const pressed = (event: PointerEvent) => {
      if (event.target === scroller) scrolled()
    }
    scroller.addEventListener('wheel', scrolled, { passive: true })
    scroller.addEventListener('touchmove', scrolled, { passive: true })
    scroller.addEventListener('keydown', keyed)
    scroller.addEventListener('pointerdown', pressed)
    return () => {
      scroller.removeEventListener('wheel', scrolled)
      scroller.removeEventListener('touchmove', scrolled)
      scroller.removeEventListener('keydown', keyed)
      scroller.removeEventListener('pointerdown', pressed)
    }
  }, [lines])

  useEffect(() => {
    const line = lines.current?.querySelectorAll<HTMLElement>('.line')[index]
    const scroller = line?.closest<HTMLElement>('.scroll')
    if (!playing || !line || !scroller) return
    const box = scroller.getBoundingClientRect()
    const at = line.getBoundingClientRect()
    if (at.bottom > box.top && at.top < box.bottom) left.current = false
    if (left.current) return
    const calm = matchMedia('(prefers-reduced-motion: reduce)').matches
    scroller.scrollTo({
      top: scroller.scrollTop + (at.top + at.height / 2) - (box.top + box.height / 2),
      behavior: calm ? 'auto' : 'smooth',
    })
  }, [lines, index, playing])
}
