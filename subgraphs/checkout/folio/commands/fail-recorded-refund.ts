import type { SubgraphContext } from '#db/context.ts';
import { publish } from '#db/events.ts';
import { recordTeamEvent } from '#db/team-events.ts';
import { reader } from '#db/transaction.ts';
import { isUuid } from '#kit/ids.ts';
import { formatMoney } from '#kit/money.ts';
import type { FolioRefundFailInput } from '../../generated.ts';
import { FolioEntryEntity } from '../../store/entities.ts';
import { type FolioResult, folioError, refuseFolio, textFaults } from '../domain/folio-faults.ts';
import { appendEntries } from '../steps/append-entries.ts';
import { changeFolio } from '../steps/change-folio.ts';
import { settleDue } from '../steps/settle-due.ts';

const NO_PAYMENT = folioError('NOT_FOUND', 'paymentSessionId', 'This app took no payment in that session.');

/**
 * Records an app's report that a refund which it recorded, because a person made it at the provider, has failed: the money is
 * due to the guest again. A refund that isn't recorded, or has already failed, changes nothing. See
 * docs/interface/folios.md#refunds.
 */
export async function failRecordedRefund(
  ctx: SubgraphContext,
  input: FolioRefundFailInput,
): Promise<FolioResult> {
  const reference = input.reference.trim();
  const reason = input.reason?.trim() || null;
  const faults = [...textFaults('reference', reference, true), ...textFaults('reason', reason, false)];
  if (faults.length > 0) return refuseFolio(...faults);
  const { viewer } = ctx;
  const { paymentSessionId } = input;
  if (viewer.kind !== 'app' || !isUuid(paymentSessionId)) return refuseFolio(NO_PAYMENT);
  const own = { paymentSessionId, teamId: viewer.teamId, method: `app:${viewer.appSlug}` } as const;
  const payment = await reader(ctx).findOne(
    FolioEntryEntity,
    { ...own, entry: 'payment' },
    { fields: ['bookingId'] },
  );
  return changeFolio(
    ctx,
    payment?.bookingId ?? null,
    async (em, booking) => {
      const refund = await em.findOne(FolioEntryEntity, {
        ...own,
        entry: 'refund',
        reference,
        status: 'refunded',
      });
      if (!refund) return null;
      const { number, id: entryId, amount } = refund;
      await em.nativeUpdate(FolioEntryEntity, { number }, { status: 'failed', updatedAt: ctx.clock.now() });
      await appendEntries(ctx, em, booking, [], { refunded: -amount, bumps: true });
      await settleDue(ctx, em, booking.id, { isOverpaid: true });
      const { id: bookingId, teamId } = booking;
      await publish(ctx, em, 'folio.refund_failed', { teamId, bookingId, entryId, amount });
      await recordTeamEvent(ctx, em, [teamId], {
        kind: 'folio.refund_failed',
        subject: booking.reference,
        change: [formatMoney(amount, booking.currency), ...(reason === null ? [] : [reason])].join(', '),
      });
      return null;
    },
    NO_PAYMENT,
  );
}
