import { z } from 'zod'
import type { Endpoint } from './client'
import { type AppEvent, type EventType, eventPayloads } from './contract/events'
import { type ErrorCode, errorCodes, type WireResult } from './errors'

const knownCode = z.enum(Object.keys(errorCodes) as [ErrorCode, ...ErrorCode[]])
const WireResultSchema = z.discriminatedUnion('ok', [
  z.object({ ok: z.literal(true), data: z.unknown() }),
  z.object({
    ok: z.literal(false),
    error: z.object({ code: knownCode, message: z.string(), data: z.record(z.string(), z.unknown()).optional() }),
  }),
])
const EventHead = z.object({
  type: z.enum(Object.keys(eventPayloads) as [EventType, ...EventType[]]),
  seq: z.number().int().nullable(),
  at: z.number().int(),
  payload: z.unknown(),
})

/** Pauses between two tries to reach the event stream again, in milliseconds. */
const firstPause = 250
const longestPause = 5000

function failure(code: ErrorCode, message: string): WireResult {
  return { ok: false, error: { code, message } }
}

function parseEvent(text: string): AppEvent | null {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    return null
  }
  const head = EventHead.safeParse(json)
  if (!head.success) return null
  const payload = eventPayloads[head.data.type].safeParse(head.data.payload)
  return payload.success ? ({ ...head.data, payload: payload.data } as AppEvent) : null
}

/** Reads server-sent events as the app writes them: one `data` line an event, a blank line after it. */
async function readEvents(body: ReadableStream<Uint8Array>, receive: (event: AppEvent) => void): Promise<void> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let rest = ''
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    const lines = (rest + decoder.decode(value, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) {
      const event = line.startsWith('data: ') ? parseEvent(line.slice(6)) : null
      if (event) receive(event)
    }
  }
}

/** Waits `ms` milliseconds, or until the signal is given. */
function waitFor(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const finish = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', finish)
      resolve()
    }
    const timer = setTimeout(finish, signal.aborted ? 0 : ms)
    signal.addEventListener('abort', finish)
  })
}

/**
 * The endpoint of an app that serves HTTP on this computer. `invoke` answers `{ok:false}` also when the app cannot be
 * reached. A subscription outlives dropped streams and locked times: it goes on after the last kept event it saw, and
 * hands over no kept event twice.
 */
export function createHttpEndpoint({ url, token }: { url: string; token: string }): Endpoint {
  const authorization = `Bearer ${token}`

  async function follow(listener: (event: AppEvent) => void, afterSeq: number | undefined, signal: AbortSignal): Promise<void> {
    let lastSeq = afterSeq
    let pause = firstPause
    while (!signal.aborted) {
      try {
        const response = await fetch(`${url}/v1/events${lastSeq === undefined ? '' : `?after=${lastSeq}`}`, {
          headers: { authorization },
          signal,
        })
        if (response.ok && response.body) {
          pause = firstPause
          await readEvents(response.body, (event) => {
            if (signal.aborted || (event.seq !== null && lastSeq !== undefined && event.seq <= lastSeq)) return
            if (event.seq !== null) lastSeq = event.seq
            listener(event)
          })
        } else await response.body?.cancel()
      } catch {
        // Unreachable, or the stream broke: both are answered by trying again below.
      }
      await waitFor(pause, signal)
      pause = Math.min(pause * 2, longestPause)
    }
  }

  return {
    async invoke(name, input) {
      let response: Response
      try {
        response = await fetch(`${url}/v1/commands/${encodeURIComponent(name)}`, {
          method: 'POST',
          headers: { authorization, 'content-type': 'application/json' },
          body: JSON.stringify(input),
        })
      } catch {
        return failure('INTERNAL', 'The app cannot be reached. It may have been closed; start it, then try again.')
      }
      const result = WireResultSchema.safeParse(await response.json().catch(() => null))
      return result.success
        ? result.data
        : failure('INTERNAL', 'The app answered in a way this program does not understand. Check that both are of the same version.')
    },
    subscribe(listener, afterSeq) {
      const stopping = new AbortController()
      void follow(listener, afterSeq, stopping.signal)
      return () => stopping.abort()
    },
  }
}
