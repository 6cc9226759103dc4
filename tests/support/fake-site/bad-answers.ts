import { gzipSync } from 'node:zlib'
import { samplePdf } from '../sample-pdf'
import { type Route, redirectTo } from '../web-site'
import { toLatin1, toShiftJis, toUtf16 } from './encode-text'
import { itemPage, page } from './pages'
import { foreignTools } from './tools'

/** Redirects, and answers that are broken, slow, endless or not what they say. `/broken/404` is the 404 of any path that is not here. */
export function badAnswers(): Record<string, Route> {
  return {
    '/go/1': redirectTo('/go/2'),
    '/go/2': redirectTo('/go/3'),
    '/go/3': redirectTo('/tools/inkwell'),
    '/go/loop-a': redirectTo('/go/loop-b'),
    '/go/loop-b': redirectTo('/go/loop-a'),
    '/go/private': redirectTo('http://192.168.0.1/admin'),
    '/go/loopback': redirectTo('http://127.0.0.1:9/'),
    '/go/metadata': redirectTo('http://169.254.169.254/latest/meta-data/'),
    '/go/file': redirectTo('file:///etc/hostname'),
    '/broken/500': (_request, response) => response.writeHead(500, html).end(page('Trouble', '<p>The database is away.</p>')),
    '/broken/429': (_request, response) => response.writeHead(429, { ...html, 'retry-after': '120' }).end('<p>Slow down.</p>'),
    '/broken/empty': (_request, response) => response.writeHead(200, html).end(),
    '/broken/no-text': page('', '<img src="/images/large.png" alt="">'),
    '/broken/no-title': '<!doctype html><body><h1>A page without a title</h1><p>It has a heading, though, and one sentence.</p></body>',
    '/broken/long-title': `<!doctype html><title>${'title '.repeat(1_700_000)}</title><p>Behind ten megabytes of title.</p>`,
    '/broken/slow-drip': drip(200),
    '/broken/endless': drip(0),
    '/broken/cut-off': (_request, response) => {
      response.writeHead(200, { ...html, 'content-length': '100000' })
      response.write('<title>Half</title><p>The first half of a page', () => response.destroy())
    },
    '/broken/gzip-bomb': packed(gzipSync(Buffer.alloc(64 * 1024 * 1024, 0x20))),
    '/broken/not-gzip': packed(Buffer.from('this is not packed')),
    '/broken/zip': bytes('application/zip', Buffer.from('PK\u0003\u0004 and so on')),
    '/broken/json-as-html': bytes('text/html', Buffer.from('{"tools":[{"name":"Not a page"}]}')),
    '/broken/wrong-charset': bytes(
      'text/html; charset=iso-2022-jp',
      Buffer.from(page('Charset', '<p>Grüße, naïveté and 日本語 in UTF-8.</p>'), 'utf8'),
    ),
    '/broken/utf8-said-latin1-sent': bytes('text/html; charset=utf-8', toLatin1(page('Café', '<p>Le café à côté était fermé.</p>'))),
    '/files/survey.pdf': bytes('application/pdf', surveyPdf),
    '/files/survey-as-html': bytes('text/html', surveyPdf),
    ...foreignPages(),
  }
}

/** The three pages of tools that are in other encodings, by path. */
export function foreignPages(): Record<string, Route> {
  const [french, japanese, swedish] = foreignTools
  if (!french || !japanese || !swedish) throw new Error('there are three')
  return {
    [`/tools/${french.slug}`]: bytes('text/html; charset=iso-8859-1', toLatin1(itemPage(french, { lang: 'fr' }))),
    [`/tools/${japanese.slug}`]: bytes('text/html', toShiftJis(itemPage(japanese, { lang: 'ja', head: '<meta charset="shift_jis">' }))),
    [`/tools/${swedish.slug}`]: bytes('text/html', toUtf16(itemPage(swedish, { lang: 'sv' }))),
  }
}

const html = { 'content-type': 'text/html; charset=utf-8' }

export function bytes(type: string, body: Buffer): Route {
  return (_request, response) => response.writeHead(200, { 'content-type': type, 'content-length': body.length }).end(body)
}

function packed(body: Buffer): Route {
  return (_request, response) => response.writeHead(200, { ...html, 'content-encoding': 'gzip' }).end(body)
}

/** Never ends: a word each `everyMs`, or as fast as the reader takes them for 0. */
function drip(everyMs: number): Route {
  return (_request, response) => {
    response.writeHead(200, html)
    const piece = everyMs === 0 ? 'endless '.repeat(8000) : 'drop '
    const more = () => {
      if (response.destroyed) return
      if (everyMs > 0) {
        response.write(piece)
        setTimeout(more, everyMs).unref()
      } else if (response.write(piece)) setImmediate(more)
      else response.once('drain', more)
    }
    more()
  }
}

const surveyPdf = samplePdf([
  ['Survey of note-taking tools', 'Of 412 people asked, 88 keep their notes in plain text.'],
  ['Second page', 'Voice notes were used by 17 of them.'],
])
