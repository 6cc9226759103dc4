import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react'
import { Icon, type LucideIcon } from './icon'
import { keyHint } from './keys'

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  variant?: 'default' | 'primary' | 'quiet' | 'danger'
  large?: boolean
  icon?: LucideIcon
  iconFill?: boolean
  /** The key that does the same, shown at the end: "Ctrl N". */
  keys?: string
  /** The verb while it works, such as "Saving…"; the button then does nothing. */
  busy?: string | undefined
  ref?: Ref<HTMLButtonElement>
  children?: ReactNode
}

/** A button with a verb. A disabled one stays reachable by keyboard; the reason belongs in words nearby. */
export function Button({
  variant = 'default',
  large,
  icon,
  iconFill,
  keys,
  busy,
  disabled,
  className,
  children,
  onClick,
  ...rest
}: ButtonProps) {
  const off = disabled === true || busy !== undefined
  const classes = ['btn', variant !== 'default' && `btn-${variant}`, large && 'btn-lg', className].filter(Boolean).join(' ')
  return (
    <button
      type="button"
      {...rest}
      className={classes}
      data-first-focus={rest.autoFocus || undefined}
      aria-disabled={off || undefined}
      aria-busy={busy !== undefined || undefined}
      onClick={off ? (event) => event.preventDefault() : onClick}
    >
      {icon && <Icon of={icon} small={iconFill === true} fill={iconFill === true} />}
      {busy ?? children}
      {keys && busy === undefined && <kbd>{keyHint(keys)}</kbd>}
    </button>
  )
}

/** A quiet square button; `label` is its name for everyone, shown as a tooltip together with its key. */
export function IconButton({
  label,
  keys,
  icon,
  className,
  ...rest
}: Omit<ButtonProps, 'children' | 'icon'> & { label: string; icon: LucideIcon }) {
  const name = keys ? `${label} (${keyHint(keys)})` : label
  return (
    <Button
      variant="quiet"
      {...rest}
      icon={icon}
      className={`btn-icon${className ? ` ${className}` : ''}`}
      aria-label={name}
      title={name}
    />
  )
}
