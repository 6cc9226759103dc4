import { createHash, timingSafeEqual } from 'node:crypto'
import type { WireError } from '../../shared/errors'

/** What is known of a request before its body is read. `rawHeaders` alternates names and values and hides no duplicate. */
export interface RequestHead {
  method: string
  target: string
  rawHeaders: readonly string[]
}

/** All refusals of one kind carry the same words, so that a stranger learns nothing from them. */
const forbidden: WireError = {
  code: 'FORBIDDEN',
  message: 'This request is not allowed here. Programs on this computer use the address and the token the app gave them.',
}
const unauthorized: WireError = {
  code: 'UNAUTHORIZED',
  message: 'A valid token is needed. Send the one the app gave you as "Authorization: Bearer …".',
}

/** Every value of one header, in order; names are compared without case. */
export function headerValues(rawHeaders: readonly string[], name: string): string[] {
  const values: string[] = []
  for (let i = 0; i + 1 < rawHeaders.length; i += 2) {
    if (rawHeaders[i]?.toLowerCase() === name) values.push(rawHeaders[i + 1] ?? '')
  }
  return values
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

/**
 * The door of the HTTP host. Answers why a request must be refused, or null. It looks only at the request's head:
 * a web page that reached the port by name rebinding or a form shows itself by Host, Origin or Sec-Fetch-Site,
 * and everybody else has to hold the token.
 */
export function createGuard(options: { port: number; token: string }): (head: RequestHead) => WireError | null {
  const hosts = new Set(['127.0.0.1', 'localhost', '[::1]'].map((name) => `${name}:${options.port}`))
  const expected = digest(options.token)

  function fromElsewhere({ method, target, rawHeaders }: RequestHead): boolean {
    const host = headerValues(rawHeaders, 'host')
    if (host.length !== 1 || !hosts.has(host[0] ?? '')) return true
    if (headerValues(rawHeaders, 'origin').length > 0) return true
    if (headerValues(rawHeaders, 'sec-fetch-site').some((site) => site !== 'none' && site !== 'same-origin')) return true
    // The absolute form and the authority form are for proxies; both would name the host a second time.
    if (!target.startsWith('/') || target.startsWith('//')) return true
    return method === 'OPTIONS'
  }

  function holdsToken(rawHeaders: readonly string[]): boolean {
    const given = headerValues(rawHeaders, 'authorization')
    const match = given.length === 1 ? /^bearer +(\S+)$/i.exec(given[0] ?? '') : null
    // Digests have equal length, which the comparison needs, and hide the length of the token.
    return timingSafeEqual(digest(match?.[1] ?? ''), expected) && match !== null
  }

  return (head) => {
    if (fromElsewhere(head)) return forbidden
    return holdsToken(head.rawHeaders) ? null : unauthorized
  }
}
