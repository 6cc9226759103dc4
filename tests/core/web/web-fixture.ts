import type { EgressEnd, EgressLedger, EgressPurpose, EgressStart } from '../../../src/main/core/web/egress-ledger'
import { createGuardedFetch, type GuardedFetch, type GuardedFetchDeps } from '../../../src/main/core/web/guarded-fetch'

export const purpose: EgressPurpose = { kind: 'page', jobId: 'job-1', jobType: 'research', itemIds: ['item-1'] }

export interface Watched {
  fetch: GuardedFetch
  ledger: (EgressStart & { end: EgressEnd | null })[]
}

/** The guarded fetch with a ledger that can be looked at, without waits between requests. */
export function watchedFetch(deps: Partial<GuardedFetchDeps> = {}): Watched {
  const rows: Watched['ledger'] = []
  const ledger: EgressLedger = {
    begin(start) {
      const row: Watched['ledger'][number] = { ...start, end: null }
      rows.push(row)
      return (end) => {
        row.end = end
      }
    },
  }
  const fetch = createGuardedFetch({
    ledger,
    isLocalOnly: () => false,
    appVersion: '9.9.9',
    now: Date.now,
    elapsed: () => performance.now(),
    ...deps,
    limits: { paceMs: 0, ...deps.limits },
  })
  return { fetch, ledger: rows }
}

/** The error of a promise that is to fail. */
export async function failureOf(work: Promise<unknown>): Promise<{ code: string; message: string; data: Record<string, unknown> }> {
  try {
    await work
  } catch (error) {
    const { code, message, data } = error as { code: string; message: string; data?: Record<string, unknown> }
    return { code, message, data: data ?? {} }
  }
  throw new Error('It was to fail, and did not.')
}
