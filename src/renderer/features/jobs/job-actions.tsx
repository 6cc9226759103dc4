import { RotateCw } from 'lucide-react'
import { useState } from 'react'
import type { Job } from '../../../shared/entities'
import { Button } from '../../ui/button'
import { ConfirmDialog } from '../../ui/confirm-dialog'
import { formatNumber } from '../../ui/format-time'
import { useNavigation } from '../shell/navigation-store'
import { cancelJob, purgeJobs, retryJob } from './job-acts'
import { useJobs } from './jobs-store'
import { usePageKeys } from './page-keys'

/** What can be done with a job, by button and by key. */
export function JobActions({ job }: { job: Job }) {
  const openItem = useNavigation((state) => state.openItem)
  const dead = useJobs((state) => state.counts.dead)
  const [asked, setAsked] = useState(false)
  const canRetry = job.status === 'dead' || job.status === 'cancelled'
  const canCancel = job.status === 'pending' || job.status === 'running'
  const { itemId } = job
  const retry = canRetry ? () => void retryJob(job.id) : undefined
  const cancel = canCancel ? () => void cancelJob(job.id) : undefined
  const open = itemId === null ? undefined : () => openItem(itemId)
  usePageKeys({ r: retry, c: cancel, Delete: cancel, o: open })
  // Dead jobs are discarded together, so the button says how many.
  const discarded = dead > 1 ? `${formatNumber(dead)} dead jobs` : 'job'
  const confirm = () => {
    setAsked(false)
    void purgeJobs('dead')
  }
  return (
    <div className="acts">
      {retry && (
        <Button variant={job.status === 'dead' ? 'primary' : 'default'} icon={RotateCw} keys="R" onClick={retry}>
          Retry
        </Button>
      )}
      {cancel && (
        <Button keys="C" onClick={cancel}>
          Cancel
        </Button>
      )}
      {open && (
        <Button keys="O" onClick={open}>
          Open thought
        </Button>
      )}
      {job.status === 'dead' && (
        <Button variant="danger" onClick={() => setAsked(true)}>
          Discard {discarded}…
        </Button>
      )}
      {asked && (
        <ConfirmDialog
          title={dead > 1 ? `Discard ${discarded}?` : 'Discard this job?'}
          text="Attempts, prompts and replies are deleted with them. This cannot be undone. Your thoughts stay as they are."
          action={`Discard ${discarded}`}
          onConfirm={confirm}
          onClose={() => setAsked(false)}
        />
      )}
    </div>
  )
}
