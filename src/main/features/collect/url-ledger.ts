import { normalizeUrl } from '../../core/text/normalize-url'

/** What became of a page: `pending` while it is read. Every status spends budget, a failed one too (docs/collect-pipeline.md, "processUrls"). */
export type PageStatus = 'pending' | 'created' | 'empty' | 'error'

export interface LedgerEntry {
  /** Normalised. */
  url: string
  status: PageStatus
  count: number
}

/** What the ledger says to a page that asks to be read. `remaining` is the budget at that moment. */
export type Reservation =
  | { kind: 'reserved'; url: string; remaining: number }
  | { kind: 'handled'; entry: LedgerEntry; remaining: number }
  | { kind: 'full'; used: number; limit: number; remaining: 0 }

export interface UrlLedger {
  /**
   * Takes a place for a page, at once: to be called for all pages of a call, in order, before anything is awaited. A page that has one already,
   * also earlier in the same call, gets none and spends nothing.
   */
  reserve(url: string): Reservation
  settle(url: string, status: Exclude<PageStatus, 'pending'>, count: number): void
  remaining(): number
  entries(): LedgerEntry[]
}

/** The pages of one run: each is read once, and at most `limit` are. `earlier` are the pages of an interrupted run, which stay spent. */
export function createUrlLedger(limit: number, earlier: readonly LedgerEntry[] = []): UrlLedger {
  // A page that was being read when the run was interrupted has given nothing; it is read again.
  const ledger = new Map(earlier.filter(({ status }) => status !== 'pending').map((entry) => [entry.url, entry]))
  const remaining = (): number => Math.max(0, limit - ledger.size)
  return {
    reserve: (given) => {
      const url = normalizeUrl(given)
      const entry = ledger.get(url)
      if (entry !== undefined) return { kind: 'handled', entry: { ...entry }, remaining: remaining() }
      if (ledger.size >= limit) return { kind: 'full', used: ledger.size, limit, remaining: 0 }
      ledger.set(url, { url, status: 'pending', count: 0 })
      return { kind: 'reserved', url, remaining: remaining() }
    },
    settle: (given, status, count) => {
      const url = normalizeUrl(given)
      ledger.set(url, { url, status, count })
    },
    remaining,
    entries: () => [...ledger.values()].map((entry) => ({ ...entry })),
  }
}
