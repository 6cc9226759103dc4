import Database from 'better-sqlite3'
import { beforeEach, describe, expect, it } from 'vitest'
import { migrate } from '../../../src/main/core/db/migrate'
import type { VaultDatabase } from '../../../src/main/core/db/open-database'
import { sharedOnly, theVault } from '../../../src/main/core/privacy/viewer'
import { createItemStore, type ItemStore } from '../../../src/main/features/items/item-store'
import { createFollowNames, type FollowNames } from '../../../src/main/features/links/follow-names'
import { createLinkStore, type LinkStore } from '../../../src/main/features/links/link-store'
import { createTitleStore, type TitleStore } from '../../../src/main/features/links/title-store'
import { createWikilinkStore, type WikilinkStore } from '../../../src/main/features/links/wikilink-store'

let db: VaultDatabase
let items: ItemStore
let links: LinkStore
let titles: TitleStore
let wikilinks: WikilinkStore
let follow: FollowNames
let clock = 0

beforeEach(() => {
  db = new Database(':memory:')
  db.pragma('foreign_keys = ON')
  migrate(db)
  items = createItemStore(db)
  links = createLinkStore(db)
  titles = createTitleStore(db)
  wikilinks = createWikilinkStore(db)
  let ids = 0
  clock = 0
  follow = createFollowNames({
    titles,
    wikilinks,
    links,
    newId: () => {
      ids += 1
      return `link-${ids}`
    },
  })
})

function save(id: string, title: string, body = ''): string[] {
  clock += 1000
  if (items.find(id)) items.update(id, { givenTitle: title, body }, clock)
  else items.insert({ id, kind: 'thought', source: 'manual', givenTitle: title, body, private: false, contentHash: '' }, clock)
  return follow.saved({ id, title, body }, clock)
}
const linked = (id: string) => links.all(id, theVault).map((link) => `${link.kind} ${link.outgoing ? 'to' : 'from'} ${link.item.id}`)
const stands = (id: string) => wikilinks.named(id).map(({ name, heading, target }) => [name, target?.id ?? null, heading])

describe('names in a text', () => {
  it('link to the item of that title, in any spelling, and no longer once they leave the text', () => {
    save('rice', 'Café Zürich')
    expect(new Set(save('a', 'A', 'see [[cafe zu\u0308rich]] and [[CAFÉ ZÜRICH#Menu|it]]'))).toEqual(new Set(['a', 'rice']))
    expect(linked('a')).toEqual(['wikilink to rice'])
    expect(linked('rice')).toEqual(['wikilink from a'])
    expect(stands('a')).toEqual([
      ['cafe zu\u0308rich', 'rice', ''],
      ['CAFÉ ZÜRICH#Menu', 'rice', 'Menu'],
    ])
    save('a', 'A', 'nothing now')
    expect(linked('rice')).toEqual([])
  })

  it('leave links of other kinds alone', () => {
    save('b', 'B')
    save('a', 'A', '[[B]]')
    links.addManual({ id: 'm', fromId: 'a', toId: 'b', reason: 'by hand' }, clock)
    links.replaceAuto('a', [{ id: 'auto', itemId: 'b', score: 0.8, reason: 'x' }], clock)
    save('a', 'A', 'gone')
    expect(linked('a').sort()).toEqual(['auto to b', 'manual to b'])
  })

  it('wait for an item of their title, and for a title that an item gets later', () => {
    save('a', 'A', '[[Later]] [[Sooner#Part]]')
    expect(linked('a')).toEqual([])
    expect(save('l', 'Later')).toContain('a')
    save('s', 'Something else')
    save('s', 'sooner')
    expect(linked('a').sort()).toEqual(['wikilink to l', 'wikilink to s'])
    expect(stands('a')).toEqual([
      ['Later', 'l', ''],
      ['Sooner#Part', 's', 'Part'],
    ])
  })

  it('keep their item when its title changes, also when another takes the old title', () => {
    save('old', 'Old name')
    save('a', 'A', '[[Old name]]')
    save('old', 'New name')
    save('other', 'Old name')
    save('a', 'A', '[[Old name]] and more words')
    expect(stands('a')).toEqual([['Old name', 'old', '']])
    expect(linked('other')).toEqual([])
  })

  it('written with the new title mean the same item, even when another has that title too', () => {
    save('old', 'Old name')
    save('a', 'A', '[[Old name]]')
    save('old', 'New name')
    save('twin', 'New name')
    save('a', 'A', '[[New name]]')
    expect(linked('a')).toEqual(['wikilink to old'])
  })

  it('mean the same item again when an earlier version with the old name comes back', () => {
    save('old', 'Old name')
    save('a', 'A', '[[Old name]]')
    save('old', 'New name')
    save('a', 'A', '[[New name]]')
    save('a', 'A', '[[Old name]]')
    expect(linked('a')).toEqual(['wikilink to old'])
  })

  it('mean the newest of several, or the one that was picked', () => {
    save('first', 'Same')
    save('second', 'Same')
    save('a', 'A', '[[Same]]')
    expect(linked('a')).toEqual(['wikilink to second'])
    titles.pick('first', 99)
    save('b', 'B', '[[Same]]')
    expect(linked('b')).toEqual(['wikilink to first'])
    expect(linked('a')).toEqual(['wikilink to second'])
  })

  it('may mean their own item or a heading in it, which is no link', () => {
    save('a', 'A', '[[A]] [[#Part]] [[A#End]]')
    expect(stands('a')).toEqual([
      ['A', 'a', ''],
      ['#Part', 'a', 'Part'],
      ['A#End', 'a', 'End'],
    ])
    expect(linked('a')).toEqual([])
  })

  it('prefer a title that has a # in it to a heading', () => {
    save('c', 'C')
    save('sharp', 'C# notes')
    save('a', 'A', '[[C# notes]]')
    expect(linked('a')).toEqual(['wikilink to sharp'])
  })

  it('do not find an item in the trash, and keep one that goes there later', () => {
    save('b', 'B')
    save('a', 'A', '[[B]]')
    items.setDeleted('b', clock)
    save('c', 'C', '[[B]]')
    expect(stands('a')).toEqual([['B', 'b', '']])
    expect(stands('c')).toEqual([['B', null, '']])
    expect(linked('a')).toEqual([])
    items.setDeleted('b', null)
    follow.restored({ id: 'b', title: 'B', body: '' }, clock)
    expect(linked('b').sort()).toEqual(['wikilink from a', 'wikilink from c'])
  })

  it('stand for another item of the title once theirs is erased', () => {
    save('b', 'B')
    save('a', 'A', '[[B]]')
    save('twin', 'B')
    items.setDeleted('b', clock)
    const known = follow.namesOf('b')
    items.erase('b')
    expect(new Set(follow.rebind(known, clock))).toEqual(new Set(['a', 'twin']))
    expect(linked('a')).toEqual(['wikilink to twin'])
  })

  it('go with their own item', () => {
    save('b', 'B')
    save('a', 'A', '[[B]]')
    items.setDeleted('a', clock)
    items.erase('a')
    expect(linked('b')).toEqual([])
    expect(wikilinks.mentions('b', 'Bee').size).toBe(0)
  })

  it('of a long text are read later, and those of its earlier text stay until then', () => {
    save('b', 'B')
    save('c', 'C')
    save('a', 'A', '[[B]]')
    save('a', 'A', `[[C]]${'x'.repeat(300_000)}`)
    expect(follow.unread(10)).toEqual(['a'])
    expect(linked('a')).toEqual(['wikilink to b'])
    save('a', 'A', '[[C]]')
    expect(follow.unread(10)).toEqual([])
    expect(linked('a')).toEqual(['wikilink to c'])
  })

  it('are shown with the sentence they stand in', () => {
    save('b', 'B')
    save('a', 'A', 'One. Two says [[B|bee]] here. Three.')
    expect(wikilinks.mentions('b', 'B').get('a')).toEqual({ text: 'Two says bee here.', markStart: 9, markEnd: 12 })
    save('c', 'C', 'It names [[B]] as it is.')
    expect(wikilinks.mentions('b', 'Renamed').get('c')).toEqual({ text: 'It names Renamed as it is.', markStart: 9, markEnd: 16 })
  })
})

