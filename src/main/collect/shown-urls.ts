import { normalizeUrl } from './normalize-url'

const addressInText = /https?:\/\/[^\s<>"'`)\]}|]+/gi

/**
 * Whether a page shows an address: it stands in the text, in any spelling, or is that of the page itself; or it is the home page of a site that
 * the text names. A model may not make a source up, however sure it is of it.
 */
export function createShownTest(page: { url: string; text: string }): (url: string) => boolean {
  const shown = new Set([normalizeUrl(page.url)])
  for (const found of page.text.matchAll(addressInText)) {
    const normal = normalizeUrl(found[0].replace(/[.,;:!?]+$/, ''))
    if (normal === '') continue
    shown.add(normal)
    shown.add(`${new URL(normal).origin}/`)
  }
  return (url) => {
    const normal = normalizeUrl(url)
    return normal !== '' && shown.has(normal)
  }
}
