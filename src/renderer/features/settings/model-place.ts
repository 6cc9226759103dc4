import type { Settings } from '../../../shared/contract/settings'

/** Where the texts of model work go. `host` is set only when they leave this computer. */
export function modelPlace(settings: Pick<Settings, 'engine' | 'endpoint'>): { local: true } | { local: false; host: string } {
  if (settings.engine === 'builtin' || settings.endpoint.baseUrl.trim() === '') return { local: true }
  try {
    const { hostname, host } = new URL(settings.endpoint.baseUrl)
    const loopback =
      hostname === 'localhost' || hostname.endsWith('.localhost') || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname)
    return loopback ? { local: true } : { local: false, host }
  } catch {
    // Not an address at all: nothing can be sent there.
    return { local: true }
  }
}
