import type { SubgraphContext } from '#db/context.ts';
import { appMethodId } from '../domain/methods.ts';
import type { PaymentSessionOpenPayload, StatementPaymentOpenInput } from '../generated.ts';
import { askForPage } from '../operations/ask-for-page.ts';
import { statementToPayDocument } from '../operations/generated.ts';
import { refuseWay } from '../operations/ways-to-pay.ts';
import { cancelOlder } from '../steps/cancel-older.ts';
import { insertStatementSession } from '../store/insert-statement-session.ts';
import { endStatementSessions } from './end-statement-sessions.ts';
import { expireSessions } from './expire-sessions.ts';

/** Attempts to read the statement if its amount changes while creating the session. */
const ATTEMPTS = 5;

/**
 * Handles a team's choice of payment app for its statement: requests the app's page, the same one while the attempt is
 * open. The response never changes the statement. See docs/interface/payments.md#statements.
 */
export async function openStatementSession(
  ctx: SubgraphContext,
  { permalinkId, method, returnUrl }: StatementPaymentOpenInput,
): Promise<PaymentSessionOpenPayload> {
  const read = async () =>
    (await ctx.execute(statementToPayDocument, { permalinkId }, ctx)).appInvoiceByPermalink;
  let statement = await read();
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    if (!statement) return refuseWay('booking_not_found');
    const { amountDue, payeeTeamId } = statement;
    const statementId = Number(statement.id);
    if (amountDue <= 0) return refuseWay('nothing_to_pay');
    const app = statement.paymentApps.find((one) => appMethodId(one) === method);
    if (!app || payeeTeamId === null) return refuseWay('method_not_found');
    await expireSessions(ctx, { statementId });
    await endStatementSessions(ctx, { statementId, amountDue });
    const opened = await insertStatementSession(ctx, {
      statement: { ...statement, payeeTeamId },
      app,
      returnUrl,
    });
    // If the statement was paid or credited after it was read, the event may have preceded the session, so the session
    // wasn't ended.
    const now = opened?.isNew ? await read() : statement;
    if (opened && now?.amountDue === amountDue) {
      const answer = await askForPage(ctx, opened.session);
      if (answer.refusal === null) await cancelOlder(ctx, opened.session);
      return answer;
    }
    if (now) await endStatementSessions(ctx, { statementId, amountDue: now.amountDue });
    statement = now;
  }
  throw new Error('Failed to open a payment session because its statement kept changing.');
}
