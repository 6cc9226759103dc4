import Database from 'better-sqlite3'

/** The types are those of better-sqlite3; the fork with ciphers adds the key. `key` gives 0 on success. */
export type Connection = Database.Database & { key(key: Buffer): number }

/**
 * The one place that makes a SQLite connection. `nativeBinding` names an addon built for an older Node-API; it is
 * used only on a runtime that cannot load the packaged one (Node-API below 10, as in the fallback Electron).
 * `busyTimeoutMs` is how long a statement waits for another connection before it fails with SQLITE_BUSY.
 */
export function connect(
  file: string,
  options: { nativeBinding?: string | undefined; busyTimeoutMs: number; mustExist: boolean; readOnly?: boolean },
): Connection {
  const needsOwnBinding = Number(process.versions.napi ?? 0) < 10
  return new Database(file, {
    timeout: options.busyTimeoutMs,
    fileMustExist: options.mustExist,
    readonly: options.readOnly ?? false,
    ...(needsOwnBinding && options.nativeBinding !== undefined ? { nativeBinding: options.nativeBinding } : {}),
  }) as Connection
}

/** The result code of a SQLite failure (`SQLITE_FULL`, ...), or undefined when the error is of another kind. */
export function sqliteCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || error.name !== 'SqliteError' || !('code' in error)) return undefined
  return typeof error.code === 'string' ? error.code : undefined
}
