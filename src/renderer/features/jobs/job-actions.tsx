import { RotateCw } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { JobChanges } from '../../../shared/contract/jobs'
import type { Job } from '../../../shared/entities'
import { useNavigation } from '../../base/navigation-store'
import { openSettings } from '../../base/open-section'
import { useKeyHint, usePageKeys } from '../../base/page-keys'
import { useSettings } from '../../base/settings-store'
import { Button } from '../../ui/button'
import { ConfirmDialog } from '../../ui/confirm-dialog'
import { cancelJob, discardJob, retryJob } from './job-acts'
import { canChange, remedyFor } from './remedies'
import { RetryForm } from './retry-form'

function DiscardQuestion({ job, onClose }: { job: Job; onClose: () => void }) {
  const confirm = () => {
    onClose()
    void discardJob(job.id)
  }
  return (
    <ConfirmDialog
      title="Discard this job?"
      text="Its attempts, prompts and replies are deleted with it. This cannot be undone. Your thought stays as it is."
      action="Discard job"
      onConfirm={confirm}
      onClose={onClose}
    />
  )
}

/** What can be done with a job, by button and by key. The main button of a dead one names what most likely helps. */
export function JobActions({ job }: { job: Job }) {
  const openItem = useNavigation((state) => state.openItem)
  const settings = useSettings((state) => state.settings)
  const hint = useKeyHint()
  const [changing, setChanging] = useState(false)
  const [asked, setAsked] = useState(false)
  const change = useRef<HTMLButtonElement>(null)
  const returnFocus = useRef(false)
  const { id, itemId, status } = job
  const stopped = status === 'dead' || status === 'cancelled'
  const changeable = canChange(job, settings)
  const remedy = remedyFor(job, settings)
  const showForm = changing && changeable && settings !== undefined

  useEffect(() => {
    if (showForm || !returnFocus.current) return
    returnFocus.current = false
    change.current?.focus()
  }, [showForm])

  const retry = (changes?: JobChanges) => {
    setChanging(false)
    void retryJob(id, changes)
  }
  const first = !stopped
    ? undefined
    : remedy.kind === 'form'
      ? () => setChanging(true)
      : remedy.kind === 'settings'
        ? () => openSettings(remedy.section)
        : () => retry(remedy.kind === 'run' ? remedy.changes : undefined)
  const cancel = status === 'pending' || status === 'running' ? () => void cancelJob(id) : undefined
  const discard = cancel ? undefined : () => setAsked(true)
  usePageKeys({
    r: showForm ? undefined : first,
    c: cancel,
    Delete: cancel ?? discard,
    o: itemId === null ? undefined : () => openItem(itemId),
  })

  return (
    <>
      {showForm ? (
        <RetryForm
          job={job}
          settings={settings}
          start={remedy.kind === 'run' ? remedy.changes : job.changes}
          onRun={retry}
          onClose={() => {
            returnFocus.current = true
            setChanging(false)
          }}
        />
      ) : (
        <div className="acts">
          {first && (
            <Button
              ref={remedy.kind === 'form' ? change : null}
              variant={status === 'dead' ? 'primary' : 'default'}
              {...(remedy.kind === 'settings' ? {} : { icon: RotateCw })}
              {...hint('R')}
              onClick={first}
            >
              {remedy.label}
            </Button>
          )}
          {first && remedy.kind !== 'again' && <Button onClick={() => retry()}>Retry as it was</Button>}
          {first && changeable && remedy.kind !== 'form' && (
            <Button ref={change} onClick={() => setChanging(true)}>
              Change and retry…
            </Button>
          )}
          {cancel && (
            <Button {...hint('C')} onClick={cancel}>
              Cancel
            </Button>
          )}
          {discard && (
            <Button variant="danger" onClick={discard}>
              Discard job…
            </Button>
          )}
        </div>
      )}
      {asked && <DiscardQuestion job={job} onClose={() => setAsked(false)} />}
    </>
  )
}
