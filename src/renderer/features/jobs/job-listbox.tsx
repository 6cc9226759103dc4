import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react'
import { useNavigation } from '../../base/navigation-store'
import { jobEntries } from './job-entries'
import { JobRow } from './job-row'
import { readToEnd, showJobs, useJobs } from './jobs-store'
import { useKeepPlace } from './keep-place'

/** Heights in pixels, held by jobs-place.css: with them known no row has to be measured, which halves the work of fast scrolling. */
const ROW_HEIGHT = 57
const GROUP_HEIGHT = 36

/** The jobs as a listbox. Only what is in sight is in the page, and pages of the list are read as they come into sight. */
export function JobListbox({ total }: { total: number }) {
  const jobs = useJobs((state) => state.jobs)
  const jobId = useNavigation((state) => state.jobId)
  const openJob = useNavigation((state) => state.openJob)
  const box = useRef<HTMLDivElement>(null)
  const id = useId()
  const [active, setActive] = useState<string | undefined>(jobId)
  const [endAsked, setEndAsked] = useState(0)
  const { entries, rowOf } = useMemo(() => jobEntries(jobs), [jobs])

  const virtual = useVirtualizer({
    count: entries.length,
    getScrollElement: () => box.current,
    estimateSize: (place) => (entries[place]?.kind === 'group' ? GROUP_HEIGHT : ROW_HEIGHT),
    getItemKey: (place) => {
      const entry = entries[place]
      return entry?.kind === 'row' ? entry.job.id : `group ${entry?.name ?? place}`
    },
    overscan: 8,
  })
  useKeepPlace(virtual, entries)

  const rows = virtual.getVirtualItems()
  const indexOf = (place: number | undefined) => {
    const entry = entries[place ?? 0] ?? entries.at(-1)
    const next = entry?.kind === 'group' ? entries[(place ?? 0) + 1] : entry
    return next?.kind === 'row' ? next.index : 0
  }
  const first = indexOf(rows.at(0)?.index)
  const last = indexOf(rows.at(-1)?.index)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a list that grew or shrank has other rows in sight
  useEffect(() => showJobs(first, last), [first, last, jobs.length])

  useEffect(() => {
    if (jobId !== undefined) setActive(jobId)
  }, [jobId])

  const goTo = (index: number) => {
    const place = Math.max(0, Math.min(jobs.length - 1, index))
    const job = jobs[place]
    if (!job) return
    setActive(job.id)
    virtual.scrollToIndex(place === 0 ? 0 : (rowOf[place] ?? 0), { align: 'auto' })
    // Moving through the list fills the page beside it, and in a narrow window leaves the list where it is.
    useNavigation.setState({ jobId: job.id })
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: goes once for each press of End, when the last row is there
  useEffect(() => {
    if (endAsked > 0) goTo(jobs.length - 1)
  }, [endAsked])

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const at = jobs.findIndex((job) => job.id === active)
    const page = Math.max(1, Math.floor((box.current?.clientHeight ?? 600) / ROW_HEIGHT))
    const steps: Record<string, number> = {
      ArrowDown: at + 1,
      ArrowUp: at - 1,
      Home: 0,
      PageDown: at + page,
      PageUp: at - page,
    }
    const step = steps[event.key]
    // The end of the list may not be read yet.
    if (event.key === 'End') void readToEnd().then(() => setEndAsked((count) => count + 1))
    else if (step !== undefined) goTo(step)
    else if (event.key === 'Enter' && active !== undefined) openJob(active)
    else return
    event.preventDefault()
  }

  const activeAt = active === undefined ? -1 : jobs.findIndex((job) => job.id === active)
  const inPage = rows.some((row) => row.index === rowOf[activeAt])
  return (
    <div
      className="rows"
      id="job-rows"
      ref={box}
      role="listbox"
      aria-label="Jobs"
      tabIndex={0}
      aria-activedescendant={inPage ? `${id}-${active}` : undefined}
      onKeyDown={onKeyDown}
    >
      <div className="rows-in" role="presentation" style={{ height: virtual.getTotalSize() }}>
        {rows.map((row) => {
          const entry = entries[row.index]
          if (!entry) return null
          return (
            <div key={row.key} role="presentation" style={{ transform: `translateY(${row.start}px)` }}>
              {entry.kind === 'group' ? (
                <div className="group" role="presentation">
                  {entry.name}
                </div>
              ) : (
                <JobRow
                  job={entry.job}
                  id={`${id}-${entry.job.id}`}
                  selected={entry.job.id === jobId}
                  active={entry.job.id === active}
                  ruled={entry.ruled && entry.job.id !== jobId && jobs[entry.index - 1]?.id !== jobId}
                  position={entry.index + 1}
                  total={total}
                  onOpen={openJob}
                />
              )}
            </div>
          )
        })}
      </div>
    </div>
  )
}
