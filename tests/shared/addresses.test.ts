import { describe, expect, it } from 'vitest'
import { isOnThisComputer } from '../../src/shared/addresses'

describe('isOnThisComputer', () => {
  it.each([
    'http://localhost',
    'http://LOCALHOST:11434/v1',
    'https://localhost/',
    'http://127.0.0.1:11434/v1',
    'http://127.255.255.254/',
    // The parser reads all of these as 127.0.0.1.
    'http://127.0.0.1./',
    'http://127.1/',
    'http://2130706433/',
    'http://0x7f000001/',
    'http://0x7f.0.0.1/',
    'http://0177.0.0.1/',
    'http://①②⑦.0.0.1/',
    'http://[::1]:8080/',
    'http://[0:0:0:0:0:0:0:1]/',
    'http://user:word@localhost/',
  ])('holds for %s', (address) => {
    expect(isOnThisComputer(address)).toBe(true)
    expect(isOnThisComputer(new URL(address))).toBe(true)
  })

  it.each([
    // Systems without a resolver of their own for these names ask the network.
    'http://app.localhost/',
    'http://localhost./',
    'http://localhost.evil.example/',
    'http://localhost.localdomain/',
    'http://evil-localhost/',
    'http://127.0.0.1.evil.example/',
    'http://127.0.0.1.nip.io/',
    'http://evil.example/?host=localhost',
    'http://localhost@evil.example/',
    'http://evil.example#@127.0.0.1',
    'http://0.0.0.0/',
    'http://0/',
    'http://128.0.0.1/',
    'http://126.255.255.255/',
    'http://10.0.0.1/',
    'http://192.168.1.10/',
    'http://[::]/',
    'http://[::2]/',
    // Mapped forms: nobody types them for a server of their own, so none is taken for one.
    'http://[::ffff:127.0.0.1]/',
    'http://[::FFFF:7F00:1]/',
    'http://[::ffff:8.8.8.8]/',
    'http://[::ffff:128.0.0.1]/',
    // The deprecated IPv4-compatible form, and a NAT64 address: both may leave the computer.
    'http://[::127.0.0.1]/',
    'http://[64:ff9b::7f00:1]/',
    'http://[fe80::1]/',
    'http://localhost1/',
    'file:///etc/hosts',
    'data:text/plain,localhost',
  ])('does not hold for %s', (address) => {
    expect(isOnThisComputer(address)).toBe(false)
    expect(isOnThisComputer(new URL(address))).toBe(false)
  })

  it.each(['', 'localhost', 'localhost:11434', '127.0.0.1', '//localhost/', 'http://', 'http://[::1', 'http://127.0.0.256/'])(
    'does not hold for %j, which is no absolute URL of a host',
    (address) => {
      expect(isOnThisComputer(address)).toBe(false)
    },
  )
})
