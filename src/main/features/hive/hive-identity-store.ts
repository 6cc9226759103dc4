import type { SecretBox } from '../../core/crypto/secret-box'
import type { VaultDatabase } from '../../core/db/open-database'

export interface StoredIdentity {
  name: string
  sign: Uint8Array
  box: Uint8Array
  signSecret: Uint8Array
  boxSecret: Uint8Array
  createdAt: number
}

interface Row {
  name: string
  sign_public: Buffer
  box_public: Buffer
  sealed: string
  created_at: number
}

export type HiveIdentityStore = ReturnType<typeof createHiveIdentityStore>

/** The keys by which this vault shares, made once. Their private halves are sealed once more inside the vault. */
export function createHiveIdentityStore(db: VaultDatabase, secrets: SecretBox) {
  const find = db.prepare<[], Row>('SELECT name, sign_public, box_public, sealed, created_at FROM hive_identity WHERE id = 1')
  const insert = db.prepare(
    'INSERT INTO hive_identity (id, name, sign_public, box_public, sealed, created_at) VALUES (1, ?, ?, ?, ?, ?) ON CONFLICT (id) DO NOTHING',
  )
  const rename = db.prepare('UPDATE hive_identity SET name = ? WHERE id = 1')

  return {
    /** Null until it was made. Throws VAULT_DAMAGED when the private halves do not open. */
    find(): StoredIdentity | null {
      const row = find.get()
      if (!row) return null
      const secret = Buffer.from(secrets.open(row.sealed), 'base64')
      return {
        name: row.name,
        sign: Uint8Array.from(row.sign_public),
        box: Uint8Array.from(row.box_public),
        signSecret: Uint8Array.from(secret.subarray(0, 64)),
        boxSecret: Uint8Array.from(secret.subarray(64)),
        createdAt: row.created_at,
      }
    },
    /** Does nothing where there is one: keys are never replaced. */
    create({ name, sign, box, signSecret, boxSecret }: Omit<StoredIdentity, 'createdAt'>, now: number): void {
      const sealed = secrets.seal(Buffer.concat([signSecret, boxSecret]).toString('base64'))
      insert.run(name, Buffer.from(sign), Buffer.from(box), sealed, now)
    },
    rename(name: string): void {
      rename.run(name)
    },
  }
}
