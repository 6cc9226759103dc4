import { ChevronDown } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { formatNumber } from '../../ui/format-time'
import { Icon } from '../../ui/icon'
import { type ListedModel, loadModelList, useModelLists } from './model-list-store'
import { matchModels, type Purpose, sortModels } from './model-names'

/** More cannot be looked through; typing narrows the list. */
const MOST_SHOWN = 200

interface ModelFieldProps {
  label: string
  /** The server whose models are offered. */
  endpointId: string
  purpose: Purpose
  /** The model in force, or '' while none is chosen. */
  value: string
  onChoose: (model: string) => void
  disabled?: boolean
  /** Another number puts the value in force back into the field, for a choice that was not taken in the end. */
  turn?: number
}

interface Shown {
  likely: ListedModel[]
  others: ListedModel[]
}

function shownModels(models: readonly ListedModel[], purpose: Purpose, typed: string | undefined): Shown {
  const { likely, others } = sortModels(typed === undefined ? models : matchModels(models, typed), purpose)
  return { likely: likely.slice(0, MOST_SHOWN), others: others.slice(0, MOST_SHOWN - Math.min(likely.length, MOST_SHOWN)) }
}

/**
 * A field for the name of a model with what its server has to choose from, the likely ones first. Any name may be typed: Enter takes it;
 * leaving the field takes it when the server lists it, or lists nothing. Esc brings the name before back.
 */
export function ModelField({ label, endpointId, purpose, value, onChoose, disabled = false, turn = 0 }: ModelFieldProps) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const list = useModelLists((state) => state.lists[endpointId])
  const [text, setText] = useState(value)
  const [open, setOpen] = useState(false)
  const [narrowed, setNarrowed] = useState(false)
  const [at, setAt] = useState(-1)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another server, or a choice that was not taken, brings the value back too
  useEffect(() => setText(value), [value, endpointId, turn])

  const models = list?.models ?? []
  const shown = shownModels(models, purpose, narrowed ? text : undefined)
  const options = [...shown.likely, ...shown.others]
  const name = text.trim()
  const listed = models.length === 0 || models.some((model) => model.id === name)
  const changed = name !== '' && name !== value
  const hintId = `${id}-hint`

  const ask = (again = false) => void loadModelList(endpointId, again)
  const show = () => {
    if (disabled) return
    ask()
    setOpen(true)
    setNarrowed(false)
    setAt(-1)
  }
  const close = () => {
    setOpen(false)
    setAt(-1)
  }
  const choose = (model: string) => {
    close()
    setText(model)
    if (model !== value) onChoose(model)
  }
  const move = (by: number) => {
    if (!open) return show()
    setAt(Math.max(-1, Math.min(options.length - 1, at + by)))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown') move(1)
    else if (event.key === 'ArrowUp') move(-1)
    else if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      const pointed = options[at]?.id
      if (pointed !== undefined) choose(pointed)
      else if (changed) choose(name)
      else close()
    } else if (event.key === 'Escape' && (open || changed)) {
      setText(value)
      close()
    } else return
    event.preventDefault()
    event.stopPropagation()
  }
  const leave = () => {
    close()
    if (name === '') setText(value)
    else if (changed && listed) choose(name)
  }
  useEffect(() => {
    if (at >= 0) document.getElementById(`${id}-${at}`)?.scrollIntoView({ block: 'nearest' })
  }, [at, id])

  const option = (model: ListedModel, index: number) => (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the combobox has the keys
    <div
      key={model.id}
      id={`${id}-${index}`}
      role="option"
      tabIndex={-1}
      aria-selected={index === at}
      className="opt"
      // The field must not lose its focus, or it would close before the press is over.
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => choose(model.id)}
    >
      <span>{model.id}</span>
      {model.contextTokens !== null && <span className="end num">{formatNumber(model.contextTokens)} tokens</span>}
    </div>
  )
  return (
    <div className="model-field">
      <input
        ref={input}
        className="input"
        role="combobox"
        aria-label={label}
        aria-autocomplete="list"
        aria-expanded={open && options.length > 0}
        aria-controls={`${id}-list`}
        aria-activedescendant={at >= 0 ? `${id}-${at}` : undefined}
        aria-describedby={hintId}
        autoComplete="off"
        spellCheck={false}
        maxLength={300}
        value={text}
        disabled={disabled}
        title={text}
        onFocus={() => ask()}
        onClick={show}
        onChange={(event) => {
          setText(event.target.value)
          setNarrowed(true)
          setOpen(true)
          setAt(-1)
        }}
        onKeyDown={onKeyDown}
        onBlur={leave}
      />
      <Icon of={ChevronDown} />
      {open && options.length > 0 && (
        <div className="menu model-menu" role="listbox" id={`${id}-list`} aria-label={label}>
          {shown.likely.map(option)}
          {shown.others.length > 0 && shown.likely.length > 0 && (
            <p className="cap" role="presentation">
              Made for other work, by their names
            </p>
          )}
          {shown.others.map((model, index) => option(model, shown.likely.length + index))}
        </div>
      )}
      <div id={hintId} role="status">
        <FieldHint list={list} name={name} value={value} listed={listed} onAsk={() => ask(true)} />
      </div>
    </div>
  )
}

interface FieldHintProps {
  list: ReturnType<typeof useModelLists.getState>['lists'][string] | undefined
  name: string
  value: string
  listed: boolean
  onAsk: () => void
}

/** Why there is no list to choose from, or what has not been taken yet; nothing while all is well. */
function FieldHint({ list, name, value, listed, onAsk }: FieldHintProps): ReactNode {
  if (list?.loading) return <p className="hint">Asking what models there are…</p>
  if (list?.problem !== undefined)
    return (
      <p className="hint err">
        {list.problem} You can still type the name of a model.{' '}
        <button type="button" className="link" onMouseDown={(event) => event.preventDefault()} onClick={onAsk}>
          Ask again
        </button>
      </p>
    )
  if (name !== value && name !== '' && !listed)
    return <p className="hint warn">The server lists no “{name}”. Press Enter to take it anyway.</p>
  if (list !== undefined && list.models.length === 0) return <p className="hint">The server lists no models. Type the name of one.</p>
  if (value === '') return <p className="hint">Choose a model. Until then nothing changes.</p>
  return null
}
