/** Parameters that say where a visitor came from, not what the page is (docs/collect-pipeline.md, "URLs, names and slugs"). */
const tracking = /^(?:utm_.*|fbclid|gclid|msclkid|srsltid)$/i

/**
 * One spelling for all spellings of an address, for the ledger of pages and for duplicates alike (docs/collect-pipeline.md, "URLs, names and slugs"):
 * scheme and host in lower case, no default port, no fragment, no slashes at the end of the path (the root keeps its one), no tracking parameters,
 * the others sorted. The case of the path stays. '' for what is no http or https address.
 */
export function normalizeUrl(address: string): string {
  const url = parse(address)
  if (url === undefined) return ''
  url.hash = ''
  // Behind the fragment, else `x.com/#a` and `x.com` differ.
  url.pathname = url.pathname.replace(/\/+$/, '')
  const kept = [...url.searchParams].filter(([name]) => !tracking.test(name))
  kept.sort(([name, value], [otherName, otherValue]) => compare(name, otherName) || compare(value, otherValue))
  url.search = new URLSearchParams(kept).toString()
  return url.href
}

/**
 * The same for a comparison with items that are there already: `www.` and the difference of http and https do not count, and a folder or file
 * of a GitHub repository is that repository.
 */
export function looseUrl(address: string): string {
  const normal = normalizeUrl(address)
  if (normal === '') return ''
  const [, rest = ''] = /^https?:\/\/(?:www\.)?(.*)$/.exec(normal) ?? []
  const repository = /^(github\.com\/[^/?]+\/[^/?]+)\/(?:tree|blob)\//.exec(rest)
  return (repository?.[1] ?? rest).replace(/\/$/, '')
}

const looseUrls = new WeakMap<object, string>()

/** `looseUrl` of an item's address, remembered: items are never changed, and a collection of thousands is compared with each find. */
export function looseUrlOf(item: { source_url: string }): string {
  const known = looseUrls.get(item)
  if (known !== undefined) return known
  const url = looseUrl(item.source_url)
  looseUrls.set(item, url)
  return url
}

function parse(address: string): URL | undefined {
  try {
    const url = new URL(address.trim())
    return url.protocol === 'http:' || url.protocol === 'https:' ? url : undefined
  } catch {
    return undefined
  }
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0
}
