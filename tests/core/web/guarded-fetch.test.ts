import { once } from 'node:events'
import { createServer } from 'node:net'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { afterEach, describe, expect, it } from 'vitest'
import { type Route, redirectTo, type Site, startSite } from '../../support/web-site'
import { failureOf, purpose, watchedFetch } from './web-fixture'

const sites: Site[] = []
afterEach(async () => {
  for (const site of sites.splice(0)) await site.close()
})
async function site(routes: Record<string, Route>, host?: string): Promise<Site> {
  const started = await startSite(routes, host)
  sites.push(started)
  return started
}
const signal = () => new AbortController().signal
const ask = () => ({ purpose, signal: signal() })

describe('a page', () => {
  it('comes with its bytes, type and final address, and is one line in the ledger without its query', async () => {
    const { origin } = await site({ '/page': '<p>Grüße</p>' })
    const { fetch, ledger } = watchedFetch({ exemptOrigins: [origin] })
    const answer = await fetch(`${origin}/page?secret=words#part`, ask())
    expect(answer.bytes.toString('utf8')).toBe('<p>Grüße</p>')
    expect(answer).toMatchObject({ url: `${origin}/page?secret=words`, status: 200, contentType: { type: 'text/html', charset: 'utf-8' } })
    expect(ledger).toHaveLength(1)
    expect(ledger[0]).toMatchObject({
      host: '127.0.0.1',
      path: '/page',
      method: 'GET',
      ...purpose,
      end: { status: 200, failure: null, reason: null },
    })
    expect(ledger[0]?.end?.bytesOut).toBeGreaterThan(100)
    expect(ledger[0]?.end?.bytesIn).toBeGreaterThan(14)
    expect(JSON.stringify(ledger)).not.toContain('secret')
  })

  it('is asked for under an honest name, with no cookie, no referrer and nothing of the person', async () => {
    const { origin, requests } = await site({
      '/a': (_request, response) => response.writeHead(302, { location: '/b', 'set-cookie': 'id=1; Path=/' }).end(),
      '/b': (_request, response) => response.writeHead(200, { 'content-type': 'text/plain', 'set-cookie': 'id=2' }).end('x'),
    })
    const { fetch } = watchedFetch({ exemptOrigins: [origin] })
    await fetch(`${origin}/a`, ask())
    await fetch(`${origin}/b`, ask())
    expect(requests.map(({ path }) => path)).toEqual(['/a', '/b', '/b'])
    for (const { headers } of requests) {
      expect(headers['user-agent']).toBe('Mozilla/5.0 (compatible; Cortexa/9.9.9)')
      expect(Object.keys(headers).sort()).toEqual(['accept', 'accept-encoding', 'accept-language', 'connection', 'host', 'user-agent'])
    }
  })

  it('is unpacked from gzip, deflate and brotli', async () => {
    const text = 'Words that are packed. '.repeat(50)
    const packed =
      (encoding: string, bytes: Buffer): Route =>
      (_request, response) =>
        response.writeHead(200, { 'content-type': 'text/plain', 'content-encoding': encoding }).end(bytes)
    const { origin } = await site({
      '/gzip': packed('gzip', gzipSync(text)),
      '/deflate': packed('deflate', deflateSync(text)),
      '/br': packed('br', brotliCompressSync(text)),
      '/odd': packed('zstd', Buffer.from('x')),
      '/false': packed('gzip', Buffer.from('this is no gzip at all')),
    })
    const { fetch } = watchedFetch({ exemptOrigins: [origin] })
    for (const path of ['/gzip', '/deflate', '/br']) expect((await fetch(origin + path, ask())).bytes.toString()).toBe(text)
    expect((await failureOf(fetch(`${origin}/odd`, ask()))).code).toBe('WEB_BAD_TYPE')
    expect((await failureOf(fetch(`${origin}/false`, ask()))).code).toBe('WEB_BAD_TYPE')
  })

  it('is taken by what it is: a PDF called HTML is a PDF, a picture is refused before it is read', async () => {
    let pictureSent = false
    const { origin } = await site({
      '/pdf': (_request, response) => response.writeHead(200, { 'content-type': 'text/html' }).end('%PDF-1.7 …'),
      '/picture': (_request, response) => {
        response.writeHead(200, { 'content-type': 'image/png' })
        response.write('head')
        response.once('close', () => {
          pictureSent = response.writableFinished
        })
      },
      '/silent': (_request, response) => response.writeHead(200).end('<!doctype html><p>x'),
      '/binary': (_request, response) =>
        response.writeHead(200, { 'content-type': 'application/octet-stream' }).end(Buffer.from([0, 1, 2, 3])),
    })
    const { fetch } = watchedFetch({ exemptOrigins: [origin] })
    expect((await fetch(`${origin}/pdf`, ask())).contentType.type).toBe('application/pdf')
    expect((await fetch(`${origin}/silent`, ask())).contentType.type).toBe('text/html')
    expect((await failureOf(fetch(`${origin}/picture`, ask()))).code).toBe('WEB_BAD_TYPE')
    expect(pictureSent).toBe(false)
    expect((await failureOf(fetch(`${origin}/binary`, ask()))).code).toBe('WEB_BAD_TYPE')
  })

  it('that is not there says what its server said', async () => {
    const { origin } = await site({
      '/busy': (_request, response) => response.writeHead(429, { 'retry-after': '120' }).end(),
      '/broken': (_request, response) => response.writeHead(503).end(),
    })
    const { fetch, ledger } = watchedFetch({ exemptOrigins: [origin] })
    expect(await failureOf(fetch(`${origin}/none`, ask()))).toMatchObject({ code: 'WEB_STATUS', data: { status: 404 } })
    expect(await failureOf(fetch(`${origin}/busy`, ask()))).toMatchObject({
      code: 'WEB_STATUS',
      data: { status: 429, retryAfterMs: 120_000 },
    })
    expect(await failureOf(fetch(`${origin}/broken`, ask()))).toMatchObject({ code: 'WEB_STATUS', data: { status: 503 } })
    expect(ledger.map(({ end }) => [end?.status, end?.failure])).toEqual([
      [404, 'WEB_STATUS'],
      [429, 'WEB_STATUS'],
      [503, 'WEB_STATUS'],
    ])
  })
})

