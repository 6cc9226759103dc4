import type { Migration } from '../migrate'

/**
 * Any number of model servers, and roles that name them. Key and headers are sealed once more (secret-box.ts). A removed server stays ten
 * minutes, so that its removal can be taken back; `roles` then holds what it was used for. The one server of earlier settings becomes the first row.
 */
export const migration: Migration = {
  version: 5,
  name: 'endpoints',
  up(db) {
    db.exec(`
      CREATE TABLE model_endpoints (
        id TEXT PRIMARY KEY,
        name TEXT NOT NULL,
        base_url TEXT NOT NULL,
        api_key TEXT NOT NULL,
        headers TEXT NOT NULL,
        created_at INTEGER NOT NULL,
        deleted_at INTEGER,
        roles TEXT
      ) STRICT;

      INSERT INTO model_endpoints (id, name, base_url, api_key, headers, created_at)
        SELECT 'first', replace(replace(value ->> '$.endpoint.baseUrl', 'https://', ''), 'http://', ''), value ->> '$.endpoint.baseUrl',
          coalesce((SELECT value FROM settings WHERE key = 'api-key'), ''), '', 0
        FROM settings WHERE key = 'settings' AND coalesce(value ->> '$.endpoint.baseUrl', '') <> '';

      UPDATE vectors SET model_id = substr(model_id, 1, length(model_id) - length(old.base_url)) || old.id
        FROM model_endpoints AS old WHERE model_id LIKE '% @ ' || old.base_url;

      UPDATE settings SET value = json_set(value, '$.roles', json_object(
          'thinker', CASE WHEN value ->> '$.endpoint.model' = '' THEN NULL ELSE json_object('endpointId', 'first', 'model', value ->> '$.endpoint.model') END,
          'worker', NULL,
          'embedder', CASE WHEN value ->> '$.engine' <> 'endpoint' OR value ->> '$.endpoint.embeddingModel' = '' THEN NULL
            ELSE json_object('endpointId', 'first', 'model', value ->> '$.endpoint.embeddingModel') END,
          'voice', NULL
        ))
        WHERE key = 'settings' AND EXISTS (SELECT 1 FROM model_endpoints);
      UPDATE settings SET value = json_remove(value, '$.endpoint', '$.hasApiKey') WHERE key = 'settings';
      DELETE FROM settings WHERE key = 'api-key';
    `)
  },
}
