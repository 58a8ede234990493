import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { statements, type Transaction } from '#db/transaction.ts';
import { tables } from '../../store/tables.ts';

/** Any number that only this uses with `pg_advisory_xact_lock`. */
const SETUP_LOCK = 7_310_891;

/** The platform is set up, or given a link for it, by one transaction at a time. */
export async function lockSetup(em: Transaction): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(${SETUP_LOCK})`.execute(statements(em));
}

/** Whether anyone works for the platform. */
export async function hasOperator(em: EntityManager): Promise<boolean> {
  const one = await tables(em).selectFrom('accounts').select('id').where('operator', '=', true).limit(1);
  return (await one.executeTakeFirst()) !== undefined;
}
