import type { Endpoint } from '../../shared/client'
import { contract, isCommandName } from '../../shared/contract'
import type { WireResult } from '../../shared/errors'

/** A connection to the owner of a vault, as src/main/socket/client.ts makes it. */
export interface Link extends Endpoint {
  closed: Promise<void>
  close(): void
}

export interface LastingEndpoint extends Pick<Endpoint, 'invoke'> {
  close(): void
}

/**
 * Commands to an owner that comes and goes: connects when something is asked and there is no connection, so that an assistant that was
 * started first works as soon as Cortexa runs. While none can be made every command answers with what `connect` rejected with. What only
 * reads is asked once more when the connection ends under it.
 */
export function createLastingEndpoint(connect: () => Promise<Link>): LastingEndpoint {
  let link: Promise<Link> | null = null

  function open(): Promise<Link> {
    if (link) return link
    const next = connect()
    link = next
    const forget = () => {
      if (link === next) link = null
    }
    next.then(({ closed }) => void closed.then(forget), forget)
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
      if (!first.isLost || !isCommandName(name) || contract[name].effect !== 'read') return first.result
      return (await ask(name, input)).result
    },
    close() {
      void link?.then(
        (opened) => opened.close(),
        () => {},
      )
    },
  }
}
