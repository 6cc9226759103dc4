import { describe, expect, it } from 'vitest'
import { isPublicAddress } from '../../../src/main/core/web/address-ranges'
import { blockReason, isDowngrade, readUrl } from '../../../src/main/core/web/address-rules'
import { isConnectedAsJudged } from '../../../src/main/core/web/guarded-request'

const nothing = new Set<string>()
function judge(address: string): string | null {
  const url = readUrl(address)
  return url === null ? 'address' : blockReason(url, nothing)
}

describe('an address that leads inwards is refused', () => {
  // Each is a spelling by which a page or a model could reach this computer or its network.
  it.each([
    ['loopback', 'http://127.0.0.1/'],
    ['loopback, elsewhere in its range', 'http://127.8.9.10/'],
    ['loopback, https', 'https://127.0.0.1/'],
    ['decimal', 'http://2130706433/'],
    ['hexadecimal', 'http://0x7f000001/'],
    ['hexadecimal parts', 'http://0x7f.0x0.0x0.0x1/'],
    ['octal', 'http://0177.0.0.1/'],
    ['octal in one', 'http://017700000001/'],
    ['short, two parts', 'http://127.1/'],
    ['short, three parts', 'http://127.0.1/'],
    ['mixed', 'http://0x7f.1/'],
    ['a dot at the end', 'http://127.0.0.1./'],
    ['circled digits', 'http://①②⑦.⓪.⓪.①/'],
    ['full-width digits', 'http://１２７.０.０.１/'],
    ['an ideographic full stop', 'http://127。0。0。1/'],
    ['percent signs', 'http://%31%32%37.0.0.1/'],
    ['a backslash', 'http:\\\\127.0.0.1\\'],
    ['no slashes', 'http:127.0.0.1'],
    ['a tab inside', 'http://127.0\t.0.1/'],
    ['unspecified', 'http://0.0.0.0/'],
    ['unspecified, short', 'http://0/'],
    ['this network', 'http://0.1.2.3/'],
    ['private 10', 'http://10.0.0.1/'],
    ['private 10, its end', 'http://10.255.255.255/'],
    ['private 172.16', 'http://172.16.0.1/'],
    ['private 172.31', 'http://172.31.255.254/'],
    ['private 192.168', 'http://192.168.1.1/'],
    ['private 192.168, decimal', 'http://3232235777/'],
    ['link-local, metadata of clouds', 'http://169.254.169.254/latest/meta-data/'],
    ['link-local, hexadecimal', 'http://0xa9fea9fe/'],
    ['carrier-grade NAT', 'http://100.64.0.1/'],
    ['carrier-grade NAT, metadata of a cloud', 'http://100.100.100.200/'],
    ['protocol assignments', 'http://192.0.0.192/'],
    ['documentation 1', 'http://192.0.2.1/'],
    ['6to4 relay', 'http://192.88.99.1/'],
    ['benchmarks', 'http://198.18.0.1/'],
    ['documentation 2', 'http://198.51.100.1/'],
    ['documentation 3', 'http://203.0.113.1/'],
    ['multicast', 'http://224.0.0.1/'],
    ['reserved', 'http://240.0.0.1/'],
    ['broadcast', 'http://255.255.255.255/'],
    ['a cloud’s own machine', 'http://168.63.129.16/'],
    ['IPv6 loopback', 'http://[::1]/'],
    ['IPv6 loopback, in full', 'http://[0:0:0:0:0:0:0:1]/'],
    ['IPv6 unspecified', 'http://[::]/'],
    ['IPv4-mapped', 'http://[::ffff:127.0.0.1]/'],
    ['IPv4-mapped, hexadecimal', 'http://[::ffff:7f00:1]/'],
    ['IPv4-mapped, private', 'http://[::ffff:10.0.0.1]/'],
    ['IPv4-mapped, public', 'http://[::ffff:8.8.8.8]/'],
    ['IPv4-compatible', 'http://[::127.0.0.1]/'],
    ['IPv4-translated', 'http://[::ffff:0:127.0.0.1]/'],
    ['NAT64', 'http://[64:ff9b::7f00:1]/'],
    ['NAT64 with dots', 'http://[64:ff9b::10.0.0.1]/'],
    ['NAT64, local prefix', 'http://[64:ff9b:1::1]/'],
    ['6to4 of loopback', 'http://[2002:7f00:1::]/'],
    ['6to4 of a private address', 'http://[2002:c0a8:101::1]/'],
    ['Teredo', 'http://[2001:0:7f00:1::]/'],
    ['ORCHID', 'http://[2001:20::1]/'],
    ['unique local', 'http://[fc00::1]/'],
    ['unique local, metadata of a cloud', 'http://[fd00:ec2::254]/'],
    ['link-local', 'http://[fe80::1]/'],
    ['site-local', 'http://[fec0::1]/'],
    ['IPv6 multicast', 'http://[ff02::1]/'],
    ['discard', 'http://[100::1]/'],
    ['IPv6 documentation', 'http://[2001:db8::1]/'],
    ['IPv6 documentation, new', 'http://[3fff::1]/'],
  ])('%s: %s', (_what, address) => {
    expect(judge(address)).toBe('private')
  })

  it.each([
    'http://localhost/',
    'http://LOCALHOST/',
    'http://localhost./',
    'http://app.localhost/',
    'http://printer.local/',
    'http://printer.local./',
    'http://metadata.google.internal/',
    'http://nas.lan/',
    'http://router.home.arpa/',
    'http://intranet/',
    'http://wiki/',
    'http://ｌｏｃａｌｈｏｓｔ/',
    'http://1.0.0.127.in-addr.arpa/',
  ])('name: %s', (address) => {
    expect(judge(address)).toBe('name')
  })

  it.each([
    ['scheme', 'file:///etc/passwd'],
    ['scheme', 'ftp://example.org/'],
    ['scheme', 'javascript:alert(1)'],
    ['scheme', 'data:text/html,x'],
    ['scheme', 'gopher://example.org/'],
    ['scheme', 'ws://example.org/'],
    ['credentials', 'http://user@example.org/'],
    ['credentials', 'http://user:word@example.org/'],
    ['credentials', 'http://example.org@127.0.0.1/'],
    ['port', 'http://example.org:22/'],
    ['port', 'http://example.org:6379/'],
    ['port', 'https://example.org:11434/'],
    ['address', 'http://[::1/'],
    ['address', 'http://999.1.1.1/'],
    ['address', 'http://exa mple.org/'],
    ['address', 'not an address'],
    ['address', ''],
  ])('%s: %s', (reason, address) => {
    expect(judge(address)).toBe(reason)
  })
})

