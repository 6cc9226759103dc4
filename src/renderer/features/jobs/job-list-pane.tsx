import { Ellipsis, Pause, Play } from 'lucide-react'
import { useState } from 'react'
import { useShallow } from 'zustand/react/shallow'
import { Button } from '../../ui/button'
import { ConfirmDialog } from '../../ui/confirm-dialog'
import { EmptyState } from '../../ui/empty-state'
import { formatNumber } from '../../ui/format-time'
import { Late } from '../../ui/late'
import { Menu } from '../../ui/menu'
import { purgeJobs, retryDeadJobs, setPaused } from './job-acts'
import { JobListbox } from './job-listbox'
import { type JobFilter, jobFilters } from './job-state'
import { chooseFilter, useJobs } from './jobs-store'
import { TabList } from './tab-list'

const empty: Record<JobFilter, [string, string]> = {
  all: ['Nothing in the queue', 'Jobs appear here while Cortexa embeds, links and summarises.'],
  running: ['Nothing is running', 'A job shows here while a worker has it.'],
  pending: ['Nothing is waiting', 'A job waits here until a worker is free, or until it is tried again.'],
  dead: ['No job has failed for good', 'A job that failed as often as it may stands here until you retry or discard it.'],
  done: ['Nothing is finished yet', 'Done jobs stay here with their attempts until you discard them.'],
  cancelled: ['Nothing was cancelled', 'A job that you stop stays here and can be run again.'],
}

function Asked({ which, count, onClose }: { which: 'dead' | 'finished'; count: number; onClose: () => void }) {
  const words = `${formatNumber(count)} ${which} ${count === 1 ? 'job' : 'jobs'}`
  const confirm = () => {
    void purgeJobs(which)
    onClose()
  }
  return (
    <ConfirmDialog
      title={`Discard ${words}?`}
      text="Their attempts, prompts and replies are deleted with them. This cannot be undone. Your thoughts stay as they are."
      action={`Discard ${words}`}
      onConfirm={confirm}
      onClose={onClose}
    />
  )
}

/** The list of jobs: filters with counts, pause, and what can be done with all of them. */
export function JobListPane() {
  const { filter, counts, paused, loaded, problem } = useJobs(
    useShallow((state) => ({
      filter: state.filter,
      counts: state.counts,
      paused: state.paused,
      loaded: state.loaded,
      problem: state.problem,
    })),
  )
  const anyJobs = useJobs((state) => state.jobs.length > 0)
  const [asked, setAsked] = useState<'dead' | 'finished' | undefined>(undefined)
  const all = counts.pending + counts.running + counts.done + counts.dead + counts.cancelled
  const finished = counts.done + counts.cancelled
  const countOf = (id: JobFilter) => (id === 'all' ? all : counts[id])
  const tabs = jobFilters
    .filter((each) => each.id !== 'cancelled' || counts.cancelled > 0 || filter === 'cancelled')
    .map(({ id, label }) => ({ id, label, count: countOf(id) }))
  const items = [
    ...(counts.dead > 0
      ? [
          { label: 'Retry all dead jobs', onChoose: () => void retryDeadJobs() },
          { label: 'Discard dead jobs…', danger: true, onChoose: () => setAsked('dead') },
        ]
      : []),
    ...(finished > 0 ? [{ label: 'Discard finished jobs…', danger: true, onChoose: () => setAsked('finished') }] : []),
  ]
  const [title, sentence] = empty[filter]
  return (
    <section className="list" aria-label="Jobs">
      <div className="head">
        <h2>Jobs</h2>
        <span className="n">{paused ? 'Paused' : 'Live'}</span>
        <span className="end">
          <Button variant="quiet" icon={paused ? Play : Pause} onClick={() => void setPaused(!paused)}>
            {paused ? 'Resume' : 'Pause all'}
          </Button>
          {items.length > 0 && <Menu label="More" icon={Ellipsis} items={items} />}
        </span>
      </div>
      <TabList label="Which jobs" tabs={tabs} selected={filter} onSelect={chooseFilter} className="tabs filters" panel="job-panel" />
      <div className="job-panel" id="job-panel" role="tabpanel" aria-label={tabs.find((tab) => tab.id === filter)?.label}>
        {anyJobs ? (
          <JobListbox key={filter} total={countOf(filter)} />
        ) : problem !== undefined ? (
          <EmptyState title="The jobs could not be read">{problem}</EmptyState>
        ) : loaded ? (
          <EmptyState title={title}>{sentence}</EmptyState>
        ) : (
          <Late>Opening the jobs…</Late>
        )}
      </div>
      {asked && <Asked which={asked} count={asked === 'dead' ? counts.dead : finished} onClose={() => setAsked(undefined)} />}
    </section>
  )
}
