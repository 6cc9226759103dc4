import { CrossSynthesis } from '../../../shared/hive-texts'
import type { VaultDatabase } from '../../core/db/open-database'

/** What is kept beside the two items that it is about. */
export const StoredCrossSynthesis = CrossSynthesis.omit({ itemId: true, createdAt: true })

interface Row {
  item_id: string
  peer_item_id: string | null
  own_item_id: string | null
  result: string
  created_at: number
}

export type CrossSynthesisStore = ReturnType<typeof createCrossSynthesisStore>

/** Theses of peers set beside the person's own. Each belongs to an item, and goes with it. */
export function createCrossSynthesisStore(db: VaultDatabase) {
  const insert = db.prepare('INSERT INTO cross_syntheses (item_id, peer_item_id, own_item_id, result, created_at) VALUES (?, ?, ?, ?, ?)')
  const find = db.prepare<[string], Row>('SELECT * FROM cross_syntheses WHERE item_id = ?')
  const about = db.prepare<[string, string], { item_id: string; title: string; created_at: number }>(
    `SELECT c.item_id, i.title, c.created_at FROM cross_syntheses c JOIN items i ON i.id = c.item_id
     WHERE (c.peer_item_id = ? OR c.own_item_id = ?) AND i.deleted_at IS NULL ORDER BY c.created_at DESC, c.item_id DESC LIMIT 20`,
  )

  return {
    insert(synthesis: Omit<CrossSynthesis, 'createdAt'>, now: number): void {
      const { itemId, ...result } = synthesis
      insert.run(itemId, result.a.itemId, result.b.itemId, JSON.stringify(result), now)
    },
    /** The sides name their items as far as these still are in the vault. */
    find(itemId: string): CrossSynthesis | null {
      const row = find.get(itemId)
      if (!row) return null
      const result = StoredCrossSynthesis.parse(JSON.parse(row.result))
      return {
        ...result,
        itemId: row.item_id,
        a: { ...result.a, itemId: row.peer_item_id },
        b: { ...result.b, itemId: row.own_item_id },
        createdAt: row.created_at,
      }
    },
    /** Those that an item is a side of, newest first. */
    about: (itemId: string) =>
      about.all(itemId, itemId).map((row) => ({ itemId: row.item_id, title: row.title, createdAt: row.created_at })),
  }
}
