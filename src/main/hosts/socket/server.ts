import { chmodSync } from 'node:fs'
import { createServer, type Socket } from 'node:net'
import type { Endpoint } from '../../../shared/client'
import { AppError } from '../../../shared/errors'
import { type OwnerAddress, ownSurroundings, type Surroundings, takeAddress } from './address'
import { serveConnection } from './connection'
import { defaultSocketLimits, type SocketLimits } from './limits'
import { OwnerProblem } from './owner-problem'
import { encodeFrame, type ProgramKind } from './protocol'

export interface SocketOptions {
  endpoints: Record<ProgramKind, Endpoint>
  dataDir: string
  appVersion: string
  limits?: Partial<SocketLimits>
  surroundings?: Surroundings
}

export interface SocketHost {
  /** The path of the socket, or the name of the pipe. */
  path: string
  /** Ends all connections and removes the socket. */
  close(): Promise<void>
}

/**
 * Serves the vault of `dataDir` to the other programs of the same person: a socket that nobody else may open (0600, in a folder 0700), or a
 * named pipe. Only for the process that owns the vault, between taking and giving up its ownership. Rejects with FORBIDDEN when no place
 * is private, or with Node's error.
 */
export async function serveSocket(options: SocketOptions): Promise<SocketHost> {
  const limits = { ...defaultSocketLimits, ...options.limits }
  const surroundings = options.surroundings ?? ownSurroundings()
  const address = privateAddress(options.dataDir, surroundings)
  const connections = new Map<Socket, () => void>()

  const server = createServer((socket) => {
    if (connections.size >= limits.connections) {
      const message = `There are already ${limits.connections} programs connected to Cortexa. End one of them, then try again.`
      socket.on('error', () => socket.destroy())
      socket.end(encodeFrame({ type: 'refused', error: { code: 'TOO_MANY_REQUESTS', message } }), () => socket.destroy())
      return
    }
    const { endpoints, dataDir, appVersion } = options
    connections.set(socket, serveConnection({ socket, endpoints, dataDir, appVersion, limits }))
    socket.on('close', () => connections.delete(socket))
  })
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      server.listen(address.path, () => {
        server.off('error', reject)
        resolve()
      })
    })
    if (surroundings.platform !== 'win32') chmodSync(address.path, 0o600)
  } catch (error) {
    server.close()
    address.release()
    throw error
  }
  // One connection that could not be accepted, for lack of descriptors, does not end the app.
  server.on('error', () => {})

  return {
    path: address.path,
    close: () =>
      new Promise((resolve) => {
        server.close(() => {
          address.release()
          resolve()
        })
        for (const [socket, end] of connections) {
          end()
          setTimeout(() => socket.destroy(), 200).unref()
        }
      }),
  }
}

function privateAddress(dataDir: string, surroundings: Surroundings): OwnerAddress {
  try {
    return takeAddress(dataDir, surroundings)
  } catch (error) {
    throw error instanceof OwnerProblem ? new AppError('FORBIDDEN', error.message, { cause: error }) : error
  }
}
