interface ScriptPolicies {
  createPolicy(name: string, rules: { createScriptURL(address: string): string }): { createScriptURL(address: string): string }
}

const addresses = new Set<string>()
const policies = (globalThis as { trustedTypes?: ScriptPolicies }).trustedTypes
/** The page takes scripts from its own folder only, and an address for a worker only from a named policy. */
const policy = policies?.createPolicy('cortexa-workers', {
  createScriptURL(address) {
    if (!addresses.has(address)) throw new TypeError('Not a worker of this app')
    return address
  },
})

/**
 * Registers one of the window's own worker threads and answers how to start it. `address` comes from an import that
 * ends in `?worker&url`. To be called while modules load.
 */
export function registerWorker(address: string): () => Worker {
  addresses.add(address)
  return () => new Worker(policy?.createScriptURL(address) ?? address)
}
