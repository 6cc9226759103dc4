import { type IncomingHttpHeaders, type IncomingMessage, type RequestOptions, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP, type LookupFunction, type Socket } from 'node:net'
import { AppError } from '../../../shared/errors'
import { isPublicAddress } from './address-ranges'
import { bareHost } from './address-rules'
import { readBody } from './read-body'
import { blockedAddress, unreachable } from './web-failure'

export interface ResolvedAddress {
  address: string
  family: number
}

/** Looks a name up; every address it has. */
export type Resolve = (host: string) => Promise<readonly ResolvedAddress[]>

export interface HopRequest {
  url: URL
  method: 'GET' | 'POST'
  headers: Record<string, string>
  body: string | null
  /** True for an origin that the address rules do not hold for. */
  exempt: boolean
  signal: AbortSignal
  maxBytes: number
  resolve: Resolve
  /** Whether to read the body; may throw to refuse the answer by its head. */
  wantsBody: (status: number, headers: IncomingHttpHeaders) => boolean
  /** Told of the bytes on the wire, once, whatever the outcome. */
  counted: (bytesOut: number, bytesIn: number) => void
}

export interface HopAnswer {
  status: number
  headers: IncomingHttpHeaders
  /** Unpacked; empty when it was not wanted. */
  body: Buffer
}

/**
 * One request over node:http or node:https, no redirect followed. The name is looked up once, every address of it is judged, and the
 * connection goes to those very addresses: a second look-up, which could answer otherwise, never happens. What is connected is judged once
 * more. Not the global fetch: it neither shows nor pins the address. No proxy, no cookie, no connection kept.
 */
export async function guardedRequest(request: HopRequest): Promise<HopAnswer> {
  const { url, signal, exempt } = request
  const host = bareHost(url)
  const addresses = isIP(host) === 0 ? await untilAborted(request.resolve(host), signal, host) : [{ address: host, family: isIP(host) }]
  if (addresses.length === 0) throw unreachable(host, { code: 'ENODATA' })
  if (!exempt && !addresses.every(({ address }) => isPublicAddress(address))) throw blockedAddress('private')
  signal.throwIfAborted()
  return send(request, host, addresses)
}

function send(request: HopRequest, host: string, addresses: readonly ResolvedAddress[]): Promise<HopAnswer> {
  const { url, signal, exempt } = request
  return new Promise((resolve, reject) => {
    const options: RequestOptions & { autoSelectFamily: boolean } = {
      method: request.method,
      headers: { ...request.headers, ...(request.body === null ? {} : { 'content-length': Buffer.byteLength(request.body) }) },
      agent: false,
      lookup: pinned(addresses),
      // A name with an IPv6 address is tried by IPv4 too where there is no way for IPv6. Node 18 does not do so by itself.
      autoSelectFamily: true,
      maxHeaderSize: 32 * 1024,
    }
    const outgoing = url.protocol === 'https:' ? requestHttps(url, options) : requestHttp(url, options)
    let socket: Socket | undefined
    const stop = () => once(() => fail(signal.reason))
    const end = (settle: () => void) => {
      signal.removeEventListener('abort', stop)
      outgoing.destroy()
      request.counted(socket?.bytesWritten ?? 0, socket?.bytesRead ?? 0)
      settle()
    }
    const fail = (error: unknown) => end(() => reject(signal.aborted ? signal.reason : asFailure(error, host)))
    let settled = false
    const once = (action: () => void) => {
      if (settled) return
      settled = true
      action()
    }

    outgoing.on('socket', (connecting) => {
      socket = connecting
      connecting.once('connect', () => {
        if (exempt || isConnectedAsJudged(connecting.remoteAddress, addresses)) return
        once(() => fail(blockedAddress('private')))
      })
    })
    outgoing.on('error', (error) => once(() => fail(error)))
    outgoing.on('response', (message: IncomingMessage) => {
      const status = message.statusCode ?? 0
      let wanted: boolean
      try {
        wanted = request.wantsBody(status, message.headers)
      } catch (error) {
        message.on('error', () => {})
        return once(() => fail(error))
      }
      const answer = { status, headers: message.headers }
      if (!wanted) {
        message.on('error', () => {})
        return once(() => end(() => resolve({ ...answer, body: Buffer.alloc(0) })))
      }
      readBody(message, host, request.maxBytes).then(
        (body) => once(() => end(() => resolve({ ...answer, body }))),
        (error: unknown) => once(() => fail(error)),
      )
    })
    signal.addEventListener('abort', stop, { once: true })
    outgoing.end(request.body ?? undefined)
  })
}

/** Hands the connection the addresses that were judged, whatever name it asks for. */
function pinned(addresses: readonly ResolvedAddress[]): LookupFunction {
  return (_host, options, callback) => {
    const [first] = addresses
    if (options.all) callback(null, [...addresses])
    else callback(null, first?.address ?? '', first?.family ?? 0)
  }
}

/** Whether the other end of a connection is one of the addresses that were judged. */
export function isConnectedAsJudged(remote: string | undefined, addresses: readonly ResolvedAddress[]): boolean {
  const plain = remote?.replace(/^::ffff:(?=\d+\.)/i, '') ?? ''
  return isPublicAddress(plain) && addresses.some(({ address }) => oneSpelling(address) === oneSpelling(plain))
}

/** IPv6 addresses have many spellings; a URL has one. */
function oneSpelling(address: string): string {
  return isIP(address) === 6 ? new URL(`http://[${address}]/`).hostname : address
}

function asFailure(error: unknown, host: string): unknown {
  return error instanceof AppError ? error : unreachable(host, error)
}

/** A look-up cannot be stopped; nobody waits for it any more. */
function untilAborted<T>(work: Promise<T>, signal: AbortSignal, host: string): Promise<T> {
  return new Promise((resolve, reject) => {
    const leave = () => reject(signal.reason)
    signal.addEventListener('abort', leave, { once: true })
    work.then(resolve, (error: unknown) => reject(unreachable(host, error))).finally(() => signal.removeEventListener('abort', leave))
  })
}
