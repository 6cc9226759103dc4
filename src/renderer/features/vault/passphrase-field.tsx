import { Eye, EyeOff } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useId, useState } from 'react'
import { IconButton } from '../../ui/button'

interface PassphraseFieldProps {
  label: string
  value: string
  onChange: (value: string) => void
  autoFocus?: boolean
  hint?: ReactNode
  error?: string | undefined
}

/** A field for a passphrase that can be shown, says when Caps Lock is on, and puts its error in the place of its hint. */
export function PassphraseField({ label, value, onChange, autoFocus = false, hint, error }: PassphraseFieldProps) {
  const id = useId()
  const [shown, setShown] = useState(false)
  const [caps, setCaps] = useState(false)
  const watchCaps = (event: KeyboardEvent) => setCaps(event.getModifierState('CapsLock'))
  return (
    <div className="field">
      <label className="label" htmlFor={id}>
        {label}
      </label>
      <div className="secret">
        <input
          id={id}
          className="input"
          type={shown ? 'text' : 'password'}
          value={value}
          autoComplete="off"
          spellCheck={false}
          // biome-ignore lint/a11y/noAutofocus: the one thing to do on this screen
          autoFocus={autoFocus}
          aria-invalid={error !== undefined || undefined}
          aria-describedby={`${id}-hint`}
          onChange={(event) => onChange(event.target.value)}
          onKeyDown={watchCaps}
          onKeyUp={watchCaps}
        />
        <IconButton icon={shown ? EyeOff : Eye} label={shown ? 'Hide passphrase' : 'Show passphrase'} onClick={() => setShown(!shown)} />
      </div>
      <div id={`${id}-hint`} aria-live="polite">
        {caps && <p className="hint warn">Caps Lock is on.</p>}
        {error !== undefined ? <p className="hint err">{error}</p> : hint ? <p className="hint">{hint}</p> : null}
      </div>
    </div>
  )
}
