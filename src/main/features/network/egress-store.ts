import { z } from 'zod'
import type { EgressEntry, EgressKind } from '../../../shared/contract/network'
import { DAY_MS } from '../../../shared/timing'
import type { VaultDatabase } from '../../core/db/open-database'

/** Entries are kept so long, and at most so many. */
export const KEPT_DAYS = 90
export const KEPT_ENTRIES = 50_000
const HOSTS_LISTED = 200

/** A request as it is written down before it leaves; `day` is the local date. */
export interface NewEgress {
  at: number
  day: string
  host: string
  path: string
  method: string
  kind: EgressKind
  jobId: string | null
  jobType: string | null
  itemIds: readonly string[]
}

export interface EgressOutcome {
  status: number | null
  bytesOut: number
  bytesIn: number
  durationMs: number
  failure: string | null
  reason: string | null
}

export interface EgressFilter {
  host?: string | undefined
  day?: string | undefined
  kind?: EgressKind | undefined
}

export interface EgressSums {
  requests: number
  refused: number
  bytesOut: number
  bytesIn: number
}

export type StoredEgress = Omit<EgressEntry, 'items'> & { itemIds: string[] }
export type EgressStore = ReturnType<typeof createEgressStore>

interface Row {
  id: number
  at: number
  host: string
  path: string
  method: string
  kind: EgressKind
  job_id: string | null
  job_type: string | null
  item_ids: string
  status: number | null
  bytes_out: number
  bytes_in: number
  duration_ms: number | null
  failure: string | null
  reason: string | null
}

const MOST_PATH = 500
/** Nothing went out and nothing came back. */
const sums = `count(*) AS requests, coalesce(sum(failure IS NOT NULL AND bytes_out = 0), 0) AS refused,
  coalesce(sum(bytes_out), 0) AS bytesOut, coalesce(sum(bytes_in), 0) AS bytesIn`
const fits = '(@host IS NULL OR host = @host) AND (@day IS NULL OR day = @day) AND (@kind IS NULL OR kind = @kind)'

/** The ledger of what left this computer. */
export function createEgressStore(db: VaultDatabase) {
  const add = db.prepare(
    `INSERT INTO egress (at, day, host, path, method, kind, job_id, job_type, item_ids)
     VALUES (@at, @day, @host, @path, @method, @kind, @jobId, @jobType, @itemIds)`,
  )
  const end = db.prepare(
    `UPDATE egress SET status = @status, bytes_out = @bytesOut, bytes_in = @bytesIn, duration_ms = @durationMs, failure = @failure, reason = @reason
     WHERE id = @id`,
  )
  type Bound = { host: string | null; day: string | null; kind: string | null }
  const page = db.prepare<[Bound & { before: number; limit: number }], Row>(
    `SELECT * FROM egress WHERE ${fits} AND id < @before ORDER BY id DESC LIMIT @limit`,
  )
  const sum = db.prepare<[Bound], EgressSums>(`SELECT ${sums} FROM egress WHERE ${fits}`)
  const hosts = db.prepare<[number], EgressSums & { host: string }>(
    `SELECT host, ${sums} FROM egress GROUP BY host ORDER BY requests DESC, host LIMIT ?`,
  )
  const days = db.prepare<[], { day: string }>('SELECT DISTINCT day FROM egress ORDER BY day DESC')
  const kinds = db.prepare<[], { kind: EgressKind }>('SELECT DISTINCT kind FROM egress ORDER BY kind')
  const trimOld = db.prepare('DELETE FROM egress WHERE id IN (SELECT id FROM egress WHERE at < ? ORDER BY at LIMIT ?)')
  const trimMany = db.prepare(
    'DELETE FROM egress WHERE id IN (SELECT id FROM egress WHERE id <= (SELECT max(id) FROM egress) - ? ORDER BY id LIMIT ?)',
  )

  return {
    /** Gives the entry's id. */
    add(entry: NewEgress): number {
      const { itemIds, path, ...rest } = entry
      return Number(add.run({ ...rest, path: path.slice(0, MOST_PATH), itemIds: JSON.stringify(itemIds) }).lastInsertRowid)
    },
    end(id: number, outcome: EgressOutcome): void {
      end.run({ id, ...outcome })
    },
    list(filter: EgressFilter, before: number | undefined, limit: number): StoredEgress[] {
      return page.all({ ...bound(filter), before: before ?? Number.MAX_SAFE_INTEGER, limit }).map(toEntry)
    },
    sums: (filter: EgressFilter): EgressSums => sum.get(bound(filter)) ?? { requests: 0, refused: 0, bytesOut: 0, bytesIn: 0 },
    hosts: (): (EgressSums & { host: string })[] => hosts.all(HOSTS_LISTED),
    days: (): string[] => days.all().map(({ day }) => day),
    kinds: (): EgressKind[] => kinds.all().map(({ kind }) => kind),
    /** Deletes at most `limit` entries that are too old or too many; gives how many. */
    trim(now: number, limit: number): number {
      const old = trimOld.run(now - KEPT_DAYS * DAY_MS, limit).changes
      return old + (old < limit ? trimMany.run(KEPT_ENTRIES, limit - old).changes : 0)
    },
  }
}

function bound({ host, day, kind }: EgressFilter): { host: string | null; day: string | null; kind: string | null } {
  return { host: host ?? null, day: day ?? null, kind: kind ?? null }
}

function toEntry(row: Row): StoredEgress {
  return {
    id: row.id,
    at: row.at,
    host: row.host,
    path: row.path,
    method: row.method,
    kind: row.kind,
    jobId: row.job_id,
    jobType: row.job_type,
    itemIds: z.array(z.string()).parse(JSON.parse(row.item_ids)),
    status: row.status,
    bytesOut: row.bytes_out,
    bytesIn: row.bytes_in,
    durationMs: row.duration_ms,
    failure: row.failure,
    reason: row.reason,
  }
}
