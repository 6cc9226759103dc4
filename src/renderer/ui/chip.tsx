import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { Icon } from './icon'

/** A tag. With `onRemove` a small cross takes it off. */
export function Chip({ name, onOpen, onRemove }: { name: string; onOpen?: () => void; onRemove?: () => void }) {
  const words = <span dir="auto">#{name}</span>
  return (
    <span className="chip">
      {onOpen ? (
        <button type="button" className="chip-name" onClick={onOpen}>
          {words}
        </button>
      ) : (
        words
      )}
      {onRemove && (
        <button type="button" className="chip-x" aria-label={`Remove tag ${name}`} title={`Remove tag ${name}`} onClick={onRemove}>
          <Icon of={X} small />
        </button>
      )}
    </span>
  )
}

export function ChipButton({
  children,
  label,
  title,
  onClick,
}: {
  children: ReactNode
  label?: string
  title?: string
  onClick: () => void
}) {
  return (
    <button type="button" className="chip chip-add" aria-label={label} title={title} onClick={onClick}>
      {children}
    </button>
  )
}
