import { beforeEach, describe, expect, it } from 'vitest'
import { theVault } from '../../src/main/core/privacy/viewer'
import { createTextIndex } from '../../src/main/core/search/text-index'
import { STALE_COUNT } from '../../src/main/features/items/confidence-store'
import { createItemStore } from '../../src/main/features/items/item-store'
import { createTagStore } from '../../src/main/features/items/tag-store'
import { createSessionTags } from '../../src/main/features/tags/session-tags'
import { createTagListStore } from '../../src/main/features/tags/tag-list-store'
import { openQueue } from '../support/queue'

let vault = openTags()
beforeEach(() => {
  vault = openTags()
})

/** The stores of tags and search over a real database, and what they leave to the background. */
function openTags() {
  const { db, unitOfWork, newId } = openQueue()
  const items = createItemStore(db)
  const tags = createTagStore(db)
  const tagList = createTagListStore(db)
  const textIndex = createTextIndex(db)
  const steps: ((signal: AbortSignal) => Promise<void>)[] = []
  const start = () =>
    createSessionTags({ write: unitOfWork.write, newId, items, tags, tagList, textIndex, inTurn: (step) => void steps.push(step) })
  const save = db.transaction((id: string, names: string[], body: string) => {
    items.insert({ id, kind: 'thought', source: 'manual', givenTitle: id, body, private: false, contentHash: '' }, 1)
    tags.set(id, names, 1)
    textIndex.index({ id, title: id, body, tags: names })
  })
  return {
    db,
    tagList,
    textIndex,
    start,
    save: (id: string, names: string[], body = 'words') => save(id, names, body),
    counts: () => tagList.counted(theVault).map(({ name, count }) => `${name} ${count}`),
    find: (query: string) => textIndex.search(query, 2000).length,
    async background(signal = new AbortController().signal) {
      for (const step of steps.splice(0)) await step(signal)
    },
  }
}

describe('a merge', () => {
  it('that was broken off goes on at the next start, and search follows', async () => {
    for (let n = 0; n < 1000; n += 1) vault.save(`id-${n}`, ['anvil'])
    vault.save('other', ['forge'])
    const first = vault.start()
    const merging = first.rename('anvil', 'forge', true)
    const broken = expect(merging).rejects.toMatchObject({ code: 'VAULT_LOCKED' })
    await Promise.resolve()
    await first.stop()
    await broken
    // Half moved: to people it is over already, so no thought can be seen under the old name.
    expect(vault.tagList.find('anvil')).toBeNull()
    expect(vault.counts()).not.toEqual(['forge 1001'])
    const second = vault.start()
    second.start()
    await expect.poll(vault.counts).toEqual(['forge 1001'])
    await vault.background()
    expect([vault.find('forge'), vault.find('anvil')]).toEqual([1001, 0])
    expect(vault.tagList.moves()).toEqual([])
  })
})

describe('the text index', () => {
  it('gets its usual rules back after many entries changed, also when that was broken off', async () => {
    const rules = () => vault.db.prepare("SELECT k, v FROM search_words_config WHERE k LIKE '%merge' ORDER BY k").all()
    for (let n = 0; n < 450; n += 1) vault.save(`id-${n}`, ['anvil'])
    const tags = vault.start()
    await tags.rename('anvil', 'forge', false)
    const stopped = new AbortController()
    const working = vault.background(stopped.signal)
    stopped.abort()
    await working
    expect(vault.find('anvil')).toBeGreaterThan(0)
    vault.start().start()
    await vault.background()
    expect([vault.find('forge'), vault.find('anvil')]).toEqual([450, 0])
    expect(rules()).toEqual(
      expect.arrayContaining([
        { k: 'automerge', v: 4 },
        { k: 'crisismerge', v: 16 },
        { k: 'deletemerge', v: 1 },
      ]),
    )
  })

  it('keeps every slice of a long text when only its tags change', async () => {
    vault.save('long', ['anvil'], `${'filler words '.repeat(5000)} the very last needle`)
    await vault.textIndex.indexRemaining()
    expect(vault.find('needle')).toBe(1)
    await vault.start().rename('anvil', 'forge', false)
    await vault.background()
    expect([vault.find('needle'), vault.find('forge'), vault.find('anvil')]).toEqual([1, 1, 0])
  })
})

describe('the count of what is stale', () => {
  it('reads entries of one index only, whatever else is in the vault', () => {
    const plan = vault.db.prepare<[number], { detail: string }>(`EXPLAIN QUERY PLAN ${STALE_COUNT}`).all(0)
    const onItems = plan.map(({ detail }) => detail).filter((detail) => /\b(items|s) USING|SCAN (items|s)\b/.test(detail))
    expect(onItems.length).toBeGreaterThan(0)
    for (const detail of onItems) expect(detail).toMatch(/^SEARCH \w+ USING (COVERING )?INDEX items_by_confidence/)
  })
})
