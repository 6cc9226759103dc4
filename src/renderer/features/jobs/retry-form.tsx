import { RotateCw } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import type { JobChanges } from '../../../shared/contract/jobs'
import type { Settings } from '../../../shared/contract/settings'
import type { Job } from '../../../shared/entities'
import { textModel, textRoleOf } from '../../base/roles-in-force'
import { Button } from '../../ui/button'
import { formatNumber } from '../../ui/format-time'
import { usualSeconds, usualTokens } from './remedies'
import { fieldsOf, readRetryFields } from './retry-fields'

function Field({
  label,
  hint,
  wrong,
  children,
}: {
  label: string
  hint: string
  wrong: string | undefined
  children: (names: { id: string; 'aria-describedby': string; 'aria-invalid': true | undefined }) => ReactNode
}) {
  const id = useId()
  return (
    <div className="field">
      <label className="label" htmlFor={id}>
        {label}
      </label>
      {children({ id, 'aria-describedby': `${id}-hint`, 'aria-invalid': wrong === undefined ? undefined : true })}
      <p className={wrong === undefined ? 'hint' : 'hint err'} id={`${id}-hint`}>
        {wrong ?? hint}
      </p>
    </div>
  )
}

/**
 * What the next run does differently: model, room, time. An empty field means as in Settings. Enter runs, Esc closes. `start` fills
 * the fields at first.
 */
export function RetryForm({
  job,
  settings,
  start,
  onRun,
  onClose,
}: {
  job: Job
  settings: Settings
  start: JobChanges | null
  onRun: (changes: JobChanges) => void
  onClose: () => void
}) {
  const [fields, setFields] = useState(() => fieldsOf(start))
  const [tried, setTried] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const model = useRef<HTMLInputElement>(null)
  const { changes, wrong } = readRetryFields(fields)
  const right = Object.keys(wrong).length === 0
  const usualModel = textModel(settings, textRoleOf(job.type))?.model ?? ''
  const tokens = formatNumber(usualTokens(job.type, settings))
  const seconds = formatNumber(usualSeconds(job.type, settings))
  useEffect(() => model.current?.select(), [])

  const run = () => {
    if (right) return onRun(changes)
    setTried(true)
    form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  }
  const close = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    event.preventDefault()
    event.stopPropagation()
    onClose()
  }
  return (
    <form
      ref={form}
      className="retry-form"
      aria-label="Change and retry"
      onSubmit={(event) => {
        event.preventDefault()
        run()
      }}
      onKeyDown={close}
    >
      <div className="retry-fields">
        <Field label="Model" hint={`Empty: ${usualModel}, as in Settings.`} wrong={wrong.model}>
          {(names) => (
            <input
              {...names}
              ref={model}
              className="input"
              value={fields.model}
              placeholder={usualModel}
              spellCheck={false}
              autoComplete="off"
              onChange={(event) => setFields({ ...fields, model: event.target.value })}
            />
          )}
        </Field>
        <Field label="Output tokens" hint={`Empty: ${tokens}.`} wrong={wrong.tokens}>
          {(names) => (
            <input
              {...names}
              className="input num"
              inputMode="numeric"
              value={fields.tokens}
              placeholder={tokens}
              autoComplete="off"
              onChange={(event) => setFields({ ...fields, tokens: event.target.value })}
            />
          )}
        </Field>
        <Field label="Time limit, in seconds" hint={`Empty: ${seconds}.`} wrong={wrong.seconds}>
          {(names) => (
            <input
              {...names}
              className="input num"
              inputMode="numeric"
              value={fields.seconds}
              placeholder={seconds}
              autoComplete="off"
              onChange={(event) => setFields({ ...fields, seconds: event.target.value })}
            />
          )}
        </Field>
      </div>
      {(job.type === 'expand' || job.type === 'counterpoint') && (
        <p className="hint">The stages after this one run with the same changes.</p>
      )}
      <div className="acts">
        <Button type="submit" variant="primary" icon={RotateCw} keys="Enter">
          Retry with these changes
        </Button>
        <Button variant="quiet" keys="Esc" onClick={onClose}>
          Close
        </Button>
        {tried && !right && (
          <p className="hint err" role="alert">
            Not run yet: correct the marked field first.
          </p>
        )}
      </div>
    </form>
  )
}
