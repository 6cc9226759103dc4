import { describe, expect, it } from 'vitest'
import { readExternalUrl } from '../../../src/main/hosts/electron/external-url'

describe('readExternalUrl', () => {
  it.each([
    ['https://example.org/a?b=c#d', 'example.org'],
    ['HTTPS://EXAMPLE.ORG', 'example.org'],
    ['https://example.org:8443/', 'example.org:8443'],
    ['https://example.org/@someone', 'example.org'],
    ['https://пример.рф/страница', 'xn--e1afmkfd.xn--p1ai'],
    // The first letter is Cyrillic: it must not be shown as the name it imitates.
    ['https://аpple.com/', 'xn--pple-43d.com'],
  ])('%s may be opened, and is shown as %s', (text, host) => {
    expect(readExternalUrl(text)?.host).toBe(host)
  })

  it.each([
    'http://example.org/',
    'file:///etc/passwd',
    'smb://server/share',
    'javascript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'ms-msdt:/id PCWDiagnostic',
    'vbscript:msgbox(1)',
    'mailto:someone@example.org',
    'tv://app/',
    'https:example.org',
    'https:/example.org',
    'https:///example.org',
    'https:\\\\example.org',
    'https://example.org\\@evil.example/',
    'https://user:secret@example.org/',
    'https://example.org@evil.example/',
    'https://@evil.example/',
    'https://:@evil.example/',
    ' https://example.org/',
    'https://example.org/\nx',
    'https://exam\tple.org/',
    'https://example.org/ x',
    'https://example.org/\u202egpj.exe',
    'https://exam\u200bple.org/',
    'https://example.org/\u0000',
    'https://exa\u00admple.org/',
    'https://',
    'https://%00.org/',
    `https://example.org/${'x'.repeat(2000)}`,
    '',
    '//example.org',
    'example.org',
  ])('%j may not', (text) => {
    expect(readExternalUrl(text)).toBeNull()
  })
})
