import { ChevronRight } from 'lucide-react'
import { useId, useState } from 'react'
import type { CollectFormField } from '../../../shared/contract/collect'
import { Switch } from '../../ui/choice'
import { Icon } from '../../ui/icon'
import { changeValue } from './collect-dialog-store'
import { type FormFaults, type FormValues, groupWords, limitWords } from './collect-form'

function NumberInput({
  field,
  value,
  fault,
}: {
  field: Extract<CollectFormField, { type: 'number' }>
  value: string
  fault: string | undefined
}) {
  const id = useId()
  return (
    <div className="field">
      <label className="label" htmlFor={id}>
        {field.label}
      </label>
      <input
        id={id}
        className="input short num"
        inputMode="numeric"
        autoComplete="off"
        value={value}
        aria-invalid={fault !== undefined || undefined}
        aria-describedby={`${id}-hint`}
        onChange={(event) => changeValue(field.name, event.target.value)}
      />
      <p className={fault === undefined ? 'hint' : 'hint err'} id={`${id}-hint`}>
        {fault ?? `${field.help} ${limitWords(field)}`}
      </p>
    </div>
  )
}

function Fields({ fields, values, faults }: { fields: readonly CollectFormField[]; values: FormValues; faults: FormFaults }) {
  return fields.map((field) => {
    const value = values[field.name]
    const fault = faults.fields[field.name]
    if (field.type === 'number') return <NumberInput key={field.name} field={field} value={String(value ?? '')} fault={fault} />
    return (
      <div key={field.name}>
        <Switch name={field.label} checked={value === true} onChange={(checked) => changeValue(field.name, checked)}>
          {field.help}
        </Switch>
        {fault !== undefined && <p className="hint err">{fault}</p>}
      </div>
    )
  })
}

/** One group of the form's fields. A folded one says its values in its head, and opens when one of them is at fault. */
export function FormGroup({
  group,
  fields,
  values,
  faults,
}: {
  group: { id: string; label: string; isFolded: boolean }
  fields: readonly CollectFormField[]
  values: FormValues
  faults: FormFaults
}) {
  const id = useId()
  const [isUnfolded, setUnfolded] = useState(!group.isFolded)
  const isOpen = isUnfolded || fields.some(({ name }) => faults.fields[name] !== undefined)
  if (!group.isFolded)
    return (
      <div className="form-group">
        <Fields fields={fields} values={values} faults={faults} />
      </div>
    )
  return (
    <div className="form-group folding">
      <h3>
        <button type="button" aria-expanded={isOpen} aria-controls={id} onClick={() => setUnfolded(!isOpen)}>
          <Icon of={ChevronRight} small />
          {group.label}
          {!isOpen && <span className="fold-words num">{groupWords(fields, values)}</span>}
        </button>
      </h3>
      <div id={id} hidden={!isOpen}>
        {isOpen && <Fields fields={fields} values={values} faults={faults} />}
      </div>
    </div>
  )
}
