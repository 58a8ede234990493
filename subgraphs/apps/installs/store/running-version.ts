import type { EntityManager } from '@mikro-orm/postgresql';
import { type RawBuilder, sql } from 'kysely';
import type { Transaction } from '#db/transaction.ts';
import type { Manifest } from '#manifest/manifest.ts';
import { tables } from '../../store/tables.ts';

/** Id of app `a`'s newest pushed version. */
const NEWEST_VERSION = sql`(SELECT max(pushed.id) FROM apps.app_versions pushed WHERE pushed.app_id = a.id)`;

/**
 * Id of the version that install `i` of app `a` runs: the live one. A development install runs the newest pushed
 * version, so that it can be tried before its release or review.
 */
export const RUNNING_VERSION: RawBuilder<number | null> =
  sql`CASE WHEN i.is_dev_install THEN ${NEWEST_VERSION} ELSE a.live_version_id END`;

/** Id of the version of app `a` that hosts consent to over OAuth; before a version is live, only its developer can. */
export const TRIED_VERSION: RawBuilder<number> = sql`coalesce(a.live_version_id, ${NEWEST_VERSION})`;

/** Selects installs `i` with their app `a` and running version `v`; excludes installs without one. */
export const runningInstalls = (em: EntityManager) =>
  tables(em)
    .selectFrom('installs as i')
    .innerJoin('apps as a', 'a.id', 'i.appId')
    .innerJoin('app_versions as v', (join) => join.on('v.id', '=', RUNNING_VERSION));

/** Returns the manifest of an install's running version; null if none runs. */
export async function runningManifest(em: Transaction, installId: number): Promise<Manifest | null> {
  const running = await runningInstalls(em)
    .select('v.manifest')
    .where('i.id', '=', installId)
    .executeTakeFirst();
  return running?.manifest ?? null;
}
