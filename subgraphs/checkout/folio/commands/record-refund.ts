import type { SubgraphContext } from '#db/context.ts';
import { recordTeamEvent } from '#db/team-events.ts';
import { isUuid } from '#kit/ids.ts';
import { formatMoney } from '#kit/money.ts';
import type { FolioRefundRecordInput } from '../../generated.ts';
import {
  amountFaults,
  type FolioResult,
  FULL,
  folioError,
  methodFaults,
  refuseFolio,
  textFaults,
  tooLarge,
} from '../domain/folio-faults.ts';
import { claimRefund } from '../domain/refund-claims.ts';
import { folioInReach } from '../queries/folio.ts';
import { changeFolio } from '../steps/change-folio.ts';
import { enterRefund } from '../steps/enter-refund.ts';
import { isFull, storedEntries } from '../store/entries.ts';

/**
 * Records a refund that was paid out by a person, or by an app through its provider. It completes a due
 * refund. Each reference counts only once per method. `REFUND_TOO_LARGE` if total refunds would exceed what
 * was paid. See docs/interface/folios.md#refunds.
 */
export async function recordRefund(
  ctx: SubgraphContext,
  input: FolioRefundRecordInput,
): Promise<FolioResult> {
  const { amount } = input;
  const appSlug = ctx.viewer.kind === 'app' ? ctx.viewer.appSlug : null;
  const method = input.method ?? (appSlug === null ? '' : `app:${appSlug}`);
  const faults = [
    ...methodFaults(method, appSlug),
    ...amountFaults(amount),
    ...textFaults('reference', input.reference, false),
  ];
  if (faults.length > 0) return refuseFolio(...faults);
  const known = await folioInReach(ctx, input.bookingId);
  const paymentSessionId = input.paymentSessionId ?? null;
  const reference = input.reference?.trim() || null;
  return changeFolio(ctx, known?.id ?? null, async (em, booking) => {
    const stored = await storedEntries(em, booking.id);
    const isPaid = (id: string) =>
      isUuid(id) && stored.some((one) => one.entry === 'payment' && one.paymentSessionId === id);
    if (paymentSessionId !== null && !isPaid(paymentSessionId)) {
      const message = 'This booking has no payment from that session.';
      return refuseFolio(folioError('NOT_FOUND', 'paymentSessionId', message));
    }
    // Also of a refund that has failed since: the app's report of its success can arrive late.
    const isRepeated = stored.some(
      (one) => one.entry === 'refund' && one.method === method && one.reference === reference,
    );
    if (reference !== null && isRepeated) return null;
    const claim = claimRefund(stored, booking.paid + booking.excessPaid, { amount, paymentSessionId });
    if ('left' in claim) return refuseFolio(tooLarge(claim.left, booking.currency));
    if (claim.due === null && (await isFull(em, booking.id))) return refuseFolio(FULL);
    const refundedAt = input.refundedAt ?? ctx.clock.now();
    const refund = {
      method,
      amount,
      reference,
      paymentSessionId,
      refundSessionId: null,
      refundedAt,
    } as const;
    await enterRefund(ctx, em, booking, { ...refund, status: 'refunded' }, claim.due);
    await recordTeamEvent(ctx, em, [booking.teamId], {
      kind: 'folio.refund_recorded',
      subject: booking.reference,
      change: `${formatMoney(amount, booking.currency)}, ${method}`,
    });
    return null;
  });
}
