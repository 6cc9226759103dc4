import { openVault } from '../../../src/main/app/open-vault'
import type { VaultKeys } from '../../../src/main/core/crypto/key-ring'
import { createTextIndex } from '../../../src/main/core/search/text-index'
import { createVectorStore } from '../../../src/main/core/search/vector-store'
import { contentHash } from '../../../src/main/core/text/content-hash'
import { createItemStore } from '../../../src/main/features/items/item-store'
import { createTagStore } from '../../../src/main/features/items/tag-store'
import { makeNotes } from './seed-notes'

const DIMENSIONS = 512
const AT_ONCE = 1000

/** Of so many notes one is long, where there are any. */
const LONG_EVERY = 50

/**
 * Puts seeded notes with their vectors into a vault that is not open, each fiftieth of them with so many pieces. Returns the milliseconds that
 * the text index took for each thousand.
 */
export async function seedVault(
  keys: VaultKeys,
  dataDir: string,
  modelId: string,
  { count, pieces }: { count: number; pieces: number },
): Promise<number[]> {
  const vault = await openVault(keys, { dataDir, sqliteBinding: undefined, now: Date.now, onFault: () => {} })
  const { db } = vault
  const items = createItemStore(db)
  const tags = createTagStore(db)
  const vectors = createVectorStore(db)
  const textIndex = createTextIndex(db)
  const indexing: number[] = []
  let number = 0
  const notes = makeNotes(count, DIMENSIONS)[Symbol.iterator]()
  const addSome = db.transaction(() => {
    let spent = 0
    for (let added = 0; added < AT_ONCE; added += 1) {
      const next = notes.next()
      if (next.done) break
      const { id, title, body, vector, createdAt, tags: ownTags } = next.value
      const hash = contentHash(`${title}\n${body}`)
      items.insert({ id, kind: 'thought', source: 'manual', givenTitle: title, body, private: false, contentHash: hash }, createdAt)
      tags.set(id, ownTags, createdAt)
      number += 1
      const parts =
        number % LONG_EVERY === 0 ? Array.from({ length: pieces }, () => vector.map((value) => value + Math.random() - 0.5)) : []
      vectors.put(id, modelId, hash, [vector, ...parts])
      const start = performance.now()
      textIndex.index({ id, title, body, tags: ownTags })
      spent += performance.now() - start
    }
    indexing.push(spent)
  })
  for (let done = 0; done < count; done += AT_ONCE) {
    addSome()
    if (done % 10_000 === 0) process.stderr.write(`${done} of ${count} notes made\n`)
  }
  vault.close()
  return indexing
}
