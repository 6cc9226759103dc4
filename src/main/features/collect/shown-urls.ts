import { normalizeUrl } from '../../core/text/normalize-url'
import type { ExtractedItem } from './collect-item'

const addressInText = /https?:\/\/[^\s<>"'`)\]}|]+/gi
const anyAddress = /(?:\b[a-z][a-z0-9+.-]{1,15}:\/\/|\bwww\.)[^\s<>"'`)\]}|]+/gi
const markdownLink = /(!?)\[([^\]\n]*)\]\(\s*<?([^)\s>]*)>?[^)\n]*\)/g

/** The addresses that a text shows. */
export interface ShownUrls {
  /**
   * The address as the text spells it, which is the spelling to keep: a fragment or a parameter that only counts visits could carry words
   * that a model was told to carry off. Undefined for one that the text does not show.
   */
  find(url: string): string | undefined
  /** Whether it stands in the text letter by letter. */
  says(words: string): boolean
}

/**
 * What a page shows: addresses in its text, in any spelling, its own address, and the home page of each site that the text names. A model may not
 * make a source up, however sure it is of it.
 */
export function createShownUrls({ urls, text }: { urls: readonly string[]; text: string }): ShownUrls {
  const shown = new Map<string, string>()
  const add = (url: string): void => {
    const normal = normalizeUrl(url)
    if (normal !== '' && !shown.has(normal)) shown.set(normal, url.trim())
  }
  for (const url of urls) add(url)
  const found = [...text.matchAll(addressInText)].map(([address]) => address.replace(/[.,;:!?]+$/, ''))
  for (const address of found) add(address)
  for (const address of found) {
    const normal = normalizeUrl(address)
    if (normal !== '') add(`${new URL(normal).origin}/`)
  }
  return { find: (url) => shown.get(normalizeUrl(url)), says: (words) => text.includes(words) }
}

/** A found item with the addresses that the text shows and no other; undefined when its source is not among them. */
export function keepShown(item: ExtractedItem, shown: ShownUrls): ExtractedItem | undefined {
  const { images, markdown } = item
  const source = shown.find(item.source_url)
  if (source === undefined) return undefined
  return {
    ...item,
    source_url: source,
    description: withShownAddresses(item.description, shown),
    ...(images === undefined ? {} : { images: images.flatMap((image) => shown.find(image) ?? []) }),
    ...(markdown === undefined ? {} : { markdown: withShownAddresses(markdown, shown) }),
  }
}

/** A model's text without addresses of its own making: links keep their words, pictures go. */
export function withShownAddresses(text: string, shown: ShownUrls): string {
  return text
    .replace(markdownLink, (_whole, mark: string, words: string, url: string) => {
      const known = shown.find(url)
      return known === undefined ? (mark === '' ? words : '') : `${mark}[${words}](${known})`
    })
    .replace(anyAddress, (address) => {
      const [url = '', tail = ''] = address.split(/([.,;:!?]+)$/)
      return shown.says(url) ? address : `${shown.find(url) ?? ''}${tail}`
    })
}
