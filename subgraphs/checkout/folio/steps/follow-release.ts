import { sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { publish } from '#db/events.ts';
import { statements, type Transaction } from '#db/transaction.ts';
import type { FolioEvent } from '#schema/events.ts';
import { FOLIO_EVENT } from '../store/folio-sums.ts';
import { settleDue } from './settle-due.ts';

/**
 * Counts and publishes the change to the folios of bookings that were released, or confirmed after that, with
 * the refund due to their guests. Skips bookings without payments and without added or removed charges.
 */
export async function followRelease(
  ctx: SubgraphContext,
  em: Transaction,
  ids: readonly number[],
): Promise<void> {
  if (ids.length === 0) return;
  const { rows } = await sql<FolioEvent>`
    UPDATE checkout.bookings b SET folio_version = folio_version + 1
    WHERE id = ANY (${[...ids]}::bigint[]) AND (paid > 0 OR charged IS NOT NULL)
    RETURNING ${FOLIO_EVENT}`.execute(statements(em));
  for (const event of rows) {
    await settleDue(ctx, em, event.bookingId);
    await publish(ctx, em, 'folio.updated', event);
  }
}
