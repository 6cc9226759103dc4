import type { LucideIcon } from 'lucide-react'

export type { LucideIcon }

/** A 16 px line icon, stroke 1.6. Always decoration: the name stands in the words beside it or in the button's label. */
export function Icon({ of: Glyph, small = false, fill = false }: { of: LucideIcon; small?: boolean; fill?: boolean }) {
  return <Glyph className={`icon${small ? ' icon-sm' : ''}${fill ? ' icon-fill' : ''}`} aria-hidden="true" focusable="false" />
}
