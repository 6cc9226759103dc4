import type { App, Session, WebContents } from 'electron'
import { appScheme } from './app-protocol'

/** Chromium's own reasons to use the network or to keep something on disk. Set before the app is ready. */
export function guardCommandLine(app: App): void {
  const { commandLine } = app
  // Somebody else's program must not look into the shipped app through these.
  if (app.isPackaged) for (const name of ['remote-debugging-port', 'remote-debugging-pipe']) commandLine.removeSwitch(name)
  // The window's whole network stack finds no host, not even by a number; the app's own requests do not pass through it.
  commandLine.appendSwitch('host-resolver-rules', 'MAP * ~NOTFOUND')
  for (const name of [
    'disable-background-networking',
    'disable-component-update',
    'disable-domain-reliability',
    'disable-gpu-shader-disk-cache',
    'no-proxy-server',
    'no-pings',
  ]) {
    commandLine.appendSwitch(name)
  }
}

/** Whether a page may load this address: our own scheme, and what a page of ours made itself. */
export function mayLoad(url: string, devTools: boolean): boolean {
  return url.startsWith(`${appScheme}:`) || url.startsWith(`blob:${appScheme}:`) || (devTools && url.startsWith('devtools:'))
}

/** Takes from a session all that reaches beyond the window: network, permissions, devices, downloads, dictionaries. */
export function guardSession(session: Session, { devTools }: { devTools: boolean }): void {
  session.webRequest.onBeforeRequest((details, decide) => decide({ cancel: !mayLoad(details.url, devTools) }))
  session.setPermissionRequestHandler((_contents, _permission, decide) => decide(false))
  session.setPermissionCheckHandler(() => false)
  session.setDevicePermissionHandler(() => false)
  session.on('will-download', (event) => event.preventDefault())
  session.setSpellCheckerEnabled(false)
}

/** Keeps a page where it is: no other address, no second window, no embedded page. */
export function guardContents(contents: WebContents): void {
  contents.setWindowOpenHandler(() => ({ action: 'deny' }))
  contents.on('will-navigate', (event) => event.preventDefault())
  contents.on('will-redirect', (event) => event.preventDefault())
  contents.on('will-frame-navigate', (event) => event.preventDefault())
  contents.on('will-attach-webview', (event) => event.preventDefault())
  // A page cannot hold up the end of the app; what it wants to keep it has saved before.
  contents.on('will-prevent-unload', (event) => event.preventDefault())
  contents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp')
}
