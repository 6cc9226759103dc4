import type { WireError } from '../../../shared/errors'
import type { Access, Admission } from '../../../shared/http-access'
import type { FailureRest } from './allowance'

/** What is known of a request before its body is read. `rawHeaders` alternates names and values and hides no duplicate. */
export interface RequestHead {
  method: string
  target: string
  rawHeaders: readonly string[]
}

export type Entry = { admission: Admission } | { refusal: WireError }

/** All refusals of one kind carry the same words, so that a stranger learns nothing from them. */
const forbidden: WireError = {
  code: 'FORBIDDEN',
  message: 'This request is not allowed here. Programs on this computer use the address and the token the app gave them.',
}
export const unauthorized: WireError = {
  code: 'UNAUTHORIZED',
  message: 'A valid token is needed. Send the one the app gave you as "Authorization: Bearer …".',
}

function resting(ms: number): WireError {
  return {
    code: 'TOO_MANY_REQUESTS',
    message: 'Too many requests came without a valid token. Check the token, wait a minute, then try again.',
    data: { retryAfterSeconds: Math.ceil(ms / 1000) },
  }
}

/** Every value of one header, in order; names are compared without case. */
export function headerValues(rawHeaders: readonly string[], name: string): string[] {
  const values: string[] = []
  for (let i = 0; i + 1 < rawHeaders.length; i += 2) {
    if (rawHeaders[i]?.toLowerCase() === name) values.push(rawHeaders[i + 1] ?? '')
  }
  return values
}

/**
 * The door of the HTTP host. It looks only at the request's head: a web page that reached the port by name rebinding or a form
 * shows itself by Host, Origin or Sec-Fetch-Site, and everybody else has to hold a token. After too many requests without one,
 * such requests rest; those with one are let in all the same, or any program with an old token could shut out all others.
 */
export function createGuard(options: { port: number; access: Access; failures: FailureRest }): (head: RequestHead) => Entry {
  const { access, failures } = options
  const hosts = new Set(['127.0.0.1', 'localhost', '[::1]'].map((name) => `${name}:${options.port}`))

  function fromElsewhere({ method, target, rawHeaders }: RequestHead): boolean {
    const host = headerValues(rawHeaders, 'host')
    if (host.length !== 1 || !hosts.has(host[0] ?? '')) return true
    if (headerValues(rawHeaders, 'origin').length > 0) return true
    if (headerValues(rawHeaders, 'sec-fetch-site').some((site) => site !== 'none' && site !== 'same-origin')) return true
    // The absolute form and the authority form are for proxies; both would name the host a second time.
    if (!target.startsWith('/') || target.startsWith('//')) return true
    return method === 'OPTIONS'
  }

  return (head) => {
    if (fromElsewhere(head)) return { refusal: forbidden }
    const given = headerValues(head.rawHeaders, 'authorization')
    const match = given.length === 1 ? /^bearer +(\S+)$/i.exec(given[0] ?? '') : null
    const admission = access.admit(match?.[1] ?? '')
    if (admission && match) return { admission }
    const left = failures.left()
    if (left > 0) return { refusal: resting(left) }
    failures.note()
    return { refusal: unauthorized }
  }
}
