import { type Kysely, sql } from 'kysely';
import type { Transaction } from '#db/transaction.ts';

/** Any number that only this uses with `pg_advisory_xact_lock`. */
const SETUP_LOCK = 7_310_891;

/** The platform is set up, or given a link for it, by one transaction at a time. */
export async function lockSetup(em: Transaction): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(${SETUP_LOCK})`.execute(em.getKysely<unknown>());
}

/** Whether anyone works for the platform. */
export async function hasOperator(db: Kysely<unknown>): Promise<boolean> {
  const { rows } = await sql`SELECT 1 FROM apps.accounts WHERE operator LIMIT 1`.execute(db);
  return rows.length > 0;
}
