import { describe, expect, it } from 'vitest'
import { sharedOnly, theVault } from '../../../src/main/core/privacy/viewer'
import { collectProposalSql, createCollectProposalStore } from '../../../src/main/features/collect/collect-proposal-store'
import { collectRunSql, createCollectRunStore, MOST_LOG_LINES } from '../../../src/main/features/collect/collect-run-store'
import { collectionSql, createCollectionStore } from '../../../src/main/features/collect/collection-store'
import { createItemStore } from '../../../src/main/features/items/item-store'
import type { CollectedFacts } from '../../../src/shared/contract/collect'
import { openQueue } from '../../support/queue'

const facts = (slug: string, more: Partial<CollectedFacts> = {}): CollectedFacts => ({
  slug,
  name: `Name of ${slug}`,
  description: 'It does one thing.',
  sourceUrl: `https://${slug}.example/`,
  category: 'Tools',
  tags: ['small'],
  featured: false,
  brand: '',
  images: [],
  markdown: '',
  alsoSeenAt: [],
  ...more,
})

function openStores() {
  const queue = openQueue()
  const { db } = queue
  const items = createItemStore(db)
  const collections = createCollectionStore(db)
  const runs = createCollectRunStore(db)
  const proposals = createCollectProposalStore(db)
  const addItem = (id: string, more: { private?: boolean } = {}) =>
    items.insert({ id, kind: 'collected', source: 'collect', givenTitle: id, body: '', private: false, contentHash: 'h', ...more }, 1)
  const addRun = (id: string, collectionId = 'c', at = 1) => {
    const jobId = queue.enqueue({ type: 'collect', maxAttempts: 1 })
    const config = { target_items: 50, max_pages_to_process: 10, capture_screenshots: false }
    runs.insert({ id, collectionId, jobId, mode: 'CREATE', prompt: '', config, message: 'Waiting', steps: [] }, at)
    return jobId
  }
  collections.insert({ id: 'c', name: 'Tools', description: '', prompt: '' }, 1)
  return { ...queue, items, collections, runs, proposals, addItem, addRun }
}

