/** An address as it is stored, to compare with. */
export function tidyAddress(text: string): string {
  return text.trim().replace(/\/+$/, '')
}

/** Whether two addresses are of one server, which keeps its key and headers. A half-typed address is of no server. */
export function isSameServer(a: string, b: string): boolean {
  try {
    return new URL(tidyAddress(a)).origin === new URL(tidyAddress(b)).origin
  } catch {
    return false
  }
}

/** "models.example.org", or "127.0.0.1:11434"; the address itself when it is none. */
export function hostOf(baseUrl: string): string {
  try {
    return new URL(baseUrl).host
  } catch {
    return baseUrl
  }
}
