import type { Endpoint } from '../../../shared/client'
import type { AppEvent } from '../../../shared/contract/events'
import type { WireResult } from '../../../shared/errors'

/** A connection to the owner of a vault, as src/main/hosts/socket/client.ts makes it. */
export interface Link extends Endpoint {
  closed: Promise<void>
  close(): void
}

export interface LastingEndpoint extends Endpoint {
  /** The events while there is a connection, and of the next one after it breaks; those in between are missed. */
  subscribe(listener: (event: AppEvent) => void): () => void
  close(): void
}

/**
 * Commands to an owner that comes and goes: connects when something is asked and there is no connection, so that an assistant that was
 * started first works as soon as Cortexa runs. While none can be made every command answers with what `connect` rejected with. What only
 * reads is asked once more when the connection ends under it.
 */
export function createLastingEndpoint(connect: () => Promise<Link>): LastingEndpoint {
  let link: Promise<Link> | null = null

  const listeners = new Set<(event: AppEvent) => void>()
  /** The connection whose events are heard, with the way to stop. One subscription is for all listeners: the owner allows few. */
  let heard: { link: Link; stop: () => void } | null = null

  function hear(link: Link): void {
    if (listeners.size === 0 || heard?.link === link) return
    const stop = link.subscribe((event) => {
      for (const listener of [...listeners]) listener(event)
      // The owner ends the subscription with the lock.
      if (event.type === 'vault-locked' && heard?.link === link) heard = null
    })
    heard = { link, stop }
    void link.closed.then(() => {
      if (heard?.link === link) heard = null
    })
  }

  function open(): Promise<Link> {
    if (link) return link
    const next = connect()
    link = next
    const forget = () => {
      if (link === next) link = null
    }
    next.then((opened) => {
      void opened.closed.then(forget)
      hear(opened)
    }, forget)
    return next
  }

  async function ask(name: string, input: unknown): Promise<{ result: WireResult; isLost: boolean }> {
    let opened: Link
    try {
      opened = await open()
    } catch (error) {
      const message = error instanceof Error ? error.message : 'Cortexa cannot be reached.'
      return { result: { ok: false, error: { code: 'INTERNAL', message } }, isLost: false }
    }
    hear(opened)
    let isLost = false
    void opened.closed.then(() => {
      isLost = true
    })
    const result = await opened.invoke(name, input)
    return { result, isLost: isLost && !result.ok }
  }

  return {
    async invoke(name, input) {
      const first = await ask(name, input)
      if (!first.isLost) return first.result
      // Loaded here alone: it is large, and a client waits for the first answer.
      const { contract, isCommandName } = await import('../../../shared/contract')
      if (!isCommandName(name) || contract[name].effect !== 'read') return first.result
      return (await ask(name, input)).result
    },
    subscribe(listener) {
      listeners.add(listener)
      void open().then(hear, () => {})
      return () => {
        listeners.delete(listener)
        if (listeners.size > 0) return
        heard?.stop()
        heard = null
      }
    },
    close() {
      void link?.then(
        (opened) => opened.close(),
        () => {},
      )
    },
  }
}
