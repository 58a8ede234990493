import { sql } from 'kysely';
import type { Transaction } from '#db/transaction.ts';
import type { DeclaredSetting } from '#manifest/declared-setting.ts';
import { tables } from '../../store/tables.ts';

/** Returns every setting declared in an app's released versions, listing equal versions' settings only once. */
export async function releasedSettings(em: Transaction, appId: number): Promise<readonly DeclaredSetting[]> {
  const rows = await tables(em)
    .selectFrom('app_versions')
    .select(sql`manifest->'settings'`.$castTo<readonly DeclaredSetting[] | null>().as('settings'))
    .distinct()
    .where('appId', '=', appId)
    .where('releasedAt', 'is not', null)
    .execute();
  return rows.flatMap(({ settings }) => settings ?? []);
}
