import type { SubgraphContext } from '#db/context.ts';
import { recordTeamEvent } from '#db/team-events.ts';
import { reader } from '#db/transaction.ts';
import { isUuid } from '#kit/ids.ts';
import { formatMoney } from '#kit/money.ts';
import type { PaymentDisputeReportInput } from '../../generated.ts';
import { type FolioEntry, FolioEntryEntity } from '../../store/entities.ts';
import { decideDispute } from '../domain/disputes.ts';
import {
  amountFaults,
  type FolioResult,
  folioError,
  refuseFolio,
  textFaults,
} from '../domain/folio-faults.ts';
import { reversalOf, todayIn } from '../domain/reversals.ts';
import { appendEntries } from '../steps/append-entries.ts';
import { changeFolio } from '../steps/change-folio.ts';

const NO_PAYMENT = folioError('NOT_FOUND', 'paymentSessionId', 'This app took no payment in that session.');

/**
 * Records an app's report about a dispute of its payment; a lost dispute reverses the disputed amount. Safe to
 * repeat, in any order. `INVALID_TRANSITION` for a different outcome of a decided dispute. See
 * docs/interface/folios.md#disputes.
 */
export async function reportDispute(
  ctx: SubgraphContext,
  input: PaymentDisputeReportInput,
): Promise<FolioResult> {
  const { paymentSessionId, amount, status } = input;
  const faults = [...amountFaults(amount), ...textFaults('reference', input.reference, false)];
  if (faults.length > 0) return refuseFolio(...faults);
  const { viewer } = ctx;
  if (viewer.kind !== 'app' || !isUuid(paymentSessionId)) return refuseFolio(NO_PAYMENT);
  const own = {
    paymentSessionId,
    entry: 'payment',
    teamId: viewer.teamId,
    method: `app:${viewer.appSlug}`,
  } as const;
  const found = await reader(ctx).findOne(FolioEntryEntity, own, { fields: ['bookingId'] });
  const report = { amount, status, reference: input.reference?.trim() || null };
  return changeFolio(
    ctx,
    found?.bookingId ?? null,
    async (em, booking, units) => {
      const payment: FolioEntry = await em.findOneOrFail(FolioEntryEntity, own);
      if (amount > payment.amount) {
        const message = `The payment was ${formatMoney(payment.amount, booking.currency)}.`;
        return refuseFolio(folioError('INVALID', 'amount', message));
      }
      const decision = decideDispute(payment, report);
      if (decision === 'keep') return null;
      if (decision === 'refuse') {
        const message = `The payment's dispute was already ${payment.disputeStatus}.`;
        return refuseFolio(folioError('INVALID_TRANSITION', 'status', message));
      }
      const now = ctx.clock.now();
      await em.nativeUpdate(
        FolioEntryEntity,
        { number: payment.number },
        {
          disputeAmount: amount,
          disputeStatus: status,
          disputeReference: report.reference ?? payment.disputeReference,
          updatedAt: now,
        },
      );
      const isLost = status === 'lost';
      const reversal = {
        ...reversalOf({ ...payment, amount }, todayIn(booking.timeZone, now)),
        date: null,
        receivedAt: now,
        reference: report.reference,
        accepted: payment.accepted,
      };
      const sums = isLost ? (payment.accepted ? { paid: -amount } : { excessPaid: -amount }) : {};
      const bumps = booking.status === 'cancelled' || booking.status === 'released';
      await appendEntries(ctx, em, booking, isLost ? [reversal] : [], { ...sums, bumps });
      if (isLost && payment.accepted)
        await ctx.services.checkout.hooks.chargesChanged(ctx, em, booking, units);
      await recordTeamEvent(ctx, em, [booking.teamId], {
        kind: 'folio.dispute_reported',
        subject: booking.reference,
        change: `${formatMoney(amount, booking.currency)}, ${status}`,
      });
      return null;
    },
    NO_PAYMENT,
  );
}
