import type { HttpCall } from './route-module'

export interface McpStream {
  /** Sends a message, after the head of a stream if it is the first. */
  send(message: object): void
  /** Sends the answer and ends the stream. False when nothing was sent before, and the answer may be plain JSON. */
  end(reply: object | null): boolean
}

/**
 * The answer to `POST /mcp` as server-sent events, which begin with the first message that goes before the reply. Signs of life keep a quiet one open; one whose
 * reader is too slow is cut.
 */
export function createMcpStream({ id, response }: HttpCall, limits: { heartbeat: number; streamBytes: number }): McpStream {
  let beat: NodeJS.Timeout | undefined

  function open(): void {
    if (beat !== undefined || response.headersSent) return
    response.writeHead(200, {
      'Content-Type': 'text/event-stream; charset=utf-8',
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
      'X-Request-Id': id,
      Connection: 'close',
    })
    beat = setInterval(() => response.write(': still here\n\n'), limits.heartbeat)
    response.once('close', () => clearInterval(beat))
  }

  return {
    send(message) {
      if (response.destroyed || response.writableEnded) return
      open()
      response.write(`event: message\ndata: ${JSON.stringify(message)}\n\n`)
      if (response.writableLength > limits.streamBytes) response.destroy()
    },
    end(reply) {
      if (beat === undefined) return false
      clearInterval(beat)
      if (reply !== null) this.send(reply)
      if (!response.destroyed) response.end()
      return true
    },
  }
}
