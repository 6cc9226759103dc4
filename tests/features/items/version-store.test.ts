import { beforeEach, describe, expect, it } from 'vitest'
import type { VaultDatabase } from '../../../src/main/core/db/open-database'
import { sharedOnly, theVault } from '../../../src/main/core/privacy/viewer'
import { createItemStore, type ItemStore } from '../../../src/main/features/items/item-store'
import { packText } from '../../../src/main/features/items/packed-text'
import { createSessionHistory, type SessionHistory } from '../../../src/main/features/items/session-history'
import { createVersionStore, type VersionStore } from '../../../src/main/features/items/version-store'
import { openQueue } from '../../support/queue'

const HOUR = 3_600_000
const never = new AbortController().signal
let db: VaultDatabase
let items: ItemStore
let versions: VersionStore
let history: SessionHistory
let steps: Promise<void>
let now: number

beforeEach(() => {
  db = openQueue().db
  items = createItemStore(db)
  versions = createVersionStore(db)
  now = 1000 * HOUR
  steps = Promise.resolve()
  history = createSessionHistory({
    versions,
    write: (body) =>
      db.transaction(() => body({ now, emit: () => {}, enqueue: () => ({ jobId: '', created: false }), afterCommit: () => {} }))(),
    now: () => now,
    inTurn: (_, step) => {
      steps = steps.then(() => step(never))
    },
  })
  items.insert({ id: 'a', kind: 'thought', source: 'manual', givenTitle: '', body: 'first words', private: false, contentHash: 'h' }, now)
})

async function save(body: string, after = HOUR): Promise<void> {
  now += after
  items.update('a', { body, by: 'manual' }, now)
  history.packLater()
  await steps
}

const texts = async () => {
  const list = versions.list('a', { viewer: theVault, before: null, limit: 1000 })
  const stored = list.map(({ at }) => versions.find('a', at))
  return Promise.all(stored.map((version) => (version ? history.text('a', version) : 'gone')))
}
const chunks = () => Number((db.prepare('SELECT COUNT(*) AS n FROM version_chunks').get() as { n: number }).n)

describe('versions', () => {
  it('are the texts before each sitting, packed and whole', async () => {
    await save('second words')
    await save('third words')
    await save('third words, still typing', 2000)
    await save('fourth words')
    expect(await texts()).toEqual(['third words, still typing', 'second words', 'first words'])
    expect(versions.nextUnpacked()).toBeNull()
    expect(versions.list('a', { viewer: theVault, before: null, limit: 1 })).toMatchObject([
      { written_by: 'manual', title: 'third words, still typing', characters: 25, private: 0 },
    ])
  })

  it('are readable before they are packed, and packed once the vault is open again', async () => {
    now += HOUR
    items.update('a', { body: 'second words' }, now)
    expect(await texts()).toEqual(['first words'])
    expect(chunks()).toBe(0)
    history.packLater()
    await steps
    expect(await texts()).toEqual(['first words'])
    expect(chunks()).toBe(1)
  })

  it('get a moment of their own when the clock was set back', async () => {
    await save('second words')
    await save('third words', -5 * HOUR)
    await save('fourth words', -HOUR)
    expect(await texts()).toContain('second words')
    const ats = versions.list('a', { viewer: theVault, before: null, limit: 9 }).map(({ at }) => at)
    expect(new Set(ats).size).toBe(ats.length)
  })

  it('that are deleted take their words along, and leave what others have in common with them', async () => {
    const common = Array.from({ length: 20_000 }, (_, n) => `common${n * 7919}`).join(' ')
    await save(`${common} SECRET-ONE`)
    await save(`${common} second`)
    await save(`${common} third`)
    const [, second] = versions.list('a', { viewer: theVault, before: null, limit: 9 })
    if (!second) throw new Error('no version')
    const before = chunks()
    expect(versions.remove('a', [second.at, 12345])).toBe(1)
    expect(chunks()).toBe(before - 1)
    expect(await texts()).toEqual([`${common} second`, 'first words'])
    expect(versions.remove('a', [second.at])).toBe(0)
  })

  it('are gone with their item when that is erased for good', async () => {
    await save('second words')
    items.setDeleted('a', now)
    items.erase('a')
    expect(chunks()).toBe(0)
    expect(versions.count('a', theVault)).toBe(0)
  })

  it('of a time when the item stayed here are hidden from programs also later', async () => {
    items.update('a', { private: true }, now)
    await save('second words')
    items.update('a', { private: false }, now)
    await save('third words')
    expect([versions.count('a', sharedOnly), versions.count('a', theVault)]).toEqual([1, 2])
    expect(versions.list('a', { viewer: sharedOnly, before: null, limit: 9 }).map(({ title }) => title)).toEqual(['second words'])
  })

  it('of a long text are whole while they wait to be packed, and after a packing that was cut short', async () => {
    const long = Array.from({ length: 200_000 }, (_, n) => `米${n}`).join(' ')
    const parts = () => Number((db.prepare('SELECT COUNT(*) AS n FROM version_parts').get() as { n: number }).n)
    await save(long)
    now += HOUR
    items.update('a', { body: 'short' }, now)
    expect((await texts())[0]).toBe(long)
    expect(parts()).toBeGreaterThan(1)
    // As if the computer went off after the list of chunks was written and before the text was taken away.
    const next = versions.nextUnpacked()
    const version = next && versions.find('a', next.at)
    if (!version) throw new Error('nothing to pack')
    const { keys, fresh } = await packText(version.body, new Set(), never)
    versions.addChunks('a', fresh)
    expect(versions.setPacked('a', version, keys)).toBe(true)
    expect((await texts())[0]).toBe(long)
    history.packLater()
    await steps
    expect(parts()).toBe(0)
    expect((await texts())[0]).toBe(long)
    expect(versions.setPacked('a', version, Buffer.alloc(16, 9))).toBe(false)
  })

  it('of a long text changed again and again take little more than one of them', { timeout: 60_000 }, async () => {
    const words = Array.from({ length: 150_000 }, (_, n) => `w${(n * 2_654_435_761) % 99_991}`)
    for (let edit = 0; edit < 25; edit += 1) {
      words[(edit * 1493) % words.length] = `edit${edit}`
      await save(words.join(' '))
    }
    const raw = words.join(' ').length
    const used = versions.bytes('a')
    expect(versions.count('a', theVault)).toBeGreaterThan(20)
    expect(used).toBeLessThan(raw)
    expect(versions.sparePart()).toBeNull()
  })
})
