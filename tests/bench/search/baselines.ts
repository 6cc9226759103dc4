import Database from 'better-sqlite3'
import MiniSearch from 'minisearch'

export interface Baseline {
  name: string
  search(question: string, limit: number): string[]
}

type Documents = readonly { id: string; title: string; body: string }[]

/** MiniSearch as its guide has it: BM25+, any word of the question, all fields alike, no stemming. */
export function miniSearchBaseline(documents: Documents): Baseline {
  const index = new MiniSearch({ fields: ['title', 'body'], idField: 'id' })
  index.addAll([...documents])
  return {
    name: 'MiniSearch BM25+',
    search: (question, limit) =>
      index
        .search(question)
        .slice(0, limit)
        .map(({ id }) => String(id)),
  }
}

/** SQLite FTS5's own bm25 over the question's words joined by OR, with the tokenizer that is given. */
export function fts5Baseline(documents: Documents, tokenizer: 'unicode61' | 'porter'): Baseline {
  const db = new Database(':memory:')
  db.exec(`CREATE VIRTUAL TABLE texts USING fts5 (id UNINDEXED, title, body, tokenize = '${tokenizer}')`)
  const insert = db.prepare('INSERT INTO texts VALUES (?, ?, ?)')
  db.transaction(() => {
    for (const { id, title, body } of documents) insert.run(id, title, body)
  })()
  const find = db.prepare<[string, number], { id: string }>('SELECT id FROM texts WHERE texts MATCH ? ORDER BY rank LIMIT ?')
  return {
    name: `FTS5 bm25, ${tokenizer}`,
    search(question, limit) {
      const words = question.match(/[\p{L}\p{N}]+/gu) ?? []
      return words.length === 0 ? [] : find.all(words.map((word) => `"${word}"`).join(' OR '), limit).map(({ id }) => id)
    },
  }
}
