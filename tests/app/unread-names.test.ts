import { expect, it } from 'vitest'
import { theVault } from '../../src/main/core/privacy/viewer'
import { createItemStore } from '../../src/main/features/items/item-store'
import { createFollowNames } from '../../src/main/features/links/follow-names'
import { createLinkStore } from '../../src/main/features/links/link-store'
import { createSessionNames } from '../../src/main/features/links/session-names'
import { createTitleStore } from '../../src/main/features/links/title-store'
import { createWikilinkStore } from '../../src/main/features/links/wikilink-store'
import { openQueue } from '../support/queue'

/** A vault as an earlier version left it: items, and no names read of any. */
function setUp() {
  const queue = openQueue()
  const items = createItemStore(queue.db)
  const links = createLinkStore(queue.db)
  const titles = createTitleStore(queue.db)
  const wikilinks = createWikilinkStore(queue.db)
  let step: (signal: AbortSignal) => Promise<void> = async () => undefined
  const names = createSessionNames({
    write: queue.unitOfWork.write,
    items,
    follow: createFollowNames({ titles, wikilinks, links, newId: queue.newId }),
    inTurn: (next) => {
      step = next
    },
  })
  const insert = (id: string, givenTitle: string, body: string) => {
    items.insert({ id, kind: 'thought', source: 'manual', givenTitle, body, private: false, contentHash: id }, queue.clock.now)
    wikilinks.markUnread(id)
  }
  const run = (signal = new AbortController().signal) => {
    names.readLater()
    return step(signal)
  }
  return { ...queue, links, wikilinks, insert, run }
}

it('reads the names of every text that no earlier version read, short and long, in whatever order they come', async () => {
  const { links, wikilinks, insert, run } = setUp()
  insert('a-target', 'Target', '')
  for (let n = 0; n < 70; n += 1) insert(`note-${n}`, `Note ${n}`, `See [[Target]] and [[Note ${n + 1}]].`)
  insert('long', 'Long', `${'word '.repeat(100_000)}[[Target]]`)
  insert('z-last', 'Last', '[[Long]]')
  await run()
  expect(wikilinks.unread(5)).toEqual([])
  expect(links.all('a-target', theVault)).toHaveLength(71)
  expect(links.all('note-1', theVault).map((link) => link.item.id)).toEqual(expect.arrayContaining(['note-0', 'note-2', 'a-target']))
  expect(links.all('long', theVault).map((link) => link.item.id)).toEqual(expect.arrayContaining(['a-target', 'z-last']))
})

it('stops when the vault is closed, and goes on with the rest the next time', async () => {
  const { wikilinks, insert, run, links } = setUp()
  insert('target', 'Target', '')
  insert('long', 'Long', `${'a [[word]] '.repeat(40_000)}[[Target]]`)
  const closing = new AbortController()
  const reading = run(closing.signal)
  closing.abort()
  await reading
  expect(wikilinks.isUnread('long')).toBe(true)
  await run()
  expect(wikilinks.unread(5)).toEqual([])
  expect(links.all('target', theVault)).toHaveLength(1)
})
