import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { blankUrl, createAppProtocol, readSegments } from '../../../src/main/hosts/electron/app-protocol'

let folder: string
let serve: ReturnType<typeof createAppProtocol>

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'cortexa-protocol-'))
  mkdirSync(join(folder, 'renderer', 'assets'), { recursive: true })
  mkdirSync(join(folder, 'renderer-other'))
  writeFileSync(join(folder, 'renderer', 'index.html'), '<!doctype html>')
  writeFileSync(join(folder, 'renderer', 'assets', 'index-Ab_1.js'), 'page()')
  writeFileSync(join(folder, 'renderer', 'notes.txt'), 'secret')
  writeFileSync(join(folder, 'renderer-other', 'secret.js'), 'secret')
  writeFileSync(join(folder, 'secret.js'), 'secret')
  symlinkSync(join(folder, 'secret.js'), join(folder, 'renderer', 'link.js'))
  symlinkSync(join(folder, 'renderer-other'), join(folder, 'renderer', 'folder-link'))
  serve = createAppProtocol(join(folder, 'renderer'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const get = (url: string, method = 'GET') => serve({ url, method })

describe('the app scheme', () => {
  it('serves the page and its parts with their fixed types', async () => {
    const page = await get('tv://app/')
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
    const script = await get('tv://app/assets/index-Ab_1.js')
    expect([script.status, script.headers.get('content-type'), await script.text()]).toEqual([
      200,
      'text/javascript; charset=utf-8',
      'page()',
    ])
  })

  it('sends the policy with every answer, also with refusals and the blank page', async () => {
    const policy =
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; media-src blob:; font-src 'self'; connect-src 'none'; form-action 'none'; frame-src 'none'; frame-ancestors 'none'; base-uri 'none'; object-src 'none'; require-trusted-types-for 'script'"
    for (const url of ['tv://app/', 'tv://app/missing.js', blankUrl]) {
      const { headers } = await get(url)
      expect(headers.get('content-security-policy')).toBe(policy)
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('cache-control')).toBe('no-store')
      expect(headers.get('permissions-policy')).toContain('usb=()')
    }
  })

  it.each([
    'tv://app/../secret.js',
    'tv://app/..%2fsecret.js',
    'tv://app/%2e%2e/secret.js',
    'tv://app/%2e%2e%2fsecret.js',
    'tv://app/..\\secret.js',
    'tv://app/..%5csecret.js',
    'tv://app//secret.js',
    'tv://app/./secret.js',
    'tv://app/assets/..%2f..%2fsecret.js',
    'tv://app/%00.js',
    'tv://app/index.html%00.js',
    'tv://app/C:%5csecret.js',
    'tv://app/C:/secret.js',
    'tv://app/%5c%5cserver%5cshare%5ca.js',
    'tv://app/index.html.',
    'tv://app/.hidden.js',
    'tv://app/link.js',
    'tv://app/folder-link/secret.js',
    'tv://app/../renderer-other/secret.js',
    'tv://app/..%2frenderer-other%2fsecret.js',
    'tv://app/notes.txt',
    'tv://app/assets',
    'tv://app/assets/',
    `tv://app/${'a'.repeat(300)}.js`,
    'tv://app/%E0%A4%A',
    'tv://app/CON',
    'tv://other/index.html',
    'tv://me@app/index.html',
    'tv://app:80/index.html',
    'file:///etc/passwd',
    'not a url',
  ])('gives nothing for %s', async (url) => {
    const answer = await get(url)
    expect([answer.status, await answer.text()]).toEqual([404, 'Not found'])
  })

  it('takes no other method', async () => {
    expect((await get('tv://app/', 'POST')).status).toBe(404)
  })

  it('reads a path by its whole parts', () => {
    expect(readSegments('tv://app/assets/a.b.js?x#y')).toEqual(['assets', 'a.b.js'])
    expect(readSegments('tv://app')).toEqual(['index.html'])
    expect(readSegments('tv://app/a//b.js')).toBeNull()
  })
})
