import './plan-dialog.css'
import { type FormEvent, useEffect, useId, useRef } from 'react'
import { LONGEST_GOAL, LONGEST_WEB_QUESTION } from '../../../shared/contract/orchestrate'
import { titleOrUntitled } from '../../base/item-title'
import { endpointOf, textModel } from '../../base/roles-in-force'
import { followSearchEngines, useSearchEngines } from '../../base/search-engine-store'
import { hostOf } from '../../base/server-address'
import { useSettings } from '../../base/settings-store'
import { Button } from '../../ui/button'
import { Dialog } from '../../ui/dialog'
import { PersonText } from '../../ui/person-text'
import { tooLong } from '../../ui/too-long'
import { closePlanDialog, startAskedPlan, usePlanDialog } from './plan-dialog-store'

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
  const longGoal = tooLong(goal, LONGEST_GOAL)
  const longQuestion = noWeb === undefined ? tooLong(webQuestion, LONGEST_WEB_QUESTION) : undefined
  useEffect(followSearchEngines, [])
  useEffect(() => first.current?.focus(), [])
  const start = (event?: FormEvent) => {
    event?.preventDefault()
    void startAskedPlan(noWeb === undefined)
  }
  return (
    <Dialog label="Deep Think with a plan" frame="plan-win footed" onClose={closePlanDialog}>
      <form noValidate onSubmit={start}>
        <header>
          <h2>Deep Think with a plan</h2>
          {item && (
            <p className="for">
              On <PersonText className="serif" text={titleOrUntitled(item.title)} />
            </p>
          )}
        </header>
        <div className="footed-body">
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
              value={goal}
              aria-invalid={longGoal !== undefined || undefined}
              aria-describedby={`${id}-goal-hint`}
              onChange={(event) => usePlanDialog.setState({ goal: event.target.value, problem: undefined })}
              onKeyDown={(event) => {
                if (event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing) start(event)
              }}
            />
            <p className={longGoal ? 'hint err' : 'hint'} id={`${id}-goal-hint`}>
              {longGoal ?? 'What you want to know or decide. Left empty, the plan finds out what you should know and do.'}
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
                value={webQuestion}
                aria-invalid={longQuestion !== undefined || undefined}
                aria-describedby={`${id}-web-hint`}
                onChange={(event) => usePlanDialog.setState({ webQuestion: event.target.value, problem: undefined })}
              />
              <p className={longQuestion ? 'hint err' : 'hint'} id={`${id}-web-hint`}>
                {longQuestion ?? (webQuestion.trim() === '' ? 'Left empty, the plan does not go to the web.' : <WhatLeaves />)}
              </p>
            </div>
          ) : (
            <p className="hint">{noWeb}</p>
          )}
        </div>
        <footer>
          <p className="hint err" role="alert">
            {problem}
          </p>
          <div className="acts">
            <Button variant="quiet" keys="Esc" onClick={closePlanDialog}>
              Cancel
            </Button>
            <Button
              variant="primary"
              type="submit"
              keys="Enter"
              busy={busy ? 'Starting…' : undefined}
              disabled={longGoal !== undefined || longQuestion !== undefined}
              aria-describedby={longGoal ? `${id}-goal-hint` : longQuestion ? `${id}-web-hint` : undefined}
            >
              Start the plan
            </Button>
          </div>
        </footer>
      </form>
    </Dialog>
  )
}

/** Asks what a plan is for and what, if anything, may go to the web. */
export function PlanDialog() {
  const isOpen = usePlanDialog((state) => state.item !== undefined)
  return isOpen ? <OpenDialog /> : null
}
