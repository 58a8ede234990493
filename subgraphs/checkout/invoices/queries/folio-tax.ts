import { sql } from 'kysely';
import { batch } from '#db/batch.ts';
import { columnsOf } from '#db/columns.ts';
import type { SubgraphContext } from '#db/context.ts';
import { statements } from '#db/transaction.ts';
import type { Minor } from '#kit/money.ts';
import { chargesOf, type FolioRow } from '../../folio/queries/folio.ts';
import { type Booking, BookingEntity } from '../../store/entities.ts';
import { containedTaxes } from '../domain/contained-taxes.ts';
import type { PropertyTerms } from '../domain/invoiced-folio.ts';
import { readingTerms } from '../operations/invoice-parts.ts';

/** Sums the taxes in a folio's charges, with the amounts that an invoice shows. */
export async function folioTax(ctx: SubgraphContext, folio: FolioRow): Promise<Minor> {
  const [charges, taxed] = await Promise.all([chargesOf(ctx, folio), taxedStays(ctx, folio.id)]);
  if (!taxed) return 0;
  return containedTaxes(taxed.stay, charges, taxed.terms).reduce((sum, { amount }) => sum + amount, 0);
}

const STAY = ['id', 'propertyId', 'checkIn', 'checkOut', 'lines', 'channel'] as const;

type Stay = Pick<Booking, (typeof STAY)[number]>;

interface TaxedStay {
  readonly stay: Stay;
  readonly terms: readonly [PropertyTerms, ...PropertyTerms[]];
}

/** Reads stays with one statement per request, and each of their properties' terms once. */
const taxedStays = batch<number, TaxedStay>(async (ctx, ids) => {
  const { rows } = await sql<Stay>`
    SELECT ${columnsOf(BookingEntity, STAY, 'b')} FROM checkout.bookings b
    WHERE b.id = ANY (${[...ids]}::bigint[])`.execute(statements(ctx));
  const termsOf = await readingTerms(ctx, rows);
  return new Map(rows.map((stay) => [stay.id, { stay, terms: termsOf(stay) }]));
});
