import type { ItemSummary } from '../../../shared/entities'
import { jobTypeInfo } from '../../../shared/job-types'
import type { StatusKind } from '../../ui/status-dot'

/** The status a row shows for the job on its item: only what is alive or asks something. Quick housekeeping shows only when it failed. */
export function rowStatus(job: ItemSummary['job']): { kind: StatusKind; word: string } | undefined {
  if (!job) return undefined
  const { row, quiet, waitsAs } = jobTypeInfo(job.type)
  if (job.status === 'dead') return { kind: 'dead', word: `${row.noun} failed` }
  if (quiet) return undefined
  if (job.status === 'running') return { kind: 'run', word: row.running }
  if (job.status === 'pending') return { kind: 'wait', word: `${waitsAs ?? row.noun} waits` }
  return undefined
}
