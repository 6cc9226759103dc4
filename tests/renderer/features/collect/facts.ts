import type { CollectedFacts, Proposal } from '../../../../src/shared/contract/collect'

export function facts(change: Partial<CollectedFacts> = {}): CollectedFacts {
  return {
    slug: 'inkwell',
    name: 'Inkwell',
    description: 'Notes in plain text.',
    sourceUrl: 'https://inkwell.example/',
    category: 'Plain text',
    tags: ['notes'],
    featured: false,
    brand: '',
    images: [],
    markdown: 'Inkwell keeps notes in plain text.',
    alsoSeenAt: [],
    ...change,
  }
}

export function proposal(slug: string, change: Partial<Proposal> = {}): Proposal {
  return {
    slug,
    kind: 'new',
    decision: null,
    item: facts({ slug, name: `Name of ${slug}` }),
    before: null,
    itemId: null,
    hasPicture: false,
    note: '',
    ...change,
  }
}
