import { join } from 'node:path'
import { openVault } from '../../src/main/app/open-vault'
import type { KdfParameters } from '../../src/main/core/crypto/kdf-parameters'
import { createKdfRunner } from '../../src/main/core/crypto/kdf-runner'
import { createKeyRing } from '../../src/main/core/crypto/key-ring'
import { createTextIndex } from '../../src/main/core/search/text-index'
import { createSettingsStore } from '../../src/main/core/settings/settings-store'
import { contentHash } from '../../src/main/core/text/content-hash'
import { createItemStore } from '../../src/main/features/items/item-store'
import { createTagStore } from '../../src/main/features/items/tag-store'
import type { ItemKind, LinkKind } from '../../src/shared/entities'

export interface LinkedVault {
  dataDir: string
  workerDir: string
  passphrase: string
  items: number
  links: number
  /** Cheap ones for a program that takes them; else what the app itself would choose. */
  kdfParameters?: KdfParameters
  /** UTF-16 units of each text. */
  bodyLength?: number
}

const subjects = ['Bread', 'The lending library', 'Tides', 'Night trains', 'A garden wall', 'Copper pipes', 'Chess openings', 'Bees', 'Slow letters', 'Glaze', 'Rain barrels', 'The choir'] // biome-ignore format: one line is easier to read
const claims = ['need less than we think', 'fail at the joints', 'are a kind of memory', 'reward patience', 'cost more in winter', 'begin with a question', 'were better before', 'want an owner'] // biome-ignore format: as above
const tags = ['repair', 'kitchen', 'commons', 'travel', 'garden', 'craft', 'music', 'water', 'letters', 'town', 'budget', 'winter']
const foreign = ['米を研ぐ前に塩を入れる', 'رسائل بطيئة تصل في وقتها', 'Почему мосты стареют неравномерно']
const FIRST_DAY = Date.UTC(2023, 0, 5)
const DAYS = 900

/** Numbers from 0 to 1, the same for every run. */
function seededNumbers(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 4_294_967_296
  }
}

function kindOf(number: number): ItemKind {
  if (number < 0.82) return 'thought'
  if (number < 0.9) return 'research'
  if (number < 0.94) return 'reflection'
  return number < 0.96 ? 'cross-synthesis' : 'collected'
}

function linkKindOf(number: number): LinkKind {
  return number < 0.7 ? 'auto' : number < 0.85 ? 'manual' : number < 0.95 ? 'synthesis' : 'research'
}

/**
 * Makes a vault of items in groups of different size, mostly linked within their group, a few of them by very many links and a few by
 * none. The same for every run. The queue is paused, so that nothing else happens in it.
 */
export async function makeLinkedVault({
  dataDir,
  workerDir,
  passphrase,
  items,
  links,
  bodyLength = 300,
  kdfParameters,
}: LinkedVault): Promise<void> {
  const keyRing = createKeyRing({
    dataDir,
    runKdf: createKdfRunner({ workerFile: join(workerDir, 'kdf-worker.js') }),
    now: Date.now,
    ...(kdfParameters ? { kdfParameters } : {}),
  })
  const { keys } = await keyRing.create(passphrase)
  const vault = await openVault(keys, { dataDir, sqliteBinding: undefined, now: Date.now, onFault: () => {} })
  const { db } = vault
  const next = seededNumbers(7)
  const stores = { items: createItemStore(db), tags: createTagStore(db), text: createTextIndex(db), settings: createSettingsStore(db) }
  const addLink = db.prepare(
    `INSERT OR IGNORE INTO links (id, from_id, to_id, kind, score, reason, created_at) VALUES (?, ?, ?, ?, ?, 'shared words', ?)`,
  )
  const groups = Math.max(3, Math.round(items / 90))
  const idOf = (place: number) => `018f0000-0000-7000-8000-${place.toString(16).padStart(12, '0')}`
  const groupOf = Array.from({ length: items }, () => Math.floor(next() ** 1.6 * groups))
  const members = Array.from({ length: groups }, (_, group) => groupOf.flatMap((own, place) => (own === group ? [place] : [])))

  db.transaction(() => {
    stores.settings.writeFlag('queue-paused', '1')
    stores.settings.writeFlag('recovery-confirmed', '1')
    for (let place = 0; place < items; place++) {
      const group = groupOf[place] ?? 0
      const title = place % 97 === 5 ? `${foreign[place % 3]} ${place}` : `${subjects[group % 12]} ${claims[place % 8]} ${place}`
      const body = `${title}\n\n${'It holds for most of what was seen so far. '.repeat(Math.ceil(bodyLength / 43))}`
      const at = FIRST_DAY + Math.floor(next() * DAYS) * 86_400_000 + place
      const id = idOf(place)
      stores.items.insert(
        { id, kind: kindOf(next()), source: 'manual', givenTitle: '', body, private: place % 200 === 3, contentHash: contentHash(body) },
        at,
      )
      const own = [tags[group % 12] ?? 'repair', ...(next() < 0.3 ? [tags[Math.floor(next() * 12)] ?? 'water'] : [])]
      stores.tags.set(id, next() < 0.1 ? [] : own, at)
      stores.text.index({ id, title, body, tags: own })
    }
    let made = 0
    while (made < links) {
      // Few items are named very often: a low number is the more likely one.
      const from = Math.floor(next() ** 1.3 * items * 0.97)
      const near = members[groupOf[from] ?? 0] ?? []
      const to = next() < 0.93 ? (near[Math.floor(next() ** 2 * near.length)] ?? 0) : Math.floor(next() * items * 0.97)
      if (from === to) continue
      const [first, second] = from < to ? [from, to] : [to, from]
      made += addLink.run(`link-${made}`, idOf(first), idOf(second), linkKindOf(next()), 0.35 + next() * 0.6, FIRST_DAY).changes
    }
  })()
  vault.close()
  keys.wipe()
}
