import { z } from 'zod'
import { RoleModel, RoleVoice } from '../../../shared/contract/endpoints'
import type { SecretBox } from '../../core/crypto/secret-box'
import type { VaultDatabase } from '../../core/db/open-database'

/** A model server with its secrets, as only the model client sees it. */
export interface EndpointRow {
  id: string
  name: string
  baseUrl: string
  /** Empty when the server wants none. */
  apiKey: string
  headers: Record<string, string>
}

interface Row {
  id: string
  name: string
  base_url: string
  api_key: string
  headers: string
}

/** Roles that a removed server had. */
const FreedRoles = z.object({ thinker: RoleModel, worker: RoleModel, voice: RoleVoice }).partial()
export type FreedRoles = z.infer<typeof FreedRoles>

/** How long a removal can be taken back. */
export const RESTORE_MS = 10 * 60_000

export type EndpointStore = ReturnType<typeof createEndpointStore>

/** Model servers in the vault. Key and header values are sealed once more and opened only here. */
export function createEndpointStore(db: VaultDatabase, secrets: SecretBox) {
  const list = db.prepare<[], Row>('SELECT * FROM model_endpoints WHERE deleted_at IS NULL ORDER BY created_at, id')
  const get = db.prepare<[string], Row>('SELECT * FROM model_endpoints WHERE id = ? AND deleted_at IS NULL')
  const put = db.prepare(
    `INSERT INTO model_endpoints (id, name, base_url, api_key, headers, created_at) VALUES (?, ?, ?, ?, ?, ?)
     ON CONFLICT (id) DO UPDATE SET name = excluded.name, base_url = excluded.base_url, api_key = excluded.api_key, headers = excluded.headers`,
  )
  const remove = db.prepare('UPDATE model_endpoints SET deleted_at = ?, roles = ? WHERE id = ? AND deleted_at IS NULL')
  const restore = db.prepare<[string, number], { roles: string | null }>(
    'UPDATE model_endpoints SET deleted_at = NULL WHERE id = ? AND deleted_at >= ? RETURNING roles',
  )
  const purge = db.prepare('DELETE FROM model_endpoints WHERE deleted_at < ?')

  function open(row: Row): EndpointRow {
    const headers = secrets.open(row.headers)
    return {
      id: row.id,
      name: row.name,
      baseUrl: row.base_url,
      apiKey: secrets.open(row.api_key),
      headers: headers === '' ? {} : z.record(z.string(), z.string()).parse(JSON.parse(headers)),
    }
  }

  return {
    list: (): EndpointRow[] => list.all().map(open),
    find(id: string): EndpointRow | null {
      const row = get.get(id)
      return row ? open(row) : null
    },
    save(endpoint: EndpointRow, now: number): void {
      const headers = Object.keys(endpoint.headers).length === 0 ? '' : JSON.stringify(endpoint.headers)
      put.run(endpoint.id, endpoint.name, endpoint.baseUrl, secrets.seal(endpoint.apiKey), secrets.seal(headers), now)
    },
    /** False when there is no such server. */
    remove: (id: string, freed: FreedRoles, now: number): boolean => remove.run(now, JSON.stringify(freed), id).changes > 0,
    /** The roles it had; null when it was removed for good, or never was. */
    restore(id: string, now: number): FreedRoles | null {
      const row = restore.get(id, now - RESTORE_MS)
      return row ? FreedRoles.parse(JSON.parse(row.roles ?? '{}')) : null
    },
    /** Deletes for good what was removed longer ago than it can be taken back. */
    purgeRemoved(now: number): void {
      purge.run(now - RESTORE_MS)
    },
  }
}
