import { normalizeUrl } from '../../core/text/normalize-url'
import type { FoundPage } from './ports'

/** Which addresses a run may open: those that a search gave and those that the person wrote (docs/security.md H31). */
export interface UrlProvenance {
  /** `result` is what the search said of it. */
  admit(url: string, result?: FoundPage): void
  /** The address as it was admitted, which is the one to open; undefined for one that nobody gave. */
  resolve(url: string): string | undefined
  /** The result that a search gave for this address; undefined for one that no search gave. */
  resultOf(url: string): FoundPage | undefined
}

const addressInText = /https?:\/\/[^\s<>"'`)\]}]+/gi

/**
 * A model that reads the web can be told by a page to open an address with somebody's words in it. So it may choose among addresses that are
 * known, and what is opened is the known spelling, not the model's: a tracking parameter could carry words too.
 */
export function createUrlProvenance(ownTexts: readonly string[]): UrlProvenance {
  const known = new Map<string, string>()
  const results = new Map<string, FoundPage>()
  const admit = (url: string, result?: FoundPage): void => {
    const normal = normalizeUrl(url)
    if (normal !== '' && result !== undefined && !results.has(normal)) results.set(normal, result)
    if (normal !== '' && !known.has(normal)) known.set(normal, url.trim())
  }
  for (const text of ownTexts) for (const found of text.matchAll(addressInText)) admit(found[0].replace(/[.,;:!?]+$/, ''))
  return { admit, resolve: (url) => known.get(normalizeUrl(url)), resultOf: (url) => results.get(normalizeUrl(url)) }
}
