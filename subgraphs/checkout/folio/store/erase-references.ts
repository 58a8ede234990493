import { sql } from 'kysely';
import { statements, type Transaction } from '#db/transaction.ts';

/** Erases references entered by people, such as an account holder's name; providers' references stay. */
export async function eraseReferences(em: Transaction, bookingIds: readonly number[]): Promise<void> {
  await sql`
    UPDATE checkout.folio_entries SET reference = NULL
    WHERE booking_id = ANY (${[...bookingIds]}::bigint[]) AND reference IS NOT NULL AND method NOT LIKE 'app:%'`.execute(
    statements(em),
  );
}
