import { beforeEach, describe, expect, it } from 'vitest'
import { theVault } from '../../../src/main/core/privacy/viewer'
import { createSearchScopeStore, type SearchScopeStore } from '../../../src/main/core/search/search-scope-store'
import { parseSearchQuery } from '../../../src/shared/search-query'
import { openSearchVault, type SearchVault } from './search-vault'

let vault: SearchVault
let scopes: SearchScopeStore
beforeEach(() => {
  vault = openSearchVault()
  for (let number = 0; number < 30; number += 1)
    vault.save(`i${number}`, `harbour note ${number} about the ${number % 2 === 0 ? 'tide' : 'ferry'}`)
  scopes = createSearchScopeStore(vault.db)
})

const run = (sql: string, ...values: unknown[]) => vault.db.prepare(sql).run(...values)
const tagged = (id: string, tag: string) => {
  run('INSERT OR IGNORE INTO tags (name, folded) VALUES (?, ?)', tag, tag)
  run('INSERT INTO item_tags SELECT ?, id, 0 FROM tags WHERE folded = ?', id, tag)
}
const narrow = (query: string, viewer = theVault) =>
  scopes.narrow({ filters: parseSearchQuery(`${query} `, 0).filters, viewer, now: 1_000_000 })
const ids = (query: string) => [...(narrow(query)?.ids ?? [])].sort()
/** What the table holds that the text index is narrowed by. */
const inTable = () =>
  vault.db.prepare('SELECT DISTINCT item_id FROM temp.search_scope s JOIN items i ON i.id = s.item_id').pluck().all() as string[]

const thesis = (id: string) =>
  run("INSERT INTO theses (id, item_id, status, created_at, updated_at) VALUES (?, ?, 'expanding', 0, 0)", `t${id}`, id)
const briefing = (id: string) =>
  run("INSERT INTO briefings (id, item_id, scope, status, created_at, updated_at) VALUES (?, ?, 'item', 'ready', 0, 0)", `b${id}`, id)

describe('a scope after a write', () => {
  it.each<[string, string, () => unknown]>([
    ['a new item', 'kind:thought', () => vault.save('new', 'one more harbour note')],
    ['another kind', 'kind:thought', () => run("UPDATE items SET kind = 'research' WHERE id = 'i3'")],
    ['a pin', 'is:pinned', () => run("UPDATE items SET pinned = 1 WHERE id IN ('i3', 'i4')")],
    ['the trash', 'kind:thought', () => vault.moveToTrash('i5')],
    ['the end of an item', 'kind:thought', () => run("DELETE FROM items WHERE id = 'i6'")],
    ['a tag', 'tag:sea', () => tagged('i7', 'sea')],
    ['a tag that is taken off', '-tag:old', () => run("DELETE FROM item_tags WHERE item_id = 'i1'")],
    ['another name of a tag', 'tag:older', () => run("UPDATE tags SET folded = 'older' WHERE folded = 'old'")],
    ['an erased tag', 'is:untagged', () => run("DELETE FROM tags WHERE folded = 'old'")],
    ['another text', '"about the ferry"', () => vault.save('i8', 'now about the ferry, too')],
    ['a thesis', 'is:thesis', () => thesis('i9')],
    ['a briefing', '-is:brief', () => briefing('i10')],
    ['less confidence', 'is:stale', () => run("UPDATE items SET confidence = 0.01 WHERE id = 'i11'")],
  ])('holds what a new one holds: %s', (_what, query, write) => {
    tagged('i1', 'old')
    tagged('i2', 'old')
    const before = ids(query)
    write()
    const followed = ids(query)
    const table = inTable()
    scopes = createSearchScopeStore(vault.db)
    expect(followed).toEqual(ids(query))
    expect(followed).not.toEqual(before)
    expect(table.sort()).toEqual(followed)
    expect(inTable().sort()).toEqual(followed)
  })

  it('is the same one while nothing of an item is written, and follows without looking at every item', () => {
    const scope = narrow('kind:thought')
    run("INSERT INTO meta (key, value) VALUES ('other', 1)")
    expect(narrow('kind:thought')).toBe(scope)
    vault.save('new', 'one more')
    expect(narrow('kind:thought')).toBe(scope)
    expect(scope?.ids.has('new')).toBe(true)
    // Of another question nothing is kept.
    expect(narrow('kind:research')?.ids.size).toBe(0)
    expect(narrow('kind:thought')?.ids.size).toBe(31)
  })

  it('is made anew when very many items changed', () => {
    const scope = narrow('kind:thought')
    for (let number = 0; number < 600; number += 1) vault.save(`m${number}`, 'many')
    const next = narrow('kind:thought')
    expect(next).not.toBe(scope)
    expect(next?.ids.size).toBe(630)
  })

  it('hinders no write, whatever it does about a conflict, nor one that is of no item', () => {
    narrow('is:pinned')
    for (let times = 0; times < 2; times += 1) {
      run("INSERT OR ABORT INTO theses (id, item_id, status, created_at, updated_at) VALUES (?, 'i1', 'done', 0, 0)", `t${times}`)
      run("INSERT OR REPLACE INTO theses (id, item_id, status, created_at, updated_at) VALUES ('t', 'i2', 'done', 0, 0)")
      run(
        "INSERT INTO briefings (id, scope, scope_words, status, created_at, updated_at) VALUES (?, 'tag', 'sea', 'ready', 0, 0)",
        `b${times}`,
      )
    }
    expect(ids('is:thesis')).toEqual(['i1', 'i2'])
  })

  it('does not hold what was taken back', () => {
    narrow('is:pinned')
    expect(() =>
      vault.db.transaction(() => {
        run("UPDATE items SET pinned = 1 WHERE id = 'i3'")
        throw new Error('taken back')
      })(),
    ).toThrow('taken back')
    expect(ids('is:pinned')).toEqual([])
  })
})