describe('a public address is opened', () => {
  it.each([
    'https://example.org/',
    'http://example.org:8080/a?b=c',
    'https://example.org:8443/',
    'https://8.8.8.8/',
    'http://172.32.0.1/',
    'http://11.0.0.1/',
    'http://100.128.0.1/',
    'http://[2606:4700::1111]/',
    'http://[2a00:1450:4001::1]/',
    'https://bücher.example/',
    'https://local.example.org/',
    'https://internal.example.org/',
    'https://mylocalhost.org/',
  ])('%s', (address) => {
    expect(judge(address)).toBeNull()
  })
})

describe('what a name resolves to', () => {
  it('is judged as an address, and a text that is none is not public', () => {
    expect(['8.8.8.8', '2606:4700::1111'].map(isPublicAddress)).toEqual([true, true])
    expect(
      ['127.0.0.1', '::1', '::ffff:8.8.8.8', 'fe80::1%eth0', '2606:4700::1%eth0', '', 'example.org', '127.1'].map(isPublicAddress),
    ).toEqual(Array.from({ length: 8 }, () => false))
  })

  it('has to be what is connected in the end', () => {
    const judged = [
      { address: '8.8.8.8', family: 4 },
      { address: '2606:4700:0::1111', family: 6 },
    ]
    expect(isConnectedAsJudged('8.8.8.8', judged)).toBe(true)
    expect(isConnectedAsJudged('::ffff:8.8.8.8', judged)).toBe(true)
    expect(isConnectedAsJudged('2606:4700::1111', judged)).toBe(true)
    expect(isConnectedAsJudged('127.0.0.1', judged)).toBe(false)
    expect(isConnectedAsJudged('::ffff:127.0.0.1', judged)).toBe(false)
    expect(isConnectedAsJudged('9.9.9.9', judged)).toBe(false)
    expect(isConnectedAsJudged(undefined, judged)).toBe(false)
  })
})

describe('an exemption', () => {
  it('is for its own origin: not for another port, another scheme, or credentials', () => {
    const exempt = new Set(['http://127.0.0.1:8888'])
    const reason = (address: string) => blockReason(new URL(address), exempt)
    expect(reason('http://127.0.0.1:8888/search')).toBeNull()
    expect(reason('http://2130706433:8888/')).toBeNull()
    expect(reason('http://127.0.0.1:8889/')).toBe('port')
    expect(reason('http://127.0.0.1/')).toBe('private')
    expect(reason('https://127.0.0.1:8888/')).toBe('port')
    expect(reason('http://me:you@127.0.0.1:8888/')).toBe('credentials')
  })
})

describe('a redirect from https to http', () => {
  it('is told from one the other way', () => {
    const [safe, plain] = [new URL('https://example.org/'), new URL('http://example.org/')]
    expect([isDowngrade(safe, plain), isDowngrade(plain, safe), isDowngrade(safe, safe), isDowngrade(null, plain)]).toEqual([
      true,
      false,
      false,
      false,
    ])
  })
})
