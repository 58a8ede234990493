import type { SubgraphContext } from '#db/context.ts';
import { reader } from '#db/transaction.ts';
import { recordMetric } from '#kit/metrics.ts';
import { asPayments } from '../access.ts';
import { readRedirect } from '../domain/app-answer.ts';
import { MOVES } from '../domain/session-states.ts';
import type { PaymentSessionOpenPayload } from '../generated.ts';
import { PaymentSession } from '../store/entities.ts';
import { callAppDocument } from './generated.ts';
import { refuseWay } from './ways-to-pay.ts';

/**
 * Requests the payment page from a session's app. If the app declines the amount, the attempt has failed; an
 * unusable response is only recorded.
 */
export async function askForPage(
  ctx: SubgraphContext,
  session: PaymentSession,
): Promise<PaymentSessionOpenPayload> {
  const { id, teamId, installId, request, version } = session;
  const input = { installId: String(installId), endpoint: 'payment_session', body: request } as const;
  const { appEndpointCall } = await ctx.execute(callAppDocument, { input }, asPayments(ctx, teamId));
  const page = readRedirect(appEndpointCall, { allowLoopback: ctx.config.webhookAllowPrivate });
  const em = reader(ctx);
  const updatedAt = ctx.clock.now();
  if ('decline' in page) {
    const { code, message } = page.decline;
    const declined = { status: MOVES.reject.to, rejectCode: code, rejectMessage: message };
    const unpaid = { id, status: { $in: ['INITIATED', 'REDIRECTED'] as const } };
    const ended = await em.nativeUpdate(PaymentSession, unpaid, {
      ...declined,
      version: version + 1,
      updatedAt,
    });
    recordMetric('paymentSession', { state: MOVES.reject.to }, ended);
    return refuseWay('declined');
  }
  if ('problem' in page) {
    ctx.log.warn({ paymentSession: id, problem: page.problem }, 'A payment app returned no page');
    await em.nativeUpdate(PaymentSession, { id }, { lastFailure: page.problem, updatedAt });
    return refuseWay('app_failed');
  }
  const { from, to } = MOVES.redirect;
  const redirected = { status: to, lastFailure: null, updatedAt };
  const moved = await em.nativeUpdate(PaymentSession, { id, status: { $in: [...from] } }, redirected);
  recordMetric('paymentSession', { state: to }, moved);
  return { redirectUrl: page.url, refusal: null };
}