describe('addresses', () => {
  it('that lead inwards are not even connected to, and the ledger says why', async () => {
    const inside = await site({ '/': 'inside' })
    const { fetch, ledger } = watchedFetch()
    const error = await failureOf(fetch(`http://127.0.0.1/`, ask()))
    expect(error).toMatchObject({ code: 'WEB_BLOCKED_ADDRESS', data: { reason: 'private' } })
    expect(error.message).toContain('private network')
    expect(await failureOf(fetch(inside.origin, ask()))).toMatchObject({ code: 'WEB_BLOCKED_ADDRESS', data: { reason: 'port' } })
    expect(await failureOf(fetch('nonsense', ask()))).toMatchObject({ code: 'WEB_BLOCKED_ADDRESS', data: { reason: 'address' } })
    expect(inside.requests).toEqual([])
    expect(ledger.map(({ host, end }) => [host, end?.failure, end?.reason, end?.bytesOut])).toEqual([
      ['127.0.0.1', 'WEB_BLOCKED_ADDRESS', 'private', 0],
      ['127.0.0.1', 'WEB_BLOCKED_ADDRESS', 'port', 0],
      ['', 'WEB_BLOCKED_ADDRESS', 'address', 0],
    ])
  })

  it('by a public name that resolves inwards are refused, also when only one of several does', async () => {
    const names: Record<string, string[]> = {
      'inside.example.org': ['127.0.0.1'],
      'half.example.org': ['8.8.8.8', '192.168.0.1'],
      'mapped.example.org': ['::ffff:127.0.0.1'],
      'metadata.example.org': ['169.254.169.254'],
      'empty.example.org': [],
    }
    const { fetch } = watchedFetch({
      resolve: async (host) => (names[host] ?? []).map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    })
    for (const name of ['inside', 'half', 'mapped', 'metadata'])
      expect(await failureOf(fetch(`http://${name}.example.org/`, ask()))).toMatchObject({
        code: 'WEB_BLOCKED_ADDRESS',
        data: { reason: 'private' },
      })
    expect((await failureOf(fetch('http://empty.example.org/', ask()))).code).toBe('WEB_UNREACHABLE')
  })

  it('are looked up once: a name that answers otherwise a moment later is still asked where it was judged', async () => {
    const judged = await site({ '/': 'the judged one' }, '127.0.0.1')
    const other = createServer((socket) => socket.destroy())
    other.listen(judged.port, '127.0.0.2')
    await once(other, 'listening')
    let connections = 0
    other.on('connection', () => {
      connections += 1
    })
    let asked = 0
    const origin = `http://rebinding.example.org:${judged.port}`
    const { fetch } = watchedFetch({
      exemptOrigins: [origin],
      resolve: async () => [{ address: asked++ === 0 ? '127.0.0.1' : '127.0.0.2', family: 4 }],
    })
    expect((await fetch(origin, ask())).bytes.toString()).toBe('the judged one')
    expect([asked, connections]).toEqual([1, 0])
    await new Promise((resolve) => other.close(resolve))
  })

  it('reached by a redirect are judged anew, each in its own line', async () => {
    const inside = await site({ '/': 'inside' })
    const { origin } = await site({
      '/in': redirectTo(`${inside.origin}/`),
      '/file': redirectTo('file:///etc/passwd'),
      '/name': redirectTo('http://localhost/'),
      '/signed': redirectTo('http://me:you@example.org/'),
      '/broken': redirectTo('http://[::1/'),
      '/decimal': redirectTo('//2130706433/x'),
    })
    const { fetch, ledger } = watchedFetch({ exemptOrigins: [origin] })
    const reasons: unknown[] = []
    for (const path of ['/in', '/file', '/name', '/signed', '/broken', '/decimal']) {
      const { code, data } = await failureOf(fetch(origin + path, ask()))
      expect(code).toBe('WEB_BLOCKED_ADDRESS')
      reasons.push(data.reason)
    }
    expect(reasons).toEqual(['port', 'scheme', 'name', 'credentials', 'address', 'private'])
    expect(inside.requests).toEqual([])
    expect(ledger).toHaveLength(12)
    expect(ledger[0]?.end).toMatchObject({ status: 302, failure: null })
    expect(ledger[1]?.end).toMatchObject({ status: null, failure: 'WEB_BLOCKED_ADDRESS', reason: 'port' })
  })

  it('of an exempt search server do not exempt what it leads to', async () => {
    const inside = await site({ '/': 'inside' })
    const own = await site({ '/search': redirectTo(`${inside.origin}/`) })
    const { fetch } = watchedFetch()
    expect((await failureOf(fetch(`${own.origin}/search`, { ...ask(), exemptOrigin: own.origin }))).code).toBe('WEB_BLOCKED_ADDRESS')
    expect([own.requests.length, inside.requests.length]).toEqual([1, 0])
  })
})

