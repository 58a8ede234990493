import type pg from 'pg';
import { UpgradeError } from './upgrade-error.ts';

/**
 * The newest migration of the oldest release that may run next to this one; today's tables aren't tested with older
 * releases. `test/migrations.test.ts` checks that the previous release has it.
 */
export const OLDEST_RELEASE = '20261212-consent-settings';

/** Refuses to run on a database that needs a later release; `ours` has this release's migrations. */
export async function refuseIfTooOld(client: pg.Client, ours: ReadonlySet<string>): Promise<void> {
  const { rows: tables } = await client.query("SELECT to_regclass('oldest_release') IS NOT NULL AS made");
  if (!tables[0].made) return;
  const { rows } = await client.query<{ migration: string }>('SELECT migration FROM oldest_release');
  const needed = rows[0]?.migration;
  if (needed === undefined || ours.has(needed)) return;
  throw new UpgradeError(
    `This release is too old for the database, which needs a release with the migration ${needed}. Start the release that ran last or a later one.`,
  );
}

/** Records the oldest release that may run from now on. */
export async function recordOldestRelease(client: pg.Client): Promise<void> {
  await client.query(
    `INSERT INTO oldest_release (migration) VALUES ($1)
     ON CONFLICT (id) DO UPDATE SET migration = excluded.migration WHERE oldest_release.migration < excluded.migration`,
    [OLDEST_RELEASE],
  );
}
