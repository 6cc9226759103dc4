import './jobs-place.css'
import { useEffect } from 'react'
import { useNavigation } from '../../base/navigation-store'
import { JobListPane } from './job-list-pane'
import { JobPage } from './job-page'
import { useLiveJobs } from './jobs-live'
import { useJobs } from './jobs-store'

/** The place of the jobs: what the workers do, did and could not do, and what the person can do about it. */
export function JobsPlace() {
  const jobId = useNavigation((state) => state.jobId)
  useLiveJobs(jobId)
  const first = useJobs((state) => state.jobs[0])

  useEffect(() => {
    // Whoever comes because something failed finds it opened. In a narrow window the list stays in front.
    if (first?.status === 'dead' && useNavigation.getState().jobId === undefined) useNavigation.setState({ jobId: first.id })
  }, [first])

  return (
    <>
      <JobListPane />
      <JobPage jobId={jobId} />
    </>
  )
}
