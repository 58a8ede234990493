import { sql } from 'kysely';
import { statements, type Transaction } from '#db/transaction.ts';
import type { Manifest } from '#manifest/manifest.ts';

/**
 * The id of the version an install runs, for install `i` of app `a`: the live one. While none is live, an install for
 * development runs the newest version that was pushed, so that it can be tried out before its review.
 */
export const RUNNING_VERSION = sql`coalesce(a.live_version_id, CASE WHEN i.is_dev_install
  THEN (SELECT max(pushed.id) FROM apps.app_versions pushed WHERE pushed.app_id = a.id) END)`;

/** What the version declares that an install runs; null if it runs none. */
export async function runningManifest(em: Transaction, installId: number): Promise<Manifest | null> {
  const { rows } = await sql<{ readonly manifest: Manifest }>`
    SELECT v.manifest FROM apps.installs i
    JOIN apps.apps a ON a.id = i.app_id
    JOIN apps.app_versions v ON v.id = ${RUNNING_VERSION}
    WHERE i.id = ${installId}`.execute(statements(em));
  return rows[0]?.manifest ?? null;
}
