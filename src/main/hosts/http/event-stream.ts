import type { ServerResponse } from 'node:http'
import type { Endpoint } from '../../../shared/client'
import type { AppEvent } from '../../../shared/contract/events'

export interface EventStreamOptions {
  endpoint: Endpoint
  response: ServerResponse
  afterSeq: number | undefined
  /** False once the reader may not see events any more. */
  isAllowed: () => boolean
  heartbeat: number
  maxBufferedBytes: number
}

/** One event in the server-sent events format. Only kept events have an id: it is what the reader may ask to go on after. */
export function formatEvent(event: AppEvent): string {
  const id = event.seq === null ? '' : `id: ${event.seq}\n`
  return `${id}event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`
}

/**
 * Writes the app's events to one reader until it leaves, may see them no longer, the vault is locked, or it reads too slowly. A slow reader gets
 * what is already waiting for it, then the stream ends; it comes back with the id of the last event it saw and misses
 * nothing, while the app never holds more than `maxBufferedBytes` for it. Returns the way to end the stream.
 */
export function streamEvents(options: EventStreamOptions): () => void {
  const { endpoint, response, heartbeat, maxBufferedBytes, isAllowed } = options
  response.writeHead(200, {
    'Content-Type': 'text/event-stream; charset=utf-8',
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    Connection: 'close',
  })
  response.write('retry: 1000\n\n')

  let unsubscribe: (() => void) | undefined
  let ended = false
  let deliveredBefore = -1

  function end(): void {
    if (ended) return
    ended = true
    unsubscribe?.()
    if (!response.destroyed) response.end()
  }

  function send(event: AppEvent): void {
    if (ended) return
    if (!isAllowed()) return void end()
    response.write(formatEvent(event))
    // After a lock the log cannot be read, so the numbering could have a gap; a fresh stream cannot.
    if (event.type === 'vault-locked' || response.writableLength > maxBufferedBytes) end()
  }

  const beat = setInterval(() => {
    const waiting = response.writableLength
    const delivered = (response.socket?.bytesWritten ?? 0) - waiting
    // Nothing reached the reader for a whole beat although something waits: it hangs.
    if (waiting > 0 && delivered === deliveredBefore) return void response.destroy()
    deliveredBefore = delivered
    if (!isAllowed()) end()
    if (!ended) response.write(': still here\n\n')
  }, heartbeat)

  response.on('close', () => {
    clearInterval(beat)
    end()
  })
  unsubscribe = endpoint.subscribe(send, options.afterSeq)
  // The replay inside `subscribe` may already have ended the stream, before there was anything to unsubscribe.
  if (ended) unsubscribe()
  return end
}
