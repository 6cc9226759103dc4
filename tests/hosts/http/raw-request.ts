import { connect, type Socket } from 'node:net'

/** Opens a plain socket to the port; everything it receives is gathered until it closes. */
export function openSocket(port: number): { socket: Socket; received: () => string; closed: Promise<string> } {
  const socket = connect(port, '127.0.0.1')
  let text = ''
  socket.setEncoding('latin1')
  socket.on('data', (chunk: string) => {
    text += chunk
  })
  // A reset is one of the ways a server may refuse; what came before it still counts.
  socket.on('error', () => socket.destroy())
  return { socket, received: () => text, closed: new Promise((resolve) => socket.on('close', () => resolve(text))) }
}

export interface RawAnswer {
  status: number
  head: string
  body: string
}

export function parseAnswer(text: string): RawAnswer {
  const [head = '', body = ''] = text.split(/\r\n\r\n(.*)/s)
  return { status: Number(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1] ?? 0), head, body }
}

/** Sends exactly these bytes and returns the answer once the server has closed the connection or fallen silent behind a whole body. */
export async function sendRaw(port: number, lines: readonly string[], body = ''): Promise<RawAnswer> {
  const { socket, received, closed } = openSocket(port)
  socket.write(`${lines.join('\r\n')}\r\n\r\n${body}`, 'latin1')
  const whole = new Promise<void>((resolve) => {
    socket.on('data', () => {
      const { head, body: got } = parseAnswer(received())
      const length = /content-length: (\d+)/i.exec(head)?.[1]
      if (length !== undefined && got.length >= Number(length)) resolve()
    })
  })
  await Promise.race([whole, closed])
  const answer = parseAnswer(received())
  socket.destroy()
  return answer
}

/** The JSON of an answer, as far as tests look into it. */
export interface JsonBody {
  error: { code: string; message: string }
  data: {
    commands: Record<string, { input: unknown }>
    events: Record<string, { properties: unknown } | undefined>
    errors: Record<string, number>
  }
}

export async function readBody(response: Response): Promise<JsonBody> {
  return (await response.json()) as JsonBody
}
