import type { CollectItem } from './collect-item'

/** Why a staged record is no item: undefined for one that is none on purpose, such as an index. */
export type StagedFault = { kind: 'bad-json' } | { kind: 'missing-fields' } | { kind: 'not-an-item' }

/** The item of a staged record, or null. */
export function readStaged(json: string): CollectItem | null {
  const read = parseStaged(json)
  return 'kind' in read ? null : read
}

/**
 * Reads a staged record with care: name, description, source_url and category have to be there; tags that are no list count as none. `repair`
 * gets a text that is no JSON and gives the value it may mean, or undefined.
 */
export function parseStaged(json: string, repair: (text: string) => unknown = () => undefined): CollectItem | StagedFault {
  const value = parse(json) ?? repair(json)
  if (value === undefined) return { kind: 'bad-json' }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return { kind: 'missing-fields' }
  const record = value as Record<string, unknown>
  if (record.kind === 'index' || record.kind === 'meta') return { kind: 'not-an-item' }
  const text = (key: string): string => (typeof record[key] === 'string' ? record[key].trim() : '')
  const list = (key: string): string[] | undefined =>
    Array.isArray(record[key]) ? record[key].filter((entry) => typeof entry === 'string') : undefined
  const [name, description, source_url, category] = [text('name'), text('description'), text('source_url'), text('category')]
  if (name === '' || description === '' || source_url === '' || category === '') return { kind: 'missing-fields' }
  const images = list('images')
  const alsoSeenAt = list('alsoSeenAt')
  return {
    slug: text('slug'),
    name,
    description,
    source_url,
    category,
    tags: list('tags') ?? [],
    featured: record.featured === true,
    ...(text('brand') === '' ? {} : { brand: text('brand') }),
    ...(images === undefined ? {} : { images }),
    ...(text('markdown') === '' ? {} : { markdown: text('markdown') }),
    ...(alsoSeenAt === undefined ? {} : { alsoSeenAt }),
    ...(record.proposedRemoval === true ? { proposedRemoval: true } : {}),
  }
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}
