/**
 * Hosts on this computer, as `URL.hostname` writes them: 127.0.0.0/8, ::1 and `localhost`.
 *
 * `x.localhost` and `localhost.` are not among them. RFC 6761 reserves both for loopback, but Node asks the resolver of the system, and not
 * every system keeps them from the network. IPv4 addresses mapped into IPv6 are not either: nobody types them, and a wrong no only keeps
 * private thoughts back. No other name is one, whatever it resolves to, nor is 0.0.0.0, which is no address of a host.
 */
const LOOPBACK_HOST = /^(?:localhost|127\.\d{1,3}\.\d{1,3}\.\d{1,3}|\[::1\])$/

/**
 * Whether a server is on this computer, so that nothing sent to it travels over a network. The one definition: what may read private thoughts
 * and which secrets may go over plain HTTP depend on it. False for text that is no absolute URL.
 */
export function isOnThisComputer(address: URL | string): boolean {
  // The URL parser folds case and the decimal, octal, hexadecimal and short forms of IPv4.
  const url = typeof address === 'string' ? parseUrl(address) : address
  return url !== null && LOOPBACK_HOST.test(url.hostname)
}

/** `URL.canParse` is missing in the Node 18 of the fallback Electron. */
function parseUrl(text: string): URL | null {
  try {
    return new URL(text)
  } catch {
    return null
  }
}
