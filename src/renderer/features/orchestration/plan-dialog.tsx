import './plan-dialog.css'
import { type FormEvent, useEffect, useId, useRef } from 'react'
import { LONGEST_WEB_QUESTION } from '../../../shared/contract/orchestrate'
import { Button } from '../../ui/button'
import { Dialog } from '../../ui/dialog'
import { PersonText } from '../../ui/person-text'
import { titleOrUntitled } from '../items/item-title'
import { endpointOf, textModel } from '../models/roles-in-force'
import { hostOf } from '../models/server-address'
import { followSearchEngines, useSearchEngines } from '../network/search-engine-store'
import { useSettings } from '../settings/settings-store'
import { closePlanDialog, startAskedPlan, usePlanDialog } from './plan-dialog-store'

const LONGEST_GOAL = 2000

/** Why no question may go to the web from here; undefined where one may. */
function useNoWeb(isPrivate: boolean): string | undefined {
  const localOnly = useSettings((state) => state.settings?.localOnly === true)
  const found = useSearchEngines((state) => state.found)
  const used = found?.engines.find(({ id }) => id === found.used)
  if (isPrivate) return 'This thought stays here, so its plan does not go to the web. Research can be started on a question by itself.'
  if (localOnly) return '“Local only” is on in Settings, so nothing is asked of the web.'
  if (used && !used.ready) return `${used.name} lacks what it needs to search. Settings, under Web search, says what.`
  return undefined
}

function WhatLeaves() {
  const settings = useSettings((state) => state.settings)
  const found = useSearchEngines((state) => state.found)
  const engine = found?.engines.find(({ id }) => id === found.used)?.name ?? 'the search engine'
  const worker = settings && endpointOf(settings.endpoints, textModel(settings, 'worker')?.endpointId)
  return (
    <>
      This question leaves this computer as it stands, or as up to three searches made of it: it goes to {engine}, and the pages found are
      opened.{' '}
      {worker?.leavesComputer && (
        <>
          Your model at <bdi>{hostOf(worker.baseUrl)}</bdi> gets it with the text of those pages.{' '}
        </>
      )}
      Neither this thought nor what the plan says goes to the web.
    </>
  )
}

function OpenDialog() {
  const id = useId()
  const first = useRef<HTMLTextAreaElement>(null)
  const { item, goal, webQuestion, problem, busy } = usePlanDialog()
  const hasModel = useSettings(({ settings }) => settings !== undefined && textModel(settings, 'thinker') !== null)
  const noWeb = useNoWeb(item?.private ?? false)
  useEffect(followSearchEngines, [])
  useEffect(() => first.current?.focus(), [])
  const start = (event?: FormEvent) => {
    event?.preventDefault()
    void startAskedPlan()
  }
  return (
    <Dialog label="Deep Think with a plan" frame="plan-win" onClose={closePlanDialog}>
      <form noValidate onSubmit={start}>
        <h2>Deep Think with a plan</h2>
        {item && (
          <p className="for">
            On <PersonText className="serif" text={titleOrUntitled(item.title)} />
          </p>
        )}
        <p className="plan-intro">
          {hasModel
            ? 'Your model plans two to eight steps that fit this thought, carries them out and writes an answer.'
            : 'No model is chosen, so the built-in outline follows its usual plan. It asks and orders; it does not judge.'}
        </p>
        <div className="field">
          <label className="label" htmlFor={`${id}-goal`}>
            Goal <span className="optional">optional</span>
          </label>
          <textarea
            ref={first}
            id={`${id}-goal`}
            className="input"
            dir="auto"
            rows={2}
            maxLength={LONGEST_GOAL}
            value={goal}
            aria-describedby={`${id}-goal-hint`}
            onChange={(event) => usePlanDialog.setState({ goal: event.target.value, problem: undefined })}
            onKeyDown={(event) => {
              if (event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing) start(event)
            }}
          />
          <p className="hint" id={`${id}-goal-hint`}>
            What you want to know or decide. Left empty, the plan finds out what you should know and do.
          </p>
        </div>
        {noWeb === undefined ? (
          <div className="field">
            <label className="label" htmlFor={`${id}-web`}>
              Question for the web <span className="optional">optional</span>
            </label>
            <input
              id={`${id}-web`}
              className="input"
              dir="auto"
              autoComplete="off"
              maxLength={LONGEST_WEB_QUESTION}
              value={webQuestion}
              aria-describedby={`${id}-web-hint`}
              onChange={(event) => usePlanDialog.setState({ webQuestion: event.target.value, problem: undefined })}
            />
            <p className="hint" id={`${id}-web-hint`}>
              {webQuestion.trim() === '' ? 'Left empty, the plan does not go to the web.' : <WhatLeaves />}
            </p>
          </div>
        ) : (
          <p className="hint">{noWeb}</p>
        )}
        {problem !== undefined && (
          <p className="hint err" role="alert">
            {problem}
          </p>
        )}
        <div className="acts">
          <Button variant="primary" type="submit" keys="Enter" busy={busy ? 'Starting…' : undefined}>
            Start the plan
          </Button>
          <Button variant="quiet" keys="Esc" onClick={closePlanDialog}>
            Cancel
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

/** Asks what a plan is for and what, if anything, may go to the web. */
export function PlanDialog() {
  const isOpen = usePlanDialog((state) => state.item !== undefined)
  return isOpen ? <OpenDialog /> : null
}
