import { setTimeout as delay } from 'node:timers/promises'
import { BrowserWindow, type NativeImage, type Session, session } from 'electron'
import type { LoadedPart, PageCamera } from '../../../shared/page-camera'

const WIDTH = 1280
const HEIGHT = 800
/** After so long a page is shown as far as it came (docs/collect-pipeline.md, "Screenshots"). */
const LOAD_MS = 20_000
/** For what moves into place after the last part came. */
const SETTLE_MS = 1000
/** So long a picture is waited for once the page is there. */
const PAINT_MS = 3000
const MOST_BYTES = 1024 * 1024
const QUALITIES = [80, 60, 40]
/** Parts that are seen. Scripts are not among them: the page of a stranger runs no code here. */
const shown = new Set(['mainFrame', 'stylesheet', 'image', 'font'])
/** For parts that name none; the page's own rules hold beside it. */
const policy = "script-src 'none'; frame-src 'none'; object-src 'none'; media-src 'none'; connect-src 'none'; form-action 'none'"

type Load = (url: string, isPage: boolean) => Promise<LoadedPart>

/** What is being shown now: the page itself, and the way to its parts. */
interface Shown {
  page: LoadedPart
  load: Load
}

/**
 * A hidden window that shows one page after another and takes pictures of them. Its session is in memory, apart from the app's, and reaches
 * nothing: each request is answered with what `load` gives. No scripts, frames, permissions, windows, downloads or sound; cookies are thrown away.
 */
export function openPageCamera(): PageCamera {
  const memory = session.fromPartition('page-camera', { cache: false })
  let current: Shown | null = null
  let window: BrowserWindow | null = null
  guard(memory, () => current)

  function open(): BrowserWindow {
    const opened = new BrowserWindow({
      width: WIDTH,
      height: HEIGHT,
      show: false,
      webPreferences: {
        session: memory,
        offscreen: true,
        sandbox: true,
        contextIsolation: true,
        javascript: false,
        nodeIntegration: false,
        nodeIntegrationInWorker: false,
        nodeIntegrationInSubFrames: false,
        webSecurity: true,
        allowRunningInsecureContent: false,
        webviewTag: false,
        plugins: false,
        spellcheck: false,
        navigateOnDragDrop: false,
        devTools: false,
        backgroundThrottling: false,
      },
    })
    const { webContents } = opened
    webContents.setAudioMuted(true)
    webContents.setFrameRate(4)
    webContents.setWindowOpenHandler(() => ({ action: 'deny' }))
    return opened
  }

  return {
    async capture(url, { load, signal }) {
      const page = await load(url, true)
      if (!/html/.test(page.contentType)) throw new Error('the address shows no web page')
      signal.throwIfAborted()
      window ??= open()
      const { webContents } = window
      let last: NativeImage | null = null
      const keep = (_event: unknown, _dirty: unknown, image: NativeImage) => {
        last = image
      }
      const picture = (): NativeImage | null => last
      webContents.on('paint', keep)
      current = { page, load }
      try {
        await shownWithin(window, page.url, signal)
        await delay(SETTLE_MS, undefined, { signal })
        last = null
        webContents.invalidate()
        for (let waited = 0; picture() === null && waited < PAINT_MS; waited += 50) await delay(50, undefined, { signal })
        return encode(picture())
      } finally {
        current = null
        if (!window.isDestroyed()) {
          webContents.off('paint', keep)
          webContents.stop()
        }
        await Promise.allSettled([memory.clearStorageData(), memory.clearCache()])
      }
    },
    close() {
      current = null
      if (window !== null && !window.isDestroyed()) window.destroy()
      window = null
      for (const scheme of ['http', 'https']) memory.protocol.unhandle(scheme)
    },
  }
}

function guard(memory: Session, current: () => Shown | null): void {
  memory.webRequest.onBeforeRequest(({ url, resourceType }, decide) => {
    const isInline = url.startsWith('data:') || url.startsWith('blob:')
    decide({ cancel: !shown.has(resourceType) || !(isInline || /^https?:/.test(url)) })
  })
  memory.setPermissionRequestHandler((_contents, _permission, decide) => decide(false))
  memory.setPermissionCheckHandler(() => false)
  memory.setDevicePermissionHandler(() => false)
  memory.setSpellCheckerEnabled(false)
  memory.removeAllListeners('will-download')
  memory.on('will-download', (event) => event.preventDefault())
  for (const scheme of ['http', 'https']) {
    if (memory.protocol.isProtocolHandled(scheme)) memory.protocol.unhandle(scheme)
    memory.protocol.handle(scheme, (request) => answer(request, current()))
  }
}

async function answer(request: Request, current: Shown | null): Promise<Response> {
  if (current === null || request.method !== 'GET') return new Response(null, { status: 403 })
  const url = withoutFragment(request.url)
  try {
    const part = url === withoutFragment(current.page.url) ? current.page : await current.load(url, false)
    const isEmpty = part.status === 204 || part.status === 205 || part.status === 304 || part.status < 200
    return new Response(isEmpty ? null : Buffer.from(part.bytes), {
      status: isEmpty ? 204 : part.status,
      // Nothing else of the answer's head: it could set cookies, or lead on.
      headers: {
        ...(part.contentType === '' ? {} : { 'content-type': part.contentType }),
        'access-control-allow-origin': '*',
        'content-security-policy': policy,
        'x-content-type-options': 'nosniff',
      },
    })
  } catch {
    // A part that is refused or missing: the page is shown without it.
    return new Response(null, { status: 404 })
  }
}

/** Resolves when the page and its parts are there, or the time for that is over. */
async function shownWithin(window: BrowserWindow, url: string, signal: AbortSignal): Promise<void> {
  const { webContents } = window
  const clock = new AbortController()
  const stop = () => clock.abort()
  signal.addEventListener('abort', stop, { once: true })
  try {
    const loaded = window.loadURL(url).then(
      () => true,
      () => false,
    )
    const isLoaded = await Promise.race([loaded, delay(LOAD_MS, null, { signal: clock.signal })])
    signal.throwIfAborted()
    if (isLoaded === null) webContents.stop()
    if (isLoaded === false && withoutFragment(webContents.getURL()) !== withoutFragment(url)) throw new Error('the page could not be shown')
  } finally {
    clock.abort()
    signal.removeEventListener('abort', stop)
  }
}

function encode(image: NativeImage | null): Uint8Array {
  if (image === null || image.isEmpty()) throw new Error('the page could not be shown')
  const sized = image.getSize().width === WIDTH ? image : image.resize({ width: WIDTH })
  if (isBlank(sized.toBitmap())) throw new Error('the page shows nothing without scripts')
  for (const quality of QUALITIES) {
    const bytes = sized.toJPEG(quality)
    if (bytes.length <= MOST_BYTES) return bytes
  }
  throw new Error('the picture of the page is too large')
}

/** Whether all of a picture has one colour; looks at some ten thousand points of it. */
function isBlank(bitmap: Buffer): boolean {
  const pixels = Math.floor(bitmap.length / 4)
  const step = Math.max(1, Math.floor(pixels / 10_000)) | 1
  const first = bitmap.length >= 4 ? bitmap.readUInt32LE(0) : 0
  for (let pixel = 0; pixel < pixels; pixel += step) if (bitmap.readUInt32LE(pixel * 4) !== first) return false
  return true
}

function withoutFragment(url: string): string {
  return url.replace(/#.*$/, '')
}
