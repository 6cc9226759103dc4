import { useEffect, useId, useState } from 'react'
import type { RoleModel } from '../../../shared/contract/endpoints'
import type { Settings } from '../../../shared/contract/settings'
import { readWhole } from '../../base/read-number'
import type { TextRole } from '../../base/roles-in-force'
import { formatNumber } from '../../ui/format-time'
import { loadModelList, useModelLists } from './model-list-store'
import { limitTextModel } from './role-acts'
import { withLimits } from './role-choices'

/** Bounds of the contract (shared/contract/endpoints.ts). */
const CONTEXT = { least: 1024, most: 10_000_000 }
const SECONDS = { least: 5, most: 7200 }

/** A number of a role's own, or empty for that of Limits; saved when the field is left or Enter is pressed. */
function OwnNumber({
  label,
  hint,
  value,
  usual,
  bounds,
  onSave,
}: {
  label: string
  hint: string
  value: number | undefined
  usual: number
  bounds: { least: number; most: number }
  onSave: (value: number | undefined) => void
}) {
  const id = useId()
  const shown = value === undefined ? '' : formatNumber(value)
  const [text, setText] = useState(shown)
  useEffect(() => setText(shown), [shown])
  const typed = text.trim() === '' ? undefined : readWhole(text)
  const right = text.trim() === '' || (typed !== undefined && typed >= bounds.least && typed <= bounds.most)
  const save = () => {
    if (!right) return
    if (typed === value) setText(shown)
    else onSave(typed)
  }
  return (
    <div className="field">
      <label className="label" htmlFor={id}>
        {label}
      </label>
      <input
        id={id}
        className="input short num"
        inputMode="numeric"
        autoComplete="off"
        placeholder={formatNumber(usual)}
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
          : `A whole number from ${formatNumber(bounds.least)} to ${formatNumber(bounds.most)}, or empty. The old value stays until then.`}
      </p>
    </div>
  )
}

/** Context and time limit of one role, folded away; the line that unfolds them says what holds. */
export function RoleLimits({ who, chosen, settings }: { who: TextRole; chosen: RoleModel; settings: Settings }) {
  const listed = useModelLists((state) => state.lists[chosen.endpointId]?.models.find(({ id }) => id === chosen.model)?.contextTokens)
  const { contextTokens, timeoutSeconds } = chosen
  const save = (limits: Pick<RoleModel, 'contextTokens' | 'timeoutSeconds'>) =>
    void limitTextModel(settings, who, withLimits(chosen, { contextTokens, timeoutSeconds, ...limits }))
  const context = formatNumber(contextTokens ?? settings.contextTokens)
  const seconds = formatNumber(timeoutSeconds ?? settings.modelTimeoutSeconds)
  const canTake = listed != null && listed !== contextTokens && listed >= CONTEXT.least && listed <= CONTEXT.most
  return (
    <details className="fold" onToggle={(event) => event.currentTarget.open && void loadModelList(chosen.endpointId)}>
      <summary>
        Reads {context} tokens at once, answers within {seconds} s
      </summary>
      <OwnNumber
        label="Context, in tokens"
        hint="What the model reads at once, prompt and answer together. Empty: as in Limits."
        value={contextTokens}
        usual={settings.contextTokens}
        bounds={CONTEXT}
        onSave={(tokens) => save({ contextTokens: tokens })}
      />
      {canTake && (
        <p className="hint">
          The server says {formatNumber(listed)}.{' '}
          <button type="button" className="link" onClick={() => save({ contextTokens: listed })}>
            Use {formatNumber(listed)}
          </button>
        </p>
      )}
      <OwnNumber
        label="Time limit of one call, in seconds"
        hint="Empty: as in Limits."
        value={timeoutSeconds}
        usual={settings.modelTimeoutSeconds}
        bounds={SECONDS}
        onSave={(limit) => save({ timeoutSeconds: limit })}
      />
    </details>
  )
}
