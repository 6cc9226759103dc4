import { BlockList, isIP } from 'node:net'

/**
 * Ranges that are no public host: IANA's special-purpose registries for IPv4 and IPv6, the address that Azure keeps for its own machines'
 * metadata, and every form of IPv6 that carries an IPv4 address inside (mapped, compatible, NAT64, 6to4, Teredo), since such a form reaches
 * whatever the inner address reaches.
 */
const notPublic: readonly (readonly [network: string, prefix: number, family: 'ipv4' | 'ipv6'])[] = [
  ['0.0.0.0', 8, 'ipv4'],
  ['10.0.0.0', 8, 'ipv4'],
  ['100.64.0.0', 10, 'ipv4'],
  ['127.0.0.0', 8, 'ipv4'],
  ['168.63.129.16', 32, 'ipv4'],
  ['169.254.0.0', 16, 'ipv4'],
  ['172.16.0.0', 12, 'ipv4'],
  ['192.0.0.0', 24, 'ipv4'],
  ['192.0.2.0', 24, 'ipv4'],
  ['192.88.99.0', 24, 'ipv4'],
  ['192.168.0.0', 16, 'ipv4'],
  ['198.18.0.0', 15, 'ipv4'],
  ['198.51.100.0', 24, 'ipv4'],
  ['203.0.113.0', 24, 'ipv4'],
  ['224.0.0.0', 4, 'ipv4'],
  ['240.0.0.0', 4, 'ipv4'],
  ['2001::', 23, 'ipv6'],
  ['2001:db8::', 32, 'ipv6'],
  ['2002::', 16, 'ipv6'],
  ['3fff::', 20, 'ipv6'],
]

const blocked = new BlockList()
for (const [network, prefix, family] of notPublic) blocked.addSubnet(network, prefix, family)

/** Outside of this no IPv6 address is given to public hosts; loopback, unique local, link-local, mapped and NAT64 forms all lie outside. */
const globalUnicast = new BlockList()
globalUnicast.addSubnet('2000::', 3, 'ipv6')

/** True for an address, in its plain spelling, that a public host may have. A text that is no IP address is not one. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address)
  if (family === 4) return !blocked.check(address, 'ipv4')
  if (family === 6) return !address.includes('%') && globalUnicast.check(address, 'ipv6') && !blocked.check(address, 'ipv6')
  return false
}
