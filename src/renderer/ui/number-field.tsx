import { useEffect, useId, useState } from 'react'

/** A whole number between two bounds, saved when the field is left or Enter is pressed. A wrong one is said and not saved. */
export function NumberField({
  label,
  unit,
  hint,
  value,
  min,
  max,
  onSave,
}: {
  label: string
  unit?: string
  hint: string
  value: number
  min: number
  max: number
  onSave: (value: number) => void
}) {
  const id = useId()
  const [text, setText] = useState(String(value))
  useEffect(() => setText(String(value)), [value])
  const number = Number(text.trim())
  const right = text.trim() !== '' && Number.isInteger(number) && number >= min && number <= max
  const save = () => {
    if (right && number !== value) onSave(number)
  }
  return (
    <div className="field">
      <label className="label" htmlFor={id}>
        {label}
        {unit !== undefined && `, in ${unit}`}
      </label>
      <input
        id={id}
        className="input short num"
        inputMode="numeric"
        value={text}
        aria-invalid={!right || undefined}
        aria-describedby={`${id}-hint`}
        onChange={(event) => setText(event.target.value)}
        onBlur={save}
        onKeyDown={(event) => event.key === 'Enter' && save()}
      />
      <p className={right ? 'hint' : 'hint err'} id={`${id}-hint`}>
        {right
          ? hint
          : `A whole number from ${min.toLocaleString('en-GB')} to ${max.toLocaleString('en-GB')}. The old value stays until then.`}
      </p>
    </div>
  )
}
