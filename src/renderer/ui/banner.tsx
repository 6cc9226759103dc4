import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { IconButton } from './button'
import { Icon, type LucideIcon } from './icon'

/** Between bar and panes: what happened in bold, what follows, one action. */
export function Banner({
  icon,
  what,
  children,
  action,
  onHide,
  hideLabel = 'Hide until it changes',
}: {
  icon: LucideIcon
  what: string
  children?: ReactNode
  action?: ReactNode
  onHide?: () => void
  hideLabel?: string
}) {
  return (
    <div className="banner" role="status">
      <Icon of={icon} />
      <p>
        <b>{what}</b> {children}
      </p>
      {action}
      {onHide && <IconButton icon={X} label={hideLabel} onClick={onHide} />}
    </div>
  )
}
