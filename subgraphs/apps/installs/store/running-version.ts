import type { EntityManager } from '@mikro-orm/postgresql';
import { type RawBuilder, sql } from 'kysely';
import type { Transaction } from '#db/transaction.ts';
import type { Manifest } from '#manifest/manifest.ts';
import { tables } from '../../store/tables.ts';

/**
 * The id of the version an install runs, for install `i` of app `a`: the live one. While none is live, an install for
 * development runs the newest version that was pushed, so that it can be tried out before its review.
 */
export const RUNNING_VERSION: RawBuilder<number | null> =
  sql`coalesce(a.live_version_id, CASE WHEN i.is_dev_install
  THEN (SELECT max(pushed.id) FROM apps.app_versions pushed WHERE pushed.app_id = a.id) END)`;

/** Installs `i` with their app `a` and the version `v` they run: none that runs none. */
export const runningInstalls = (em: EntityManager) =>
  tables(em)
    .selectFrom('installs as i')
    .innerJoin('apps as a', 'a.id', 'i.appId')
    .innerJoin('app_versions as v', (join) => join.on('v.id', '=', RUNNING_VERSION));

/** What the version declares that an install runs; null if it runs none. */
export async function runningManifest(em: Transaction, installId: number): Promise<Manifest | null> {
  const running = await runningInstalls(em)
    .select('v.manifest')
    .where('i.id', '=', installId)
    .executeTakeFirst();
  return running?.manifest ?? null;
}
