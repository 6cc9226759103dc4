import './collect-dialog.css'
import { type FormEvent, useEffect, useId, useRef } from 'react'
import { useNavigation } from '../../base/navigation-store'
import { openSettings } from '../../base/open-section'
import { Button } from '../../ui/button'
import { Dialog } from '../../ui/dialog'
import { isCommandKey } from '../../ui/keys'
import { Late } from '../../ui/late'
import { changeDraft, closeCollect, startCollect, useCollectDialog } from './collect-dialog-store'
import { tooLongWords } from './collect-form'
import { FormGroup } from './form-group'
import { WhatLeaves } from './what-leaves'

function NameField() {
  const id = useId()
  const name = useCollectDialog((state) => state.draft.name)
  const told = useCollectDialog((state) => state.faults.fields.name)
  const fault = tooLongWords('name', name) ?? told
  return (
    <div className="field">
      <label className="label" htmlFor={id}>
        Name of the collection
      </label>
      <input
        id={id}
        className="input"
        data-first-focus="true"
        dir="auto"
        autoComplete="off"
        value={name}
        aria-invalid={fault !== undefined || undefined}
        aria-describedby={fault === undefined ? undefined : `${id}-hint`}
        onChange={(event) => changeDraft({ name: event.target.value })}
      />
      {fault !== undefined && (
        <p className="hint err" id={`${id}-hint`}>
          {fault}
        </p>
      )}
    </div>
  )
}

function LongField({
  field,
  label,
  hint,
  rows,
  first,
}: {
  field: 'prompt' | 'description'
  label: string
  hint: string
  rows: number
  first?: boolean
}) {
  const id = useId()
  const value = useCollectDialog((state) => state.draft[field])
  const told = useCollectDialog((state) => state.faults.fields[field])
  const fault = tooLongWords(field, value) ?? told
  return (
    <div className="field">
      <label className="label" htmlFor={id}>
        {label}
      </label>
      <textarea
        id={id}
        className="input"
        data-first-focus={first || undefined}
        dir="auto"
        rows={rows}
        value={value}
        aria-invalid={fault !== undefined || undefined}
        aria-describedby={`${id}-hint`}
        onChange={(event) => changeDraft({ [field]: event.target.value })}
      />
      <p className={fault === undefined ? 'hint' : 'hint err'} id={`${id}-hint`}>
        {fault ?? hint}
      </p>
    </div>
  )
}

function OpenDialog() {
  const { target, draft, form, problem, faults, busy } = useCollectDialog()
  const box = useRef<HTMLFormElement>(null)
  const isFaulty = Object.keys(faults.fields).length > 0
  useEffect(() => {
    if (isFaulty) box.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [isFaulty])
  const start = (event?: FormEvent) => {
    event?.preventDefault()
    void startCollect()
  }
  const toSettings = () => {
    closeCollect()
    openSettings('model')
  }
  const toRun = (other: typeof faults.otherRun) => {
    closeCollect()
    if (other) useNavigation.getState().openCollection(other.collectionId, other.runId)
  }
  const hindrance = form?.hindrance ?? null
  return (
    <Dialog label={target ? `Collect more for ${target.name}` : 'Collect from the web'} frame="collect-win" onClose={closeCollect}>
      <form
        ref={box}
        noValidate
        onSubmit={start}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && isCommandKey(event)) start(event)
        }}
      >
        <header>
          <h2>{target ? 'Collect more' : 'Collect from the web'}</h2>
          {target && (
            <p className="for" dir="auto">
              {target.name}
            </p>
          )}
        </header>
        <div className="collect-fields">
          {hindrance !== null && (
            <div className="plain soft" role="status">
              <p>{hindrance}</p>
              <p>
                <button type="button" className="link" onClick={toSettings}>
                  Open Settings
                </button>
              </p>
            </div>
          )}
          {!target && <NameField />}
          <LongField
            field="prompt"
            label="What to collect"
            hint={
              target
                ? 'What is in the collection is known to the run: it looks for more, for changes, and for what is gone.'
                : 'In your own words: what belongs in it, and what does not.'
            }
            rows={4}
            first={target !== null}
          />
          {!target && (
            <LongField field="description" label="Description" hint="For yourself, and told to the model. May be empty." rows={2} />
          )}
          {form ? (
            form.groups.map((group) => (
              <FormGroup
                key={group.id}
                group={group}
                fields={form.fields.filter((field) => field.group === group.id)}
                values={draft.values}
                faults={faults}
              />
            ))
          ) : problem === undefined ? (
            <Late>Opening the form…</Late>
          ) : (
            <p className="hint err">{problem}</p>
          )}
          <WhatLeaves goesOn={target !== null} />
        </div>
        <footer>
          <p className="hint err" role="alert">
            {faults.rest}
            {faults.otherRun && (
              <>
                {' '}
                <button type="button" className="link" onClick={() => toRun(faults.otherRun)}>
                  Show that run
                </button>
              </>
            )}
          </p>
          <div className="acts">
            <Button variant="quiet" keys="Esc" onClick={closeCollect}>
              Cancel
            </Button>
            <Button
              variant="primary"
              keys="Ctrl Enter"
              disabled={form === undefined || hindrance !== null}
              busy={busy ? 'Starting…' : undefined}
              onClick={() => start()}
            >
              Start collecting
            </Button>
          </div>
        </footer>
      </form>
    </Dialog>
  )
}

/** Asks what is to be collected, and starts the run. */
export function CollectDialog() {
  const isOpen = useCollectDialog((state) => state.isOpen)
  return isOpen ? <OpenDialog /> : null
}
