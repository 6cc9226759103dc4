import { isIP } from 'node:net'
import { isPublicAddress } from './address-ranges'

/** Why an address is not opened. */
export type BlockReason = 'address' | 'scheme' | 'credentials' | 'port' | 'name' | 'private' | 'downgrade'

/** The ports of web servers, and the two that public ones use beside them. Others belong to mail, databases and the like. */
const ports = new Set(['', '80', '443', '8080', '8443'])

/** Names that mean this computer or the network around it, whatever they resolve to (RFC 6761, RFC 6762, RFC 8375, ICANN's .internal). */
const localNames = /(?:^|\.)(?:localhost|local|internal|intranet|lan|home|corp|home\.arpa|in-addr\.arpa|ip6\.arpa)$/

/** The bare host of a URL: no brackets around IPv6, no dot at its end. */
export function bareHost(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, '').replace(/\.+$/, '')
}

/** Reads an address as it stands in a page or came from a person; null when it is none. WHATWG folds odd spellings of IPv4 into the plain one. */
export function readUrl(text: string, base?: URL): URL | null {
  try {
    const url = new URL(text, base)
    url.hash = ''
    return url
  } catch {
    return null
  }
}

/**
 * What speaks against opening this URL before its name is looked up; null when nothing does. `exempt` are origins that the rules do not
 * hold for.
 */
export function blockReason(url: URL, exempt: ReadonlySet<string>): BlockReason | null {
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return 'scheme'
  if (url.username !== '' || url.password !== '') return 'credentials'
  if (exempt.has(url.origin)) return null
  if (!ports.has(url.port)) return 'port'
  const host = bareHost(url).toLowerCase()
  if (isIP(host) !== 0) return isPublicAddress(host) ? null : 'private'
  if (!host.includes('.') || localNames.test(host)) return 'name'
  return null
}

/** Whether a redirect leaves encryption behind. */
export function isDowngrade(from: URL | null, to: URL): boolean {
  return from?.protocol === 'https:' && to.protocol === 'http:'
}
