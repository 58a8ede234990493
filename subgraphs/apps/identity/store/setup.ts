import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { statements, type Transaction } from '#db/transaction.ts';
import { tables } from '../../store/tables.ts';

/** Lock number for `pg_advisory_xact_lock`, unique to setup. */
const SETUP_LOCK = 7_310_891;

/** Locks setup, so that only one transaction at a time sets up the platform or creates a setup link. */
export async function lockSetup(em: Transaction): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(${SETUP_LOCK})`.execute(statements(em));
}

/** True if the platform has an operator. */
export async function hasOperator(em: EntityManager): Promise<boolean> {
  const one = await tables(em).selectFrom('accounts').select('id').where('operator', '=', true).limit(1);
  return (await one.executeTakeFirst()) !== undefined;
}