describe('redirects', () => {
  it('are followed five times, with the final address given, and not a sixth time', async () => {
    const routes: Record<string, Route> = { '/end': 'arrived' }
    for (let step = 1; step <= 6; step += 1) routes[`/${step}`] = redirectTo(step === 1 ? '/end' : `/${step - 1}`)
    const { origin, requests } = await site(routes)
    const { fetch } = watchedFetch({ exemptOrigins: [origin] })
    expect((await fetch(`${origin}/5`, ask())).url).toBe(`${origin}/end`)
    expect((await failureOf(fetch(`${origin}/6`, ask()))).code).toBe('WEB_TOO_MANY_REDIRECTS')
    expect(requests).toHaveLength(12)
  })

  it('never carry a key to another server, and a posted form is not sent on at all', async () => {
    const other = await site({ '/': 'x' })
    const { origin, requests } = await site({ '/away': redirectTo(`${other.origin}/`), '/near': redirectTo('/here'), '/here': 'x' })
    const { fetch } = watchedFetch({ exemptOrigins: [origin, other.origin] })
    const headers = { 'x-api-key': 'k-1' }
    await fetch(`${origin}/away`, { ...ask(), headers })
    await fetch(`${origin}/near`, { ...ask(), headers })
    expect(other.requests[0]?.headers['x-api-key']).toBeUndefined()
    expect(requests.map((one) => one.headers['x-api-key'])).toEqual(['k-1', 'k-1', 'k-1'])
    expect((await failureOf(fetch(`${origin}/away`, { ...ask(), method: 'POST', body: 'q=words' }))).code).toBe('WEB_STATUS')
    expect(other.requests).toHaveLength(1)
  })

  it('may hold letters beyond ASCII as they are', async () => {
    const { origin } = await site({
      '/a': (_request, response) => {
        response.socket?.end('HTTP/1.1 302 Found\r\nLocation: /größe\r\n\r\n')
      },
      '/gr%C3%B6%C3%9Fe': 'found',
    })
    const { fetch } = watchedFetch({ exemptOrigins: [origin] })
    expect((await fetch(`${origin}/a`, ask())).bytes.toString()).toBe('found')
  })
})

