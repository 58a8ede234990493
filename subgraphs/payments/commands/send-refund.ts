import type { SubgraphContext } from '#db/context.ts';
import { schedule } from '#db/jobs/jobs.ts';
import { inTransaction, reader } from '#db/transaction.ts';
import { asPayments } from '../access.ts';
import { toMajor } from '../domain/amounts.ts';
import { callAppDocument, paymentAppsDocument } from '../operations/generated.ts';
import { reserveRefund } from '../operations/reserve-refund.ts';
import { SEND_REFUND_QUEUE } from '../steps/insert-refund.ts';
import { publishRefund } from '../steps/publish-refund.ts';
import { publishReversed } from '../steps/publish-reversed.ts';
import { lockStatementSession } from '../steps/statement-session.ts';
import { PaymentSession, Refund } from '../store/entities.ts';

/**
 * Enters a refund in its booking's folio, then sends one request to the app. A refund that would now exceed
 * what was paid is rejected. If the app doesn't support refunds, or doesn't respond with 2xx within the
 * webhook schedule, the host makes the refund. Safe to retry: the app identifies a refund by its id. See
 * docs/interface/payments.md#refunds.
 */
export async function sendRefund(ctx: SubgraphContext, refundId: string): Promise<void> {
  const refund = await reader(ctx).findOne(Refund, {
    id: refundId,
    status: { $in: ['INITIATED', 'MANUAL'] },
  });
  if (!refund) return;
  const session = await reader(ctx).findOneOrFail(PaymentSession, { id: refund.sessionId });
  const bar = refund.attempts === 0 ? await reserveRefund(ctx, refund, session) : null;
  if (bar !== null)
    return record(ctx, refund, 'REJECTED', { reason: bar === 'disputed' ? DISPUTED : TOO_LARGE });
  if (refund.status === 'MANUAL') return;
  const apps = await ctx.execute(paymentAppsDocument, {}, asPayments(ctx, refund.teamId));
  const app = apps.paymentApps.find(({ installId }) => Number(installId) === refund.installId);
  if (!app?.refunds) return record(ctx, refund, 'MANUAL');

  const call = {
    installId: app.installId,
    endpoint: 'refund_session',
    body: JSON.stringify({ refund_session: describeRefund(refund, session, app.team) }),
  } as const;
  const { appEndpointCall: answer } = await ctx.execute(
    callAppDocument,
    { input: call },
    asPayments(ctx, refund.teamId),
  );
  const accepted = answer.status !== null && answer.status >= 200 && answer.status <= 299;
  if (accepted) return record(ctx, refund, 'REQUESTED');
  const waitMs = ctx.config.webhookRetryScheduleMs[refund.attempts + 1];
  ctx.log.warn(
    { refund: refund.id, status: answer.status, failure: answer.failure },
    'Failed to send a refund',
  );
  return waitMs === undefined
    ? record(ctx, refund, 'MANUAL')
    : record(ctx, refund, 'INITIATED', { againInMs: waitMs });
}

/** Builds the `refund_session` for an app, with wire-format keys (docs/guides/process-payments.md). */
function describeRefund({ id, amount, currency, reason }: Refund, session: PaymentSession, team: string) {
  return {
    id,
    payment_session_id: session.id,
    reference: session.reference,
    test: session.test,
    amount: toMajor(amount, currency),
    currency,
    team,
    reason,
  };
}

/** Rejection of a refund that no longer fits because of other refunds. */
const TOO_LARGE = {
  rejectCode: 'refund_too_large',
  rejectMessage: 'All refunds would exceed what was paid.',
};

/** Rejection of a refund whose payment's dispute is open. */
const DISPUTED = {
  rejectCode: 'payment_disputed',
  rejectMessage: "The payment's dispute is open.",
};

/** Records a finished attempt, unless the app has reported the result in the meantime. */
function record(
  ctx: SubgraphContext,
  refund: Refund,
  status: 'INITIATED' | 'REQUESTED' | 'MANUAL' | 'REJECTED',
  {
    againInMs,
    reason = {},
  }: { readonly againInMs?: number; readonly reason?: Partial<typeof TOO_LARGE> } = {},
): Promise<void> {
  const { id, attempts } = refund;
  return inTransaction(ctx, async (em) => {
    const now = ctx.clock.now();
    const changes = {
      status,
      attempts: attempts + 1,
      updatedAt: now,
      ...reason,
    };
    const session = await lockStatementSession(em, id);
    const noted = await em.nativeUpdate(Refund, { id, status: refund.status, attempts }, changes);
    if (noted > 0 && status !== 'INITIATED') await publishRefund(ctx, em, refund, status);
    if (noted > 0 && session) await publishReversed(ctx, em, session);
    if (noted === 0 || againInMs === undefined) return;
    await schedule(ctx, em, SEND_REFUND_QUEUE, { refundId: id }, { at: new Date(now.getTime() + againInMs) });
  });
}
