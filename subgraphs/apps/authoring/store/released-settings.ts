import { sql } from 'kysely';
import { statements, type Transaction } from '#db/transaction.ts';
import type { DeclaredSetting } from '#manifest/declared-setting.ts';

/** Keys and types of all settings that versions of an app declared once they were released. */
export async function releasedSettings(
  em: Transaction,
  appId: number,
): Promise<readonly Pick<DeclaredSetting, 'key' | 'type'>[]> {
  const { rows } = await sql<Pick<DeclaredSetting, 'key' | 'type'>>`
    SELECT DISTINCT declared->>'key' AS key, declared->>'type' AS type
    FROM apps.app_versions v, jsonb_array_elements(coalesce(v.manifest->'settings', '[]')) AS declared
    WHERE v.app_id = ${appId} AND v.released_at IS NOT NULL`.execute(statements(em));
  return rows;
}