describe('the stores of Collect', () => {
  it('look everything up by an index', () => {
    const { db } = openStores()
    const plan = (sql: string) =>
      (
        db.prepare(`EXPLAIN QUERY PLAN ${sql}`).all(...Array.from({ length: sql.split('?').length - 1 }, () => null)) as {
          detail: string
        }[]
      )
        .map(({ detail }) => detail)
        .join('; ')
    const { list, ...ofCollections } = collectionSql
    for (const sql of [...Object.values(ofCollections), ...Object.values(collectRunSql), ...Object.values(collectProposalSql)]) {
      expect(plan(sql), sql).not.toMatch(/SCAN (?!r USING INDEX collect_runs_unfinished)/)
      expect(plan(sql), sql).not.toContain('TEMP B-TREE')
    }
    // The list walks over the collections themselves, which are few, and over nothing else.
    expect(plan(list).match(/SCAN \w+/g)).toEqual(['SCAN c'])
  })

  it('keep an item of a collection once by address and by slug, and forget it with its item', () => {
    const { collections, items, addItem } = openStores()
    for (const id of ['a', 'b']) addItem(id)
    collections.put('a', 'c', facts('a'), 1)
    collections.put('a', 'c', facts('a', { category: 'Moved' }), 2)
    expect(collections.ofItem('a')?.facts.category).toBe('Moved')
    expect(collections.itemWithUrl('c', 'http://www.a.example')).toBe('a')
    expect(() => collections.put('b', 'c', facts('b', { sourceUrl: 'http://www.a.example/#top' }), 1)).toThrow(/UNIQUE/)
    expect(() => collections.put('b', 'c', facts('a', { sourceUrl: 'https://other.example' }), 1)).toThrow(/UNIQUE/)
    items.setDeleted('a', 5)
    expect(collections.find('c', theVault)?.items).toBe(0)
    expect(collections.ofItem('a')?.isTrashed).toBe(true)
    items.erase('a')
    expect(collections.ofItem('a')).toBeNull()
  })

  it('page through items in each order without losing or repeating one, also among equal names', () => {
    const { collections, addItem } = openStores()
    for (let n = 0; n < 25; n += 1) {
      const id = `i${String(n).padStart(2, '0')}`
      addItem(id, { private: n === 7 })
      collections.put(id, 'c', facts(id, { category: n % 2 ? 'Odd' : 'even', tags: n < 5 ? ['Few'] : ['many'] }), 1)
    }
    for (const sort of ['name', 'category', 'newest'] as const) {
      const seen: string[] = []
      for (let cursor: string | undefined; ; ) {
        const page = collections.page('c', { sort, limit: 4, cursor, viewer: theVault })
        expect(page.total).toBe(25)
        seen.push(...page.items.map(({ itemId }) => itemId))
        if (page.nextCursor === null) break
        cursor = page.nextCursor
      }
      expect([seen.length, new Set(seen).size]).toEqual([25, 25])
    }
    expect(collections.page('c', { sort: 'name', limit: 50, tag: 'few', viewer: theVault }).total).toBe(5)
    expect(collections.page('c', { sort: 'name', limit: 50, category: 'ODD', viewer: sharedOnly }).total).toBe(11)
    expect(() => collections.page('c', { sort: 'name', limit: 5, cursor: '"x"', viewer: theVault })).toThrow(/cursor/)
  })

  it('stage in the order of the first putting, and keep pages apart by run', () => {
    const { runs, addRun } = openStores()
    addRun('r')
    addRun('s')
    runs.stage('r', 'a', '1')
    runs.stage('r', 'b', '2')
    runs.stage('r', 'a', '3')
    runs.stage('s', 'a', '4')
    expect(runs.staged('r')).toEqual(['3', '2'])
    runs.unstage('r', 'a')
    runs.clearStaging('s')
    expect([runs.staged('r'), runs.staged('s')]).toEqual([['2'], []])
    runs.putLedger('r', { url: 'u', status: 'created', count: 2 })
    expect([runs.ledger('r'), runs.ledger('s')]).toEqual([[{ url: 'u', status: 'created', count: 2 }], []])
  })

  it('tell of a run what its job is until it has ended', () => {
    const { runs, jobs, addRun, clock } = openStores()
    const jobId = addRun('r')
    expect([runs.find('r')?.status, runs.unfinished()?.name]).toEqual(['waiting', 'Tools'])
    const claimed = jobs.claim('x', 0, 'all', clock.now)
    expect(runs.find('r')?.status).toBe('running')
    if (claimed) jobs.release(claimed, clock.now)
    expect(runs.find('r')?.status).toBe('waiting')
    runs.finish('r', 'completed', 'Done', null, 5)
    jobs.cancel(jobId, clock.now)
    expect([runs.find('r')?.status, runs.unfinished()]).toEqual(['completed', null])
  })

  it('stop a log that has no end, and say so', () => {
    const { runs, addRun } = openStores()
    addRun('r')
    const line = { at: 1, level: 'info' as const, message: 'again' }
    runs.addLog(
      'r',
      Array.from({ length: MOST_LOG_LINES + 50 }, () => line),
    )
    runs.addLog('r', [line])
    const last = runs.log('r', MOST_LOG_LINES - 1, 10)
    expect(last).toEqual([{ n: MOST_LOG_LINES, at: 1, level: 'warning', message: 'The log is full; later lines are not kept.' }])
  })

  it('give the files of pictures that nothing shows any more, and leave those that became attachments', () => {
    const { db, runs, proposals, collections, addRun, addItem } = openStores()
    addRun('r')
    const wrappedKey = Buffer.alloc(72)
    const picture = (id: string) => ({
      id,
      blobId: `blob-${id}`,
      wrappedKey,
      mime: 'image/jpeg',
      bytes: 3,
      contentHash: id,
      width: 1,
      height: 1,
    })
    for (const id of ['shown', 'unused', 'attached']) proposals.addPicture('r', picture(id), 1)
    const base = { kind: 'new' as const, before: null, baseHash: null, itemId: null }
    proposals.add('r', { ...base, slug: 'a', item: facts('a'), pictureId: 'shown' })
    proposals.add('r', { ...base, slug: 'b', item: facts('b'), pictureId: 'attached' })
    expect(proposals.forgetUnused('r')).toEqual(['blob-unused'])
    addItem('i')
    db.prepare(
      `INSERT INTO attachments (id, item_id, blob_id, name, kind, content_hash, text_state, created_at) VALUES ('x', 'i', 'blob-attached', 'n', 'image', 'h', 'none', 1)`,
    ).run()
    expect(proposals.forgetOfCollection('c')).toEqual(['blob-shown'])
    collections.remove('c')
    expect(runs.find('r')).toBeNull()
    expect(db.prepare('SELECT id FROM blobs').all()).toEqual([{ id: 'blob-attached' }])
  })

  it('keep the newest runs of a collection', () => {
    const { runs, addRun } = openStores()
    for (let n = 0; n < 5; n += 1) {
      addRun(`r${n}`, 'c', n)
      if (n < 4) runs.finish(`r${n}`, 'completed', '', null, n)
    }
    expect(runs.olderThan('c', 2)).toEqual(['r1', 'r0'])
    expect(runs.ofCollection('c', 2).map(({ id }) => id)).toEqual(['r4', 'r3'])
  })
})
