import { create } from 'zustand'
import type { CommandOutput } from '../../../shared/contract'
import { atMostEvery } from '../../base/at-most-every'
import { client } from '../../base/client'
import { onEvent } from '../../base/live-events'
import { errorWords } from '../../ui/error-words'

/** The days that the chart and the table show. */
export const USAGE_DAYS = 30
/** As far back as usage can be asked for (shared/contract/usage.ts). */
const ALL_DAYS = 366
/** Many jobs end together; the figures follow at this pace. */
const PACE_MS = 1000

interface Usage {
  report: CommandOutput<'get-usage'> | undefined
  /** Whether a model was used before the days shown. */
  usedBefore: boolean
  problem: string | undefined
}

const empty: Usage = { report: undefined, usedBefore: false, problem: undefined }
export const useUsage = create<Usage>(() => empty)

onEvent('vault-locked', () => useUsage.setState(empty, true))

export async function loadUsage(): Promise<void> {
  try {
    const report = await client.call('get-usage', { days: USAGE_DAYS })
    const usedBefore = report.rows.length === 0 && (await client.call('get-usage', { days: ALL_DAYS })).rows.length > 0
    useUsage.setState({ report, usedBefore, problem: undefined })
  } catch (error) {
    useUsage.setState({ problem: errorWords(error) })
  }
}

/** Loads usage and keeps it fresh while it is on screen. Returns the way to stop. */
export function followUsage(): () => void {
  const paced = atMostEvery(PACE_MS, loadUsage)
  paced.ask()
  const types = ['job-completed', 'job-dead', 'job-retry-scheduled', 'job-cancelled', 'settings-changed'] as const
  const stops = types.map((type) => onEvent(type, () => paced.ask()))
  return () => {
    for (const stop of stops) stop()
    paced.stop()
  }
}
