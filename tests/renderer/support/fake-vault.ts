import { vi } from 'vitest'
import type { Endpoint } from '../../../src/shared/client'
import type { AppEvent, EventPayload, EventType } from '../../../src/shared/contract/events'
import type { ErrorCode, WireResult } from '../../../src/shared/errors'

type Answer = (input: never) => unknown

export interface FakeVault {
  calls: { name: string; input: unknown }[]
  on(name: string, answer: Answer): void
  send<T extends EventType>(type: T, payload: EventPayload<T>, seq: number | null): void
  subscriptions: (number | undefined)[]
}

export function failure(code: ErrorCode, message: string): WireResult {
  return { ok: false, error: { code, message } }
}

/** Stands in for the main process at the one border the window has. Call it before the modules under test are imported. */
export function installFakeVault(): FakeVault {
  const answers = new Map<string, Answer>()
  const calls: FakeVault['calls'] = []
  const subscriptions: FakeVault['subscriptions'] = []
  const listeners = new Set<(event: AppEvent) => void>()
  const vault: Endpoint = {
    async invoke(name, input) {
      calls.push({ name, input })
      const data = await answers.get(name)?.(input as never)
      return typeof data === 'object' && data !== null && 'ok' in data ? (data as WireResult) : { ok: true, data: data ?? {} }
    },
    subscribe(listener, afterSeq) {
      subscriptions.push(afterSeq)
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
  vi.stubGlobal('window', { vault })
  return {
    calls,
    subscriptions,
    on: (name, answer) => void answers.set(name, answer),
    send: (type, payload, seq) => {
      for (const listener of [...listeners]) listener({ type, seq, at: 0, payload } as AppEvent)
    },
  }
}
