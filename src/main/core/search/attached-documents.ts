import type { VaultDatabase } from '../db/open-database'

export type AttachedDocuments = ReturnType<typeof createAttachedDocuments>

/**
 * Which documents of the text index are files, and whose: known by heart, because a query asks it for every row that it finds. To be reset when a
 * document comes or goes.
 */
export function createAttachedDocuments(db: VaultDatabase) {
  const all = db.prepare<[], { document: number; owner: number | null; attachmentId: string }>(
    `SELECT d.document, d.attachment_id AS attachmentId,
       (SELECT o.document FROM search_documents o WHERE o.item_id = d.item_id AND o.attachment_id IS NULL) AS owner
     FROM search_documents d WHERE d.attachment_id IS NOT NULL`,
  )
  let known: Map<number, { owner: number; attachmentId: string }> | null = null

  function find(document: number): { owner: number; attachmentId: string } | undefined {
    known ??= new Map(all.all().map((row) => [row.document, { owner: row.owner ?? row.document, attachmentId: row.attachmentId }]))
    return known.get(document)
  }

  return {
    reset(): void {
      known = null
    },
    ownerOf: (document: number): number => find(document)?.owner ?? document,
    attachmentOf: (document: number): string | null => find(document)?.attachmentId ?? null,
  }
}
