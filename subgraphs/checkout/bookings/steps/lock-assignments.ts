import { sql } from 'kysely';
import { statements, type Transaction } from '#db/transaction.ts';

/** Arbitrary first key for an advisory lock, unique in this product. */
const ASSIGNMENT_LOCK = 7_310_888;

/**
 * Assignments of a property's units take turns: waits for the others, then holds the turn until the commit. Call it
 * before locking bookings, whose locks come before those of units.
 */
export async function lockAssignments(em: Transaction, propertyId: number): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(${ASSIGNMENT_LOCK}, ${propertyId})`.execute(statements(em));
}
