/** Pragmas that would undo the connection contract, read the file without its cipher, or change its key. */
const fixedPragmas = new Set(
  (
    'cell_size_check checkpoint_fullfsync cipher fullfsync hexkey hexrekey hmac_check journal_mode kdf_iter key legacy locking_mode mc_legacy_wal ' +
    'mmap_size rekey secure_delete synchronous temp_store temp_store_directory textkey textrekey trusted_schema writable_schema'
  ).split(' '),
)
const quotedOrComment = /'(?:[^']|'')*'|"(?:[^"]|"")*"|`(?:[^`]|``)*`|\[[^\]]*\]|--[^\n]*|\/\*[\s\S]*?(?:\*\/|$)/g
const forbiddenWords = /\b(?:ATTACH|DETACH|load_extension|VACUUM\s+(?:\w+\s+)?INTO)\b/i
const pragmaWrite = /\bPRAGMA\s+(?:\w+\s*\.\s*)?(\w+)\s*[=(]/gi

/**
 * Throws when SQL would write vault pages outside the vault (`ATTACH`, `VACUUM INTO`) or weaken the open connection.
 * It stops our own mistakes; values never reach it, because they are bound.
 */
export function assertAllowedSql(sql: string): void {
  const bare = sql.replace(quotedOrComment, ' ')
  const word = forbiddenWords.exec(bare)
  if (word !== null) throw new TypeError(`This connection does not run ${word[0].toUpperCase().replace(/\s+/g, ' ')}`)
  for (const match of bare.matchAll(pragmaWrite)) assertFreePragma(match[1] ?? '')
}

/** The same for `db.pragma(source)`: reading any of them is fine, setting one of the fixed ones is not. */
export function assertAllowedPragma(source: string): void {
  assertAllowedSql(`PRAGMA ${source}`)
  if (/;/.test(source.replace(quotedOrComment, ' '))) throw new TypeError('One pragma at a time')
}

function assertFreePragma(name: string): void {
  if (fixedPragmas.has(name.toLowerCase())) throw new TypeError(`PRAGMA ${name.toLowerCase()} is fixed when the vault is opened`)
}
