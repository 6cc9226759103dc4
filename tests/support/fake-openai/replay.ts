import type { ServerResponse } from 'node:http'

/** An answer of a real server as its documentation shows it. A body that is not a string is sent as JSON. */
export interface RecordedAnswer {
  status: number
  headers?: Record<string, string> | undefined
  body: unknown
}

/** Writes a recorded answer. */
export async function playBack(response: ServerResponse, { status, headers, body }: RecordedAnswer): Promise<void> {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  response.writeHead(status, { 'content-type': typeof body === 'string' ? 'text/event-stream' : 'application/json', ...headers })
  const bytes = Buffer.from(text, 'utf8')
  // Cut where no event and perhaps no character ends.
  for (let part = 0; part < 3; part += 1) {
    response.write(bytes.subarray(Math.floor((bytes.length * part) / 3), Math.floor((bytes.length * (part + 1)) / 3)))
    await new Promise((resolve) => setImmediate(resolve))
  }
  response.end()
}
