import { type Client, createClient, type Endpoint } from '../../shared/client'
import type { PlatformApi } from '../../shared/window-api'

declare global {
  interface Window {
    vault: Endpoint
    /** Absent where another host than the desktop shows the window. */
    platform?: PlatformApi
  }
}

/** The one way from this window to the vault. */
export const client: Client = createClient(window.vault)
