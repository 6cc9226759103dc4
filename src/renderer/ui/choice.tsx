import type { ReactNode } from 'react'

/** A checkbox with a name in words and a line below it that says what it does. */
export function Switch({
  name,
  checked,
  onChange,
  children,
}: {
  name: string
  checked: boolean
  onChange: (checked: boolean) => void
  children?: ReactNode
}) {
  return (
    <label className="check">
      <input type="checkbox" checked={checked} onChange={(event) => onChange(event.target.checked)} />
      <span>
        <b>{name}</b>
        {children}
      </span>
    </label>
  )
}

/** One of several: radio buttons, each with a name and what it means. */
export function Choice<T extends string>({
  legend,
  name,
  value,
  options,
  onChange,
}: {
  legend: string
  name: string
  value: T
  options: readonly (readonly [T, string, string?])[]
  onChange: (value: T) => void
}) {
  return (
    <fieldset>
      <legend>{legend}</legend>
      {options.map(([key, label, meaning]) => (
        <label className="check" key={key}>
          <input type="radio" name={name} checked={key === value} onChange={() => onChange(key)} />
          <span>
            <b>{label}</b>
            {meaning}
          </span>
        </label>
      ))}
    </fieldset>
  )
}
