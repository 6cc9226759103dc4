import { useId } from 'react'

interface TextFieldProps {
  label: string
  hint: string
  value: string
  onChange: (value: string) => void
  /** Takes the place of the hint and marks the field as wrong. */
  error?: string | undefined
  /** The id of a datalist to choose from. */
  list?: string
  secret?: boolean
  /** A short field for a number. */
  numeric?: boolean
}

/** A labelled field of one line with its hint, or what is wrong with it, below. */
export function TextField({ label, hint, value, onChange, error, list, secret = false, numeric = false }: TextFieldProps) {
  const id = useId()
  return (
    <div className="field">
      <label className="label" htmlFor={id}>
        {label}
      </label>
      <input
        id={id}
        className={numeric ? 'input short num' : 'input'}
        type={secret ? 'password' : 'text'}
        inputMode={numeric ? 'numeric' : undefined}
        value={value}
        list={list}
        autoComplete="off"
        spellCheck={false}
        aria-invalid={error !== undefined || undefined}
        aria-describedby={`${id}-hint`}
        onChange={(event) => onChange(event.target.value)}
      />
      <p className={error === undefined ? 'hint' : 'hint err'} id={`${id}-hint`}>
        {error ?? hint}
      </p>
    </div>
  )
}
