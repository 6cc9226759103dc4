import { create } from 'zustand'
import type { CommandOutput } from '../../../shared/contract'
import type { EgressKind } from '../../../shared/contract/network'
import { atMostEvery } from '../../base/at-most-every'
import { client } from '../../base/client'
import { onEvent } from '../../base/live-events'
import { errorWords } from '../../ui/error-words'

const PAGE = 30
/** Many requests end together; the list follows at this pace. */
const PACE_MS = 2000

export interface EgressFilter {
  host: string | undefined
  day: string | undefined
  kind: EgressKind | undefined
}
export type EgressReport = CommandOutput<'list-egress'>

interface Egress {
  filter: EgressFilter
  report: EgressReport | undefined
  problem: string | undefined
}

const everything: EgressFilter = { host: undefined, day: undefined, kind: undefined }
const empty: Egress = { filter: everything, report: undefined, problem: undefined }
export const useEgress = create<Egress>(() => empty)

onEvent('vault-locked', () => useEgress.setState(empty, true))

let latest = 0

async function ask(limit: number, before?: number): Promise<EgressReport | undefined> {
  latest += 1
  const asked = latest
  const { filter } = useEgress.getState()
  const given = Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined))
  try {
    const report = await client.call('list-egress', { ...given, limit, ...(before === undefined ? {} : { before }) })
    // A slower answer to an older question must not take the place of the newer one.
    return asked === latest ? report : undefined
  } catch (error) {
    useEgress.setState({ problem: errorWords(error) })
    return undefined
  }
}

/** Loads the newest entries, as many as are on screen. */
export async function loadEgress(): Promise<void> {
  const shown = useEgress.getState().report?.entries.length ?? 0
  const report = await ask(Math.min(200, Math.max(PAGE, shown)))
  if (report) useEgress.setState({ report, problem: undefined })
}

export async function loadMoreEgress(): Promise<void> {
  const { report } = useEgress.getState()
  const last = report?.entries.at(-1)
  if (!report || !last) return
  const next = await ask(PAGE, last.id)
  if (next) useEgress.setState({ report: { ...next, entries: [...report.entries, ...next.entries] }, problem: undefined })
}

export function filterEgress(change: Partial<EgressFilter>): void {
  const { filter, report } = useEgress.getState()
  // The page that was shown is as long as the first one again.
  useEgress.setState({ filter: { ...filter, ...change }, report: report && { ...report, entries: report.entries.slice(0, PAGE) } })
  void loadEgress()
}

export function isFiltered(filter: EgressFilter): boolean {
  return Object.values(filter).some((value) => value !== undefined)
}

/** Loads the list and keeps it fresh while it is on screen. Returns the way to stop. */
export function followEgress(): () => void {
  const paced = atMostEvery(PACE_MS, loadEgress)
  paced.ask()
  const types = ['job-started', 'job-completed', 'job-dead', 'job-retry-scheduled', 'job-cancelled', 'settings-changed'] as const
  const stops = types.map((type) => onEvent(type, () => paced.ask()))
  return () => {
    for (const stop of stops) stop()
    paced.stop()
  }
}
