import type { Migration } from '../migrate'

/**
 * Files that belong to items. The file itself is a blob; `attachments` has what is known of it, `attachment_texts` the text that was read out
 * of it, `attachment_previews` the small picture. `page_starts` is a JSON list of where each page begins in the text (UTF-16 units).
 */
export const migration: Migration = {
  version: 8,
  name: 'attachments',
  up(db) {
    db.exec(`
      CREATE TABLE attachments (
        id TEXT PRIMARY KEY,
        item_id TEXT NOT NULL REFERENCES items(id) ON DELETE CASCADE,
        blob_id TEXT NOT NULL REFERENCES blobs(id),
        name TEXT NOT NULL,
        kind TEXT NOT NULL,
        content_hash TEXT NOT NULL,
        width INTEGER,
        height INTEGER,
        pages INTEGER,
        text_state TEXT NOT NULL,
        text_note TEXT NOT NULL DEFAULT '',
        excerpt TEXT NOT NULL DEFAULT '',
        created_at INTEGER NOT NULL,
        removed_at INTEGER
      ) STRICT;
      CREATE UNIQUE INDEX attachments_by_item ON attachments (item_id, content_hash) WHERE removed_at IS NULL;
      CREATE INDEX attachments_of_item ON attachments (item_id, id);
      CREATE INDEX attachments_by_blob ON attachments (blob_id);
      CREATE INDEX attachments_removed ON attachments (removed_at) WHERE removed_at IS NOT NULL;

      CREATE TABLE attachment_texts (
        attachment_id TEXT PRIMARY KEY REFERENCES attachments(id) ON DELETE CASCADE,
        text TEXT NOT NULL,
        page_starts TEXT NOT NULL
      ) STRICT;

      CREATE TABLE attachment_previews (
        attachment_id TEXT PRIMARY KEY REFERENCES attachments(id) ON DELETE CASCADE,
        mime TEXT NOT NULL,
        bytes BLOB NOT NULL
      ) STRICT;

      -- Files that began to come in. A row that is still there after a lock or a crash is a file that did not arrive.
      CREATE TABLE attachment_uploads (
        id TEXT PRIMARY KEY,
        item_id TEXT NOT NULL REFERENCES items(id) ON DELETE CASCADE,
        name TEXT NOT NULL,
        begun_at INTEGER NOT NULL
      ) STRICT;

      -- An attachment is a document of its own in the text index, beside that of its item.
      CREATE TABLE search_documents_next (
        document INTEGER PRIMARY KEY,
        item_id TEXT NOT NULL,
        attachment_id TEXT UNIQUE,
        heading TEXT NOT NULL,
        length INTEGER NOT NULL,
        indexed INTEGER NOT NULL,
        revision INTEGER NOT NULL DEFAULT 0
      ) STRICT;
      INSERT INTO search_documents_next (document, item_id, heading, length, indexed, revision)
        SELECT document, item_id, heading, length, indexed, revision FROM search_documents;
      DROP TABLE search_documents;
      ALTER TABLE search_documents_next RENAME TO search_documents;
      CREATE UNIQUE INDEX search_documents_of_items ON search_documents (item_id) WHERE attachment_id IS NULL;
      CREATE INDEX search_documents_attached ON search_documents (item_id, document) WHERE attachment_id IS NOT NULL;
      CREATE INDEX search_documents_by_item ON search_documents (item_id);
      CREATE INDEX search_documents_unfinished ON search_documents (document) WHERE indexed < length;
    `)
  },
}
