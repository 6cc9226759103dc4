import type { IncomingMessage } from 'node:http'
import { eventScope } from '../../../shared/contract/scopes'
import { VaultStatus } from '../../../shared/contract/vault'
import { AppError } from '../../../shared/errors'
import { streamEvents } from './event-stream'
import { headerValues } from './guard'
import type { CreateRouteModule } from './route-module'

/** The event number after which a stream begins: what a returning reader saw last goes before what its address says. */
function readAfterSeq(request: IncomingMessage, query: string | undefined): number | undefined {
  const fromQuery = query === undefined ? undefined : /^after=(\d{1,15})$/.exec(query)?.[1]
  const [lastEventId] = headerValues(request.rawHeaders, 'last-event-id')
  if ((query !== undefined && fromQuery === undefined) || (lastEventId !== undefined && !/^\d{1,15}$/.test(lastEventId))) {
    throw new AppError('BAD_INPUT', 'The event number is not a whole number. Use /v1/events?after=N with the "seq" of the last event seen.')
  }
  const chosen = lastEventId ?? fromQuery
  return chosen === undefined ? undefined : Number(chosen)
}

/** `GET /v1/events`: what happens in the vault, as server-sent events, until the lock, the end of the token, or the reader's leave. */
export const createEventRoute: CreateRouteModule = ({ endpoint, limits, admit }) => {
  /** The way to end each open stream, with the token it belongs to. */
  const streams = new Map<() => void, string>()

  return {
    takes: ({ method, path }) => method === 'GET' && path === '/v1/events',
    async handle(call) {
      const { request, response, admission } = call
      admit(call, eventScope, 'read')
      const afterSeq = readAfterSeq(request, call.query)
      if (streams.size >= limits.eventStreams) {
        throw new AppError('TOO_MANY_REQUESTS', `There are already ${limits.eventStreams} event streams. Close one, then try again.`)
      }
      const status = await endpoint.invoke('vault-status', {})
      const open = status.ok && VaultStatus.pick({ state: true }).safeParse(status.data).data?.state === 'unlocked'
      if (!open)
        throw new AppError('VAULT_LOCKED', 'The vault is locked, so there are no events to follow. Unlock it in the app, then try again.')
      if (response.destroyed) return
      const end = streamEvents({
        endpoint,
        response,
        afterSeq,
        isAllowed: admission.isValid,
        heartbeat: limits.heartbeat,
        maxBufferedBytes: limits.streamBytes,
      })
      streams.set(end, admission.id)
      response.on('close', () => streams.delete(end))
    },
    end(tokenId) {
      for (const [end, owner] of [...streams]) if (tokenId === undefined || owner === tokenId) end()
    },
  }
}
