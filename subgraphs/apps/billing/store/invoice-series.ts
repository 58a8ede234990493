import { sql } from 'kysely';
import { statements, type Transaction } from '#db/transaction.ts';
import type { INVOICE_KINDS } from './entities.ts';

/** Returns the next number of a series. It's taken only if the transaction commits, so a failure leaves no gap. */
export async function nextNumber(
  em: Transaction,
  { kind, year }: { readonly kind: (typeof INVOICE_KINDS)[number]; readonly year: number },
): Promise<number> {
  const { rows } = await sql<{ readonly last: number }>`
    INSERT INTO apps.app_invoice_series AS s (kind, year, last) VALUES (${kind}, ${year}, 1)
    ON CONFLICT (kind, year) DO UPDATE SET last = s.last + 1
    RETURNING last`.execute(statements(em));
  const [row] = rows;
  if (!row) throw new Error('The series has no next number.');
  return row.last;
}
