import type { SubgraphContext } from '#db/context.ts';
import { recordTeamEvent } from '#db/team-events.ts';
import { formatMoney } from '#kit/money.ts';
import type { FolioPaymentRecordInput } from '../../generated.ts';
import {
  amountFaults,
  type FolioResult,
  FULL,
  methodFaults,
  RELEASED,
  refuseFolio,
  textFaults,
} from '../domain/folio-faults.ts';
import { folioInReach } from '../queries/folio.ts';
import { changeFolio } from '../steps/change-folio.ts';
import { enterPayment } from '../steps/enter-payment.ts';
import { isFull, storedEntries } from '../store/entries.ts';

/**
 * Records a payment made outside the platform. A held booking is confirmed once all payments cover the amount
 * due now. Each app reference counts only once. `BOOKING_RELEASED` if the booking wasn't paid in time. See
 * docs/interface/folios.md#payments.
 */
export async function recordPayment(
  ctx: SubgraphContext,
  input: FolioPaymentRecordInput,
): Promise<FolioResult> {
  const appSlug = ctx.viewer.kind === 'app' ? ctx.viewer.appSlug : null;
  const faults = [
    ...methodFaults(input.method, appSlug),
    ...amountFaults(input.amount),
    ...textFaults('reference', input.reference, false),
  ];
  if (faults.length > 0) return refuseFolio(...faults);
  const known = await folioInReach(ctx, input.bookingId);
  const { method, amount } = input;
  const reference = input.reference?.trim() || null;
  return changeFolio(ctx, known?.id ?? null, async (em, booking, units) => {
    if (booking.status === 'released') return refuseFolio(RELEASED);
    if (appSlug !== null && reference !== null) {
      const stored = await storedEntries(em, booking.id);
      const isKnown = stored.some(
        (one) => one.entry === 'payment' && one.method === method && one.reference === reference,
      );
      if (isKnown) return null;
    }
    if (await isFull(em, booking.id)) return refuseFolio(FULL);
    const receivedAt = input.receivedAt ?? ctx.clock.now();
    const payment = { method, amount, receivedAt, reference, paymentSessionId: null, accepted: true };
    const bumps = booking.status === 'cancelled';
    await enterPayment(ctx, em, booking, payment, { bumps });
    const paid = { ...booking, paid: booking.paid + amount };
    await ctx.services.checkout.hooks.paymentRecorded(ctx, em, paid, units);
    await recordTeamEvent(ctx, em, [booking.teamId], {
      kind: 'folio.payment_recorded',
      subject: booking.reference,
      change: `${formatMoney(amount, booking.currency)}, ${method}`,
    });
    return null;
  });
}
