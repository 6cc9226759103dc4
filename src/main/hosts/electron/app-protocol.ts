import { readFile, realpath } from 'node:fs/promises'
import { extname, join, sep } from 'node:path'

export const appScheme = 'tv'
export const appUrl = 'tv://app/'
/** An empty page of another origin. Going through it makes Chromium end the process that held the app's page. */
export const blankUrl = 'tv://blank/'

/** Registered before the app is ready. Neither fetch nor service workers: a page of ours only loads its own parts. */
export const schemePrivileges = { scheme: appScheme, privileges: { standard: true, secure: true } }

const mimeTypes: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
}

export const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  'media-src blob:',
  "font-src 'self'",
  "connect-src 'none'",
  "form-action 'none'",
  "frame-src 'none'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "object-src 'none'",
  "require-trusted-types-for 'script'",
].join('; ')

/** Refused before Chromium asks for any device: on a computer without such a service, asking alone ended old versions of Electron. */
const withoutDevices = [
  'camera',
  'display-capture',
  'geolocation',
  'hid',
  'microphone',
  'midi',
  'payment',
  'screen-wake-lock',
  'serial',
  'usb',
  'xr-spatial-tracking',
]

const headers = {
  'Permissions-Policy': withoutDevices.map((feature) => `${feature}=()`).join(', '),
  'Content-Security-Policy': contentSecurityPolicy,
  'X-Content-Type-Options': 'nosniff',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  'X-DNS-Prefetch-Control': 'off',
  'Cache-Control': 'no-store',
}

/**
 * The parts of the path an address of ours names, or null when it is none: another host, a part that climbs, hides,
 * or means something else on another system.
 */
export function readSegments(url: string): string[] | null {
  let path: string
  try {
    const parsed = new URL(url)
    if (parsed.protocol !== `${appScheme}:` || parsed.host !== 'app' || parsed.username || parsed.password) return null
    path = decodeURIComponent(parsed.pathname)
  } catch {
    return null
  }
  if (path === '' || path === '/') return ['index.html']
  const segments = path.split('/').slice(1)
  const plain = segments.every((segment) => /^[A-Za-z0-9_-][A-Za-z0-9._-]{0,200}$/.test(segment) && !segment.endsWith('.'))
  return plain ? segments : null
}

/** Answers requests for the app's own pages from one folder, and nothing else from anywhere. */
export function createAppProtocol(rendererDir: string): (request: { url: string; method: string }) => Promise<Response> {
  const notFound = () => new Response('Not found', { status: 404, headers: { ...headers, 'Content-Type': 'text/plain; charset=utf-8' } })

  return async ({ url, method }) => {
    if (method !== 'GET') return notFound()
    if (url === blankUrl)
      return new Response('<!doctype html><title>Cortexa</title>', { headers: { ...headers, 'Content-Type': 'text/html; charset=utf-8' } })
    const segments = readSegments(url)
    const type = mimeTypes[extname(segments?.at(-1) ?? '')]
    if (segments === null || type === undefined) return notFound()
    try {
      const root = await realpath(rendererDir)
      const file = await realpath(join(root, ...segments))
      // By whole segments: a folder that only begins like ours is not ours.
      if (!file.startsWith(root + sep)) return notFound()
      return new Response(await readFile(file), { headers: { ...headers, 'Content-Type': type } })
    } catch {
      return notFound()
    }
  }
}