describe('what is too much', () => {
  it('is left: by its announced length, by its bytes, and when unpacked', async () => {
    const megabyte = Buffer.alloc(1024 * 1024, 'ab cd ')
    let written = 0
    const { origin } = await site({
      '/announced': (_request, response) =>
        response.writeHead(200, { 'content-type': 'text/plain', 'content-length': 50_000_000 }).write('x'),
      '/endless': (_request, response) => {
        response.writeHead(200, { 'content-type': 'text/plain' })
        const more = () => {
          while (!response.destroyed && response.write(megabyte)) written += 1
          if (!response.destroyed) response.once('drain', more)
        }
        more()
      },
      // 40 MB of zeros in 40 kB: the ratio gives it away before the size does.
      '/bomb': (_request, response) =>
        response.writeHead(200, { 'content-type': 'text/html', 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(40 * 1024 * 1024))),
      '/brotli-bomb': (_request, response) =>
        response
          .writeHead(200, { 'content-type': 'text/html', 'content-encoding': 'br' })
          .end(brotliCompressSync(Buffer.alloc(20 * 1024 * 1024))),
      '/list': (_request, response) =>
        response
          .writeHead(200, { 'content-type': 'text/plain', 'content-encoding': 'gzip' })
          .end(gzipSync('the same line again and again\n'.repeat(6000))),
    })
    const { fetch, ledger } = watchedFetch({ exemptOrigins: [origin] })
    for (const path of ['/announced', '/endless', '/bomb', '/brotli-bomb'])
      expect((await failureOf(fetch(origin + path, ask()))).code, path).toBe('WEB_TOO_LARGE')
    expect(written).toBeLessThan(60)
    expect(ledger.map(({ end }) => end?.failure)).toEqual(Array.from({ length: 4 }, () => 'WEB_TOO_LARGE'))
    expect((await fetch(`${origin}/list`, ask())).bytes.length).toBe(180_000)
  })

  it('is what a server does that trickles, falls silent, or hangs up', async () => {
    const trickling: NodeJS.Timeout[] = []
    const { origin } = await site({
      '/drip': (_request, response) => {
        response.writeHead(200, { 'content-type': 'text/plain' })
        trickling.push(setInterval(() => response.write('x'), 20))
      },
      '/silent': () => {},
      '/hang-up': (request) => request.socket.destroy(),
      '/cut': (request, response) => {
        response.writeHead(200, { 'content-type': 'text/plain', 'content-length': 100 })
        response.write('half', () => request.socket.destroy())
      },
      '/loop': redirectTo('/drip'),
    })
    const { fetch } = watchedFetch({ exemptOrigins: [origin], limits: { totalMs: 300 } })
    for (const path of ['/drip', '/silent', '/loop']) expect((await failureOf(fetch(origin + path, ask()))).code, path).toBe('WEB_TIMEOUT')
    for (const path of ['/hang-up', '/cut']) expect((await failureOf(fetch(origin + path, ask()))).code, path).toBe('WEB_UNREACHABLE')
    for (const timer of trickling) clearInterval(timer)
  })
})

