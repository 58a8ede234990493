import type { SubgraphContext } from '#db/context.ts';
import { recordTeamEvent } from '#db/team-events.ts';
import { formatMoney } from '#kit/money.ts';
import { derivedPayment } from '../domain/derived-entries.ts';
import { isUnclaimed } from '../domain/due-refunds.ts';
import { isAppMethod } from '../domain/entry-kinds.ts';
import { type FolioResult, folioError, NO_ENTRY, refuseFolio } from '../domain/folio-faults.ts';
import { claimed } from '../domain/folio-sums.ts';
import { reversalOf, todayIn } from '../domain/reversals.ts';
import { bookingOfEntry } from '../queries/folio.ts';
import { appendEntries } from '../steps/append-entries.ts';
import { changeFolio } from '../steps/change-folio.ts';
import { storedEntries } from '../store/entries.ts';

/**
 * Voids a recorded payment by reversing it; a confirmed booking stays confirmed. Voiding it again changes
 * nothing. Rejected with `APP_PAYMENT` for a payment through an app, and with `ALREADY_REFUNDED` if the
 * payment has been refunded or is about to be; a refund that's only due shrinks instead. See docs/interface/folios.md#payments.
 */
export async function voidPayment(ctx: SubgraphContext, id: string): Promise<FolioResult> {
  return changeFolio(
    ctx,
    await bookingOfEntry(ctx, id),
    async (em, booking, units) => {
      const stored = await storedEntries(em, booking.id);
      const derived = derivedPayment(booking, stored);
      const payment = [...stored, ...(derived ? [derived] : [])].find(
        (one) => one.id === id && one.entry === 'payment',
      );
      if (!payment) return refuseFolio(NO_ENTRY);
      if (isAppMethod(payment.method ?? '') && payment.paymentSessionId != null) {
        const message = "A payment through an app can't be voided. Refund it instead.";
        return refuseFolio(folioError('APP_PAYMENT', 'id', message));
      }
      if (payment.reverses != null) {
        return refuseFolio(folioError('INVALID', 'id', 'This entry voids another payment.'));
      }
      if (stored.some(({ reverses }) => reverses === id)) return null;
      const refunds = stored.filter((one) => one.entry === 'refund' && !isUnclaimed(one));
      const left = booking.paid + booking.excessPaid - payment.amount - claimed(refunds);
      if (left < 0) {
        const message =
          'This payment was refunded, or its refund is on its way. Only its rest could be voided.';
        return refuseFolio(folioError('ALREADY_REFUNDED', 'id', message));
      }
      const reversal = {
        ...reversalOf(payment, todayIn(booking.timeZone, ctx.clock.now())),
        date: null,
        receivedAt: ctx.clock.now(),
      };
      const entries = payment === derived ? [derived, reversal] : [reversal];
      await appendEntries(ctx, em, booking, entries, {
        paid: -payment.amount,
        bumps: booking.status === 'cancelled' || booking.status === 'released',
      });
      await ctx.services.checkout.hooks.chargesChanged(ctx, em, booking, units);
      await recordTeamEvent(ctx, em, [booking.teamId], {
        kind: 'folio.payment_voided',
        subject: booking.reference,
        change: `${formatMoney(payment.amount, booking.currency)}, ${payment.method}`,
      });
      return null;
    },
    NO_ENTRY,
  );
}
