import { type ReactNode, useId } from 'react'
import { type RoleName, roleWords } from './role-words'

/** One role: its name and work at the start, its fields beside it. */
export function RoleRow({ who, children }: { who: RoleName; children: ReactNode }) {
  const id = useId()
  const { name, work } = roleWords[who]
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as a grid with its legend
    <div className="role" role="group" aria-labelledby={id}>
      <h4 className="role-name" id={id}>
        {name}
        <span>{work}</span>
      </h4>
      <div className="role-fields">{children}</div>
    </div>
  )
}

/** The select of a role's server. */
export function ServerSelect({
  who,
  value,
  choices,
  disabled,
  onChange,
}: {
  who: RoleName
  value: string
  choices: readonly (readonly [id: string, name: string])[]
  disabled?: boolean
  onChange: (id: string) => void
}) {
  return (
    <select
      className="input"
      aria-label={`Server of the ${roleWords[who].name}`}
      value={value}
      disabled={disabled}
      onChange={(event) => onChange(event.target.value)}
    >
      {choices.map(([id, name]) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </select>
  )
}