describe('a server that cannot be reached', () => {
  it('is told apart: no such name, nobody listens, no web server', async () => {
    const mute = createServer((socket) => {
      socket.on('error', () => {})
      socket.resume().write('SSH-2.0-x\r\n')
    })
    mute.listen(0, '127.0.0.1')
    await once(mute, 'listening')
    const address = mute.address()
    const muteOrigin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
    const gone = await startSite({})
    await gone.close()
    const { fetch } = watchedFetch({
      exemptOrigins: [gone.origin, muteOrigin],
      resolve: async () => {
        throw Object.assign(new Error('getaddrinfo'), { code: 'ENOTFOUND' })
      },
    })
    expect((await failureOf(fetch('https://nowhere.example.org/', ask()))).message).toBe(
      'nowhere.example.org could not be reached. There is no server of this name. Check the address.',
    )
    expect((await failureOf(fetch(gone.origin, ask()))).message).toContain('does not take connections')
    expect((await failureOf(fetch(muteOrigin, ask()))).message).toContain('does not answer as a web server does')
    await new Promise((resolve) => mute.close(resolve))
  })
})

describe('stopping', () => {
  it('ends a request in the middle, one that waits for its turn, and one that has not begun', async () => {
    let closed = 0
    const { origin, requests } = await site({
      '/slow': (_request, response) => {
        response.writeHead(200, { 'content-type': 'text/plain' }).write('begun')
        response.once('close', () => {
          closed += 1
        })
      },
    })
    const { fetch, ledger } = watchedFetch({ exemptOrigins: [origin], limits: { perHost: 1 } })
    const first = new AbortController()
    const second = new AbortController()
    const running = failureOf(fetch(`${origin}/slow`, { purpose, signal: first.signal }))
    const waiting = failureOf(fetch(`${origin}/slow`, { purpose, signal: second.signal }))
    await expect.poll(() => requests.length).toBe(1)
    second.abort()
    expect((await waiting).code).toBe('CANCELLED')
    first.abort()
    expect((await running).code).toBe('CANCELLED')
    await expect.poll(() => closed).toBe(1)
    expect((await failureOf(fetch(`${origin}/slow`, { purpose, signal: first.signal }))).code).toBe('CANCELLED')
    expect(requests).toHaveLength(1)
    expect(ledger.map(({ end }) => end?.failure)).toEqual(['CANCELLED', 'CANCELLED', 'CANCELLED'])
  })
})

describe('“Local only”', () => {
  it('keeps everything here, exempt origins too, and the refusal stands in the ledger', async () => {
    const { origin, requests } = await site({ '/': 'x' })
    let on = true
    const { fetch, ledger } = watchedFetch({ exemptOrigins: [origin], isLocalOnly: () => on })
    const error = await failureOf(fetch(origin, { ...ask(), exemptOrigin: origin }))
    expect(error.code).toBe('WEB_LOCAL_ONLY')
    expect(error.message).toContain('Local only')
    expect(requests).toEqual([])
    expect(ledger[0]?.end).toMatchObject({ failure: 'WEB_LOCAL_ONLY', bytesOut: 0, status: null })
    on = false
    expect((await fetch(origin, ask())).status).toBe(200)
  })

  it('switched on between two redirects stops at the next', async () => {
    let on = false
    const { origin, requests } = await site({
      '/a': (_request, response) => {
        on = true
        response.writeHead(302, { location: '/b' }).end()
      },
      '/b': 'x',
    })
    const { fetch } = watchedFetch({ exemptOrigins: [origin], isLocalOnly: () => on })
    expect((await failureOf(fetch(`${origin}/a`, ask()))).code).toBe('WEB_LOCAL_ONLY')
    expect(requests).toHaveLength(1)
  })
})

describe('a ledger that cannot be written', () => {
  it('keeps the request from leaving', async () => {
    const { origin, requests } = await site({ '/': 'x' })
    const { fetch } = watchedFetch({
      exemptOrigins: [origin],
      ledger: {
        begin() {
          throw new Error('disk full')
        },
      },
    })
    await expect(fetch(origin, ask())).rejects.toThrow('disk full')
    expect(requests).toEqual([])
  })
})