describe('titles while a person types', () => {
  it('come by their beginning, then by words anywhere, last changed first, none in the trash', () => {
    save('1', 'Lending library')
    save('2', 'A library for lending')
    save('3', 'Libraries of Vienna')
    save('4', 'Library in the trash')
    items.setDeleted('4', 1)
    const ids = (query: string) => titles.complete(query, 8, { viewer: theVault }).map(({ id }) => id)
    expect(ids('LIBR')).toEqual(['3', '2', '1'])
    expect(ids('lend lib')).toEqual(['2', '1'])
    expect(ids('')).toEqual(['3', '2', '1'])
    expect(ids('%_\'"')).toEqual([])
    save('1', 'Lending library', 'changed')
    expect(ids('')).toEqual(['1', '3', '2'])
    expect(titles.complete('library', 1, { viewer: theVault, except: '2' })).toMatchObject([{ id: '1', twin: false }])
  })

  it('of items that stay here are for the window only', () => {
    clock = 1
    items.insert({ id: 'p', kind: 'thought', source: 'manual', givenTitle: 'Secret plan', body: '', private: true, contentHash: '' }, 1)
    follow.saved({ id: 'p', title: 'Secret plan', body: '' }, 1)
    save('q', 'Secret plan')
    expect(titles.complete('secret', 8, { viewer: sharedOnly })).toMatchObject([{ id: 'q', twin: false }])
    expect(titles.complete('secret', 8, { viewer: theVault })).toMatchObject([{ twin: true }, { twin: true }])
  })

  it('are read from indexes only, the items just for what fits', () => {
    const plan = db
      .prepare(`EXPLAIN QUERY PLAN SELECT t.item_id FROM item_titles t INDEXED BY item_titles_recent CROSS JOIN items i ON i.id = t.item_id
        WHERE instr(t.folded, 'x') > 0 ORDER BY t.changed_at DESC, t.item_id DESC LIMIT 8`)
      .all() as { detail: string }[]
    expect(plan.map(({ detail }) => detail).join('\n')).toMatch(/COVERING INDEX item_titles_recent/)
    expect(plan.map(({ detail }) => detail).join('\n')).not.toMatch(/TEMP B-TREE/)
  })
})
