import type { Endpoint } from '../../../src/shared/client'
import { type CommandName, contract, isCommandName } from '../../../src/shared/contract'
import type { AppEvent } from '../../../src/shared/contract/events'
import { type Item, type ItemKind, type ItemSource, ItemSummary, type JobStatus, type JobSummary } from '../../../src/shared/entities'
import { AppError, type WireResult } from '../../../src/shared/errors'
import { isFromOutside } from '../../../src/shared/origin'

export interface SmallVault extends Endpoint {
  items: Map<string, Item>
  /** The names of all commands that reached it, in order. */
  invoked: string[]
  add(id: string, over?: Partial<Item>): Item
  answers: Partial<Record<CommandName, (input: never) => unknown>>
  locked: boolean
  emit(type: AppEvent['type'], payload: object): void
  /** Resolves when somebody follows the events. */
  followed: Promise<void>
  /** How many do. */
  followers(): number
}

const at = Date.UTC(2026, 0, 2)

export function makeItem(id: string, over: Partial<Item> = {}): Item {
  return {
    id,
    kind: 'thought' as ItemKind,
    source: 'manual' as ItemSource,
    title: `Title of ${id}`,
    summary: `Summary of ${id}`,
    tags: [],
    pinned: false,
    private: false,
    confidence: 0.5,
    validation: { score: 0.5, at, by: 'captured' },
    thesis: null,
    job: null,
    createdAt: at,
    updatedAt: at,
    deletedAt: null,
    body: `Body of ${id}`,
    givenTitle: '',
    summaryBy: 'none',
    links: [],
    versions: 0,
    ...over,
  }
}

export function makeJob(id: string, status: JobStatus): JobSummary {
  return {
    ...{ id, type: 'summarize', status, itemId: 'a', itemTitle: 'Title of a', attempts: 0, maxAttempts: 3, nextRunAt: at, createdAt: at },
    ...{ startedAt: null, finishedAt: null, error: null, errorCode: null, waitingFor: null, changes: null, resultNote: null },
  }
}

/** A vault in memory behind the real contract: what comes in and what goes out is parsed as the app parses it. */
export function createSmallVault(): SmallVault {
  const items = new Map<string, Item>()
  const list = () => [...items.values()]
  const listeners = new Set<(event: AppEvent) => void>()
  let announce = () => {}
  const followed = new Promise<void>((resolve) => {
    announce = resolve
  })
  const hit = (item: Item) => ({
    ...{ id: item.id, title: item.title, summary: item.summary, passage: item.body.slice(0, 200), createdAt: at },
    ...{ marks: [], titleMarks: [], at: 0, why: 'words' as const, score: 1 },
  })
  const linked = (item: Item) => ({
    ...{ linkId: `to-${item.id}`, kind: 'manual' as const, score: 1, reason: `because of ${item.title}` },
    ...{ item: { id: item.id, title: item.title, createdAt: at }, mention: null },
  })

  const vault: SmallVault = {
    items,
    invoked: [],
    locked: false,
    add(id, over) {
      const item = makeItem(id, over)
      items.set(id, item)
      return item
    },
    answers: {
      'list-items'({ cursor, limit }: { cursor?: string; limit?: number }) {
        const from = Number(cursor ?? 0)
        const end = from + (limit ?? 50)
        const page = list().slice(from, end)
        return { items: page.map((item) => ItemSummary.parse(item)), total: items.size, nextCursor: end < items.size ? String(end) : null }
      },
      'get-item'({ id }: { id: string }) {
        const item = items.get(id)
        if (!item) throw new AppError('ITEM_NOT_FOUND', 'There is no thought with this id.')
        return item
      },
      'get-origins': ({ ids }: { ids: string[] }) => ({
        origins: ids.flatMap((id) => {
          const item = items.get(id)
          return item ? [{ id, outside: isFromOutside(item) }] : []
        }),
      }),
      'search-items': ({ limit = 20 }: { limit?: number }) => ({
        hits: list().slice(0, limit).map(hit),
        more: items.size > limit,
        plain: false,
        complete: true,
      }),
      'list-links': ({ id }: { id: string }) => ({
        outgoing: list()
          .filter((item) => item.id !== id)
          .map(linked),
        backlinks: [],
        related: [],
        rejected: [],
        names: [],
        reading: false,
      }),
      'capture-item': () => ({ id: 'new' }),
    },
    async invoke(name, input): Promise<WireResult> {
      vault.invoked.push(name)
      if (!isCommandName(name)) return { ok: false, error: { code: 'NOT_FOUND', message: 'There is no such command.' } }
      if (vault.locked) return { ok: false, error: { code: 'VAULT_LOCKED', message: 'The vault is locked. Unlock it.' } }
      try {
        const answer = vault.answers[name]
        if (!answer) throw new Error(`the small vault has no ${name}`)
        return { ok: true, data: contract[name].output.parse(answer(contract[name].input.parse(input) as never)) }
      } catch (error) {
        if (!(error instanceof AppError)) throw error
        return { ok: false, error: { code: error.code, message: error.message } }
      }
    },
    subscribe(listener) {
      listeners.add(listener)
      announce()
      return () => listeners.delete(listener)
    },
    emit(type, payload) {
      for (const listener of [...listeners]) listener({ type, seq: 1, at, payload } as AppEvent)
    },
    followed,
    followers: () => listeners.size,
  }
  return vault
}
