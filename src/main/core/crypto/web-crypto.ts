import { webcrypto } from 'node:crypto'

/*
 * libsodium looks for the global `crypto` while it is being loaded, and Node 18 (the fallback Electron) has none, at least not in
 * worker threads. So this file is imported before it.
 */
if (globalThis.crypto === undefined) Object.defineProperty(globalThis, 'crypto', { value: webcrypto, configurable: true })
