import layoutWorker from '../features/graph/layout-worker?worker&url'
import diffWorker from '../features/history/diff-worker?worker&url'

const addresses = { diff: diffWorker, layout: layoutWorker } as const

interface ScriptPolicies {
  createPolicy(name: string, rules: { createScriptURL(address: string): string }): { createScriptURL(address: string): string }
}

const policies = (globalThis as { trustedTypes?: ScriptPolicies }).trustedTypes
/** The page takes scripts from its own folder only, and an address for a worker only from a named policy. */
const policy = policies?.createPolicy('cortexa-workers', {
  createScriptURL(address) {
    if (!Object.values<string>(addresses).includes(address)) throw new TypeError('Not a worker of this app')
    return address
  },
})

/** Starts one of the window's own worker threads. */
export function startWorker(name: keyof typeof addresses): Worker {
  const address = addresses[name]
  return new Worker(policy?.createScriptURL(address) ?? address)
}
