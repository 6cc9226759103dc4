import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Other ports are tried so often when the system chose one that is free on one of the two addresses only. */
const MOST_TRIES = 10

export interface LoopbackServers {
  servers: readonly Server[]
  port: number
  addresses: readonly string[]
}

async function listen(server: Server, host: string, port: number): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen({ port, host, exclusive: true, ipv6Only: true }, () => {
      server.off('error', reject)
      resolve()
    })
  })
  return (server.address() as AddressInfo).port
}

function hasNoSuchAddress(error: unknown): boolean {
  const code = (error as NodeJS.ErrnoException).code ?? ''
  return ['EADDRNOTAVAIL', 'EAFNOSUPPORT', 'EINVAL', 'EPROTONOSUPPORT'].includes(code)
}

/**
 * Listens on 127.0.0.1 and, where the system has it, on ::1, both with the same port and no other address. Port 0 lets the system
 * choose. Both or none: were the port another program's on ::1, a program that says "localhost" might send its token there.
 * Rejects with Node's own error, such as EADDRINUSE, with nothing left open.
 */
export async function listenOnLoopback(createServer: () => Server, port: number): Promise<LoopbackServers> {
  for (let tries = 1; ; tries += 1) {
    const four = createServer()
    const chosen = await listen(four, '127.0.0.1', port)
    const six = createServer()
    try {
      await listen(six, '::1', chosen)
      return { servers: [four, six], port: chosen, addresses: ['127.0.0.1', '::1'] }
    } catch (error) {
      if (hasNoSuchAddress(error)) return { servers: [four], port: chosen, addresses: ['127.0.0.1'] }
      four.close()
      const isTaken = (error as NodeJS.ErrnoException).code === 'EADDRINUSE'
      if (port !== 0 || !isTaken || tries >= MOST_TRIES) throw error
    }
  }
}
