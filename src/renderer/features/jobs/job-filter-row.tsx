import { ChevronDown, X } from 'lucide-react'
import { useShallow } from 'zustand/react/shallow'
import { JobType } from '../../../shared/entities'
import { jobTypes } from '../../../shared/job-types'
import { formatNumber } from '../../ui/format-time'
import { Icon } from '../../ui/icon'
import { Menu } from '../../ui/menu'
import { chooseFilter, useJobs } from './jobs-store'
import { isNarrowed } from './list-filter'

/** Narrows the list to one kind of work, and shows the thought that it is narrowed to. Both go together with the tabs above. */
export function JobFilterRow() {
  const { type, item } = useJobs(useShallow((state) => ({ type: state.type, item: state.item })))
  const found = useJobs((state) => state.jobs.length)
  const more = useJobs((state) => state.pages.nextCursor !== null)
  const loaded = useJobs((state) => state.loaded)
  const name = type === null ? 'All kinds' : jobTypes[type].name
  const items = [null, ...JobType.options].map((kind) => ({
    label: kind === null ? 'All kinds' : jobTypes[kind].name,
    checked: kind === type,
    onChoose: () => chooseFilter({ type: kind }),
  }))
  return (
    <div className="kinds">
      <span className="kind-box">
        <span className="kind-words" aria-hidden="true">
          {name}
          <Icon of={ChevronDown} small />
        </span>
        <Menu label={`Kind of job: ${name}`} icon={ChevronDown} items={items} />
      </span>
      {item && (
        <button
          type="button"
          className="chip only"
          title={`${item.title}. Press to show the jobs of all thoughts.`}
          aria-label="Only this thought. Show the jobs of all thoughts"
          onClick={() => chooseFilter({ item: null })}
        >
          Only this thought
          <Icon of={X} small />
        </button>
      )}
      {isNarrowed({ type, item }) && loaded && (
        <span className="found" role="status">
          {more ? `First ${formatNumber(found)}` : `${formatNumber(found)} ${found === 1 ? 'job' : 'jobs'}`}
        </span>
      )}
    </div>
  )
}
