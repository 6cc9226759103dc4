import { type AppEvent, type EventPayload, type EventType, eventPayloads } from '../../../shared/contract/events'
import type { VaultDatabase } from '../db/open-database'

/** Kept events; a client that was away longer than this many events reloads what it shows. */
const KEPT_EVENTS = 20_000

export interface EventLog {
  /** Adds an event inside the caller's transaction and returns it with its `seq`. It is not yet published. */
  append<T extends EventType>(type: T, payload: EventPayload<T>, at: number): AppEvent
  /** Kept events with `seq` above `afterSeq`, in order, at most `limit`. */
  after(afterSeq: number, limit: number): AppEvent[]
  lastSeq(): number
  /** Drops all but the newest events. */
  trim(): void
}

/** The log of what happened, in the vault: an event gets its number in the transaction that caused it. */
export function createEventLog(db: VaultDatabase): EventLog {
  const insert = db.prepare<[string, string, number]>('INSERT INTO events (type, payload, at) VALUES (?, ?, ?)')
  const select = db.prepare<[number, number], { seq: number; type: string; payload: string; at: number }>(
    'SELECT seq, type, payload, at FROM events WHERE seq > ? ORDER BY seq LIMIT ?',
  )
  const last = db.prepare<[], { seq: number | null }>('SELECT MAX(seq) AS seq FROM events')
  const remove = db.prepare<[number]>('DELETE FROM events WHERE seq <= ?')

  return {
    append(type, payload, at) {
      const { lastInsertRowid } = insert.run(type, JSON.stringify(payload), at)
      return { type, seq: Number(lastInsertRowid), at, payload } as AppEvent
    },
    after(afterSeq, limit) {
      return select
        .all(afterSeq, limit)
        .filter((row) => Object.hasOwn(eventPayloads, row.type))
        .map((row) => ({ type: row.type, seq: row.seq, at: row.at, payload: JSON.parse(row.payload) }) as AppEvent)
    },
    lastSeq: () => last.get()?.seq ?? 0,
    trim() {
      remove.run((last.get()?.seq ?? 0) - KEPT_EVENTS)
    },
  }
}
