import type { SubgraphContext } from '#db/context.ts';
import type { Transaction } from '#db/transaction.ts';
import type { FolioBooking } from '../domain/derived-entries.ts';
import { appendEntries, newEntryId } from './append-entries.ts';

/** A payment to enter. */
export interface NewPayment {
  readonly method: string;
  readonly amount: number;
  readonly receivedAt: Date;
  readonly reference: string | null;
  /** Null unless the payment was made through a payment session. */
  readonly paymentSessionId: string | null;
  /** False if the booking couldn't accept the payment, which is then refunded. */
  readonly accepted: boolean;
}

/** Enters a payment in a locked booking's folio. The caller increments the booking's version. */
export async function enterPayment(
  ctx: SubgraphContext,
  em: Transaction,
  booking: Pick<FolioBooking, 'id' | 'teamId'>,
  payment: NewPayment,
  { bumps = false } = {},
): Promise<void> {
  const { amount, accepted, paymentSessionId } = payment;
  const id = paymentSessionId === null ? newEntryId(booking.id) : `${booking.id}-${paymentSessionId}`;
  const sums = accepted ? { paid: amount } : { excessPaid: amount };
  await appendEntries(ctx, em, booking, [{ ...payment, id, entry: 'payment' }], { ...sums, bumps });
}
