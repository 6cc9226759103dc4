import { Ellipsis, Pause, Play } from 'lucide-react'
import { useState } from 'react'
import { useShallow } from 'zustand/react/shallow'
import { type JobFilter, jobFilters } from '../../base/job-state'
import { Button } from '../../ui/button'
import { ConfirmDialog } from '../../ui/confirm-dialog'
import { EmptyState } from '../../ui/empty-state'
import { formatNumber } from '../../ui/format-time'
import { Late } from '../../ui/late'
import { Menu } from '../../ui/menu'
import { TabList } from '../../ui/tab-list'
import { purgeJobs, retryDeadJobs, setPaused } from './job-acts'
import { JobFilterRow } from './job-filter-row'
import { JobListbox } from './job-listbox'
import { chooseFilter, useJobs } from './jobs-store'
import { filterKey, isNarrowed, noFilter } from './list-filter'

const empty: Record<JobFilter, [string, string]> = {
  all: ['Nothing in the queue', 'Jobs appear here while Cortexa embeds, links and summarises.'],
  running: ['Nothing is running', 'A job shows here while a worker has it.'],
  pending: ['Nothing is waiting', 'A job waits here until a worker is free, or until it is tried again.'],
  dead: ['No job has failed for good', 'A job that failed as often as it may stands here until you retry or discard it.'],
  done: ['Nothing is finished yet', 'Done jobs stay here with their attempts until you discard them.'],
  cancelled: ['Nothing was cancelled', 'A job that you stop stays here and can be run again.'],
}

function Nothing({ filter, narrowed }: { filter: JobFilter; narrowed: boolean }) {
  const [title, sentence] = empty[filter]
  if (!narrowed) return <EmptyState title={title}>{sentence}</EmptyState>
  const all = () => chooseFilter(noFilter)
  return (
    <EmptyState title="No job matches" actions={<Button onClick={all}>Show all jobs</Button>}>
      No job has this status, kind and thought together. Jobs that were discarded are not listed.
    </EmptyState>
  )
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
  const { filter, type, item, counts, paused, loaded, problem } = useJobs(
    useShallow((state) => ({
      filter: state.filter,
      type: state.type,
      item: state.item,
      counts: state.counts,
      paused: state.paused,
      loaded: state.loaded,
      problem: state.problem,
    })),
  )
  const found = useJobs((state) => state.jobs.length)
  const more = useJobs((state) => state.pages.nextCursor !== null)
  const narrowed = isNarrowed({ type, item })
  const [asked, setAsked] = useState<'dead' | 'finished' | undefined>(undefined)
  const all = counts.pending + counts.running + counts.done + counts.dead + counts.cancelled
  const finished = counts.done + counts.cancelled
  const countOf = (id: JobFilter) => (id === 'all' ? all : counts[id])
  const tabs = jobFilters
    .filter((each) => each.id !== 'cancelled' || counts.cancelled > 0 || filter === 'cancelled')
    .map(({ id, label }) => ({ id, label, count: countOf(id), title: narrowed ? 'Counted over the whole queue' : undefined }))
  const items = [
    ...(counts.dead > 0
      ? [
          { label: 'Retry all dead jobs', onChoose: () => void retryDeadJobs() },
          { label: 'Discard dead jobs…', danger: true, onChoose: () => setAsked('dead') },
        ]
      : []),
    ...(finished > 0 ? [{ label: 'Discard finished jobs…', danger: true, onChoose: () => setAsked('finished') }] : []),
  ]
  // Of a narrowed list only its end tells how long it is; -1 is "unknown" to a screen reader.
  const total = !narrowed ? countOf(filter) : more ? -1 : found
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
      <TabList
        label="Which jobs"
        tabs={tabs}
        selected={filter}
        onSelect={(id) => chooseFilter({ filter: id })}
        className="tabs filters"
        panel="job-panel"
      />
      <JobFilterRow />
      <div className="job-panel" id="job-panel" role="tabpanel" aria-label={tabs.find((tab) => tab.id === filter)?.label}>
        {found > 0 ? (
          <JobListbox key={filterKey({ filter, type, item })} total={total} />
        ) : problem !== undefined ? (
          <EmptyState title="The jobs could not be read">{problem}</EmptyState>
        ) : loaded ? (
          <Nothing filter={filter} narrowed={narrowed} />
        ) : (
          <Late>Opening the jobs…</Late>
        )}
      </div>
      {asked && <Asked which={asked} count={asked === 'dead' ? counts.dead : finished} onClose={() => setAsked(undefined)} />}
    </section>
  )
}
