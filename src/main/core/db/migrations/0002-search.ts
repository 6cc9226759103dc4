/**
 * The text index. It holds no copy of a body: both FTS5 tables are contentless and `items` is asked when text is needed.
 *
 * `search_documents` gives each item a number of its own, because the implicit rowid of `items` may change with VACUUM.
 * A long body is indexed in slices; row `document * 1024 + slice` of both FTS5 tables is one slice of one item.
 * `heading` is the folded title and tags, `length` the body's length and `indexed` how much of it is in the index (UTF-16 units).
 * `revision` counts how often the item was indexed. No foreign key, so that an item and its entry may be removed in any order: answers are joined with `items` anyway.
 *
 * `search_words` holds words (and pairs of characters for scripts without spaces), `search_parts` the trigrams of words.
 * `secure-delete` has no effect on rows deleted from a contentless table (measured with SQLite 3.53: the words stay until
 * their segment is merged), so `deletemerge` is set low and `compact()` of the text index rewrites what holds deleted words.
 */
export const migration = {
  version: 2,
  name: 'search',
  up(db: { exec(sql: string): unknown }): void {
    db.exec(`
      CREATE TABLE search_documents (
        document INTEGER PRIMARY KEY,
        item_id TEXT NOT NULL UNIQUE,
        heading TEXT NOT NULL,
        length INTEGER NOT NULL,
        indexed INTEGER NOT NULL,
        revision INTEGER NOT NULL DEFAULT 0
      ) STRICT;
      CREATE INDEX search_documents_unfinished ON search_documents (document) WHERE indexed < length;

      CREATE VIRTUAL TABLE search_words USING fts5 (
        title, tags, body,
        content = '', contentless_delete = 1,
        tokenize = "unicode61 remove_diacritics 2 categories 'L* N* M* Co'"
      );
      CREATE VIRTUAL TABLE search_parts USING fts5 (
        parts,
        content = '', contentless_delete = 1, detail = none,
        tokenize = 'trigram case_sensitive 1'
      );

      INSERT INTO search_words (search_words, rank) VALUES ('secure-delete', 1);
      INSERT INTO search_parts (search_parts, rank) VALUES ('secure-delete', 1);
      INSERT INTO search_words (search_words, rank) VALUES ('deletemerge', 1);
      INSERT INTO search_parts (search_parts, rank) VALUES ('deletemerge', 1);
    `)
  },
}
