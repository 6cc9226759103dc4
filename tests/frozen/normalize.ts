/** Values that differ from run to run, by the order in which they appear: ids become `id1`, `id2` …, times `time`, loopback addresses `server`. */
export function createNormalizer(): (value: unknown) => unknown {
  const names = new Map<string, string>()
  const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g
  const nameOf = (id: string) => {
    const known = names.get(id)
    if (known !== undefined) return known
    const name = `id${names.size + 1}`
    names.set(id, name)
    return name
  }
  return function normalize(value: unknown): unknown {
    if (typeof value === 'string') return value.replaceAll(uuid, nameOf).replace(/127\.0\.0\.1:\d+/g, 'server')
    if (typeof value === 'number' && value > 1_500_000_000_000) return 'time'
    if (Array.isArray(value)) return value.map(normalize)
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, normalize(inner)]))
  }
}
