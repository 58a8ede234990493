import { type RawBuilder, sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { publish } from '#db/events.ts';
import { statements, type Transaction } from '#db/transaction.ts';
import { newUuid } from '#kit/ids.ts';
import type { FolioEvent } from '#schema/events.ts';
import { FolioEntryEntity } from '../../store/entities.ts';
import { derivedCharges, type FolioBooking, type NewEntry } from '../domain/derived-entries.ts';
import { folioTotal } from '../domain/folio-sums.ts';
import { FOLIO_EVENT } from '../store/folio-sums.ts';

/** Effect of new entries on the sums stored on the booking. */
interface Sums {
  /** New sum of all charges. */
  readonly charged?: number;
  /** Amounts to add to the sums of accepted payments, other payments and refunds that were paid out. */
  readonly paid?: number;
  readonly excessPaid?: number;
  readonly refunded?: number;
}

/**
 * Appends entries to a locked booking's folio, updates the sums stored on the booking, and publishes
 * `folio.updated`. `entries` may be empty if only a refund's status changed. The caller increments the
 * booking's version, unless `bumps` is true.
 */
export async function appendEntries(
  ctx: SubgraphContext,
  em: Transaction,
  booking: Pick<FolioBooking, 'id' | 'teamId'>,
  entries: readonly NewEntry[],
  { charged, paid = 0, excessPaid = 0, refunded = 0, bumps = false }: Sums & { readonly bumps?: boolean },
): Promise<void> {
  const now = ctx.clock.now();
  await insertEntries(em, booking, entries, now);
  const set: RawBuilder<unknown>[] = [
    sql`folio_version = folio_version + 1`,
    ...(charged === undefined ? [] : [sql`charged = ${charged}::bigint`]),
    ...(paid === 0 ? [] : [sql`paid = paid + ${paid}::bigint`]),
    ...(excessPaid === 0 ? [] : [sql`excess_paid = excess_paid + ${excessPaid}::bigint`]),
    ...(refunded === 0 ? [] : [sql`refunded = refunded + ${refunded}::bigint`]),
    ...(bumps ? [sql`version = version + 1, updated_at = ${now}`] : []),
  ];
  const { rows } = await sql<FolioEvent>`
    UPDATE checkout.bookings b SET ${sql.join(set)} WHERE id = ${booking.id}::bigint RETURNING ${FOLIO_EVENT}`.execute(
    statements(em),
  );
  for (const event of rows) await publish(ctx, em, 'folio.updated', event);
}

/** Inserts entries without changing the booking's sums. */
export async function insertEntries(
  em: Transaction,
  { id: bookingId, teamId }: Pick<FolioBooking, 'id' | 'teamId'>,
  entries: readonly NewEntry[],
  now: Date,
): Promise<void> {
  if (entries.length === 0) return;
  const rows = entries.map((entry) => ({
    ...NO_FIELDS,
    ...entry,
    teamId,
    bookingId,
    createdAt: now,
    updatedAt: now,
  }));
  await em.insertMany(FolioEntryEntity, rows);
}

/** Returns an id for a new entry. */
export const newEntryId = (bookingId: number): string => `${bookingId}-${newUuid()}`;

/** Fields that don't apply to every type of entry. */
const NO_FIELDS = {
  kind: null,
  method: null,
  name: null,
  quantity: 1,
  feeId: null,
  taxIds: [] as string[],
  date: null,
  sold: false,
  addedTo: null,
  reverses: null,
  receivedAt: null,
  reference: null,
  paymentSessionId: null,
  accepted: true,
  status: null,
  refundSessionId: null,
  refundedAt: null,
  disputeAmount: null,
  disputeStatus: null,
  disputeReference: null,
};

/**
 * Returns the entries to store when adding charges to a booking: the first time, they begin with the charges
 * derived from its price until then. `charged` is the new sum of all charges.
 */
export function withCharges(
  booking: FolioBooking,
  added: readonly NewEntry[],
): { readonly entries: readonly NewEntry[]; readonly charged: number } {
  const first = booking.charged === null ? derivedCharges(booking) : [];
  const charged = added.reduce((sum, { amount }) => sum + amount, folioTotal(booking));
  return { entries: [...first, ...added], charged };
}
