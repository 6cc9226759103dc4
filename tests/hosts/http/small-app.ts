import type { Endpoint } from '../../../src/shared/client'
import { contract, isCommandName } from '../../../src/shared/contract'
import type { AppEvent } from '../../../src/shared/contract/events'
import type { WireResult } from '../../../src/shared/errors'

export interface SmallApp extends Endpoint {
  items: Map<string, string>
  /** The names of all commands that reached the app, in order. */
  invoked: string[]
  emit(event: { type: 'item-changed'; itemId: string }): void
  lock(): void
  unlock(): void
  listeners(): number
}

/** A small app behind the real contract: it keeps thoughts in memory, numbers its events, and can be locked. */
export function createSmallApp(): SmallApp {
  const items = new Map<string, string>()
  const invoked: string[] = []
  const log: AppEvent[] = []
  const listeners = new Set<(event: AppEvent) => void>()
  let locked = false

  function publish(event: AppEvent): void {
    if (event.seq !== null) log.push(event)
    for (const listener of [...listeners]) listener(event)
  }

  function emit({ itemId }: { itemId: string }): void {
    publish({ type: 'item-changed', seq: log.length + 1, at: 1_700_000_000_000, payload: { itemId, change: 'created' } })
  }

  function run(name: string, input: unknown): unknown {
    if (name === 'vault-status') {
      return {
        state: locked ? 'locked' : 'unlocked',
        problem: null,
        recoveryConfirmed: true,
        dataDir: '/vault',
        autoLockMinutes: 10,
        retryAfterSeconds: 0,
        runtime: { host: 'headless', name: 'Node.js', version: '24', fallback: false },
        appVersion: '0',
      }
    }
    const { body, id } = input as { body?: string; id?: string }
    if (name === 'capture-item') {
      const itemId = `item-${items.size + 1}`
      items.set(itemId, body ?? '')
      emit({ itemId })
      return { id: itemId }
    }
    if (name === 'delete-item') items.delete(id ?? '')
    return {}
  }

  return {
    items,
    invoked,
    emit,
    lock() {
      locked = true
      publish({ type: 'vault-locked', seq: null, at: 1, payload: { reason: 'person' } })
    },
    unlock() {
      locked = false
    },
    listeners: () => listeners.size,
    async invoke(name, input): Promise<WireResult> {
      invoked.push(name)
      if (!isCommandName(name)) return { ok: false, error: { code: 'NOT_FOUND', message: 'There is no such command.' } }
      if (locked && !contract[name].whileLocked) return { ok: false, error: { code: 'VAULT_LOCKED', message: 'The vault is locked.' } }
      const parsed = contract[name].input.safeParse(input)
      if (!parsed.success) return { ok: false, error: { code: 'BAD_INPUT', message: 'The input does not fit.' } }
      return { ok: true, data: run(name, parsed.data) }
    },
    subscribe(listener, afterSeq) {
      if (afterSeq !== undefined) for (const event of log) if ((event.seq ?? 0) > afterSeq) listener(event)
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
  }
}
