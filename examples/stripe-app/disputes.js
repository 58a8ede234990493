import { RefusedError } from '@platform/app-sdk';
import { REPORT_DISPUTE, REPORT_REVERSAL, SESSION } from './documents.js';
import { digitsOf, fromStripe, toMinor } from './money.js';
import { idOf } from './outcomes.js';
import { current } from './refunds.js';

/** @import Stripe from 'stripe' */
/** @import { Accounts } from './accounts.js' */

/**
 * The platform's dispute status by Stripe's. Inquiries (`warning_…`) take no money, and a refund may end them.
 * @type {Readonly<Record<string, 'open' | 'won' | 'lost'>>}
 */
const STATUSES = { needs_response: 'open', under_review: 'open', won: 'won', lost: 'lost' };

/** The status of a dispute about a statement's payment, which has no folio. */
const OF_STATEMENTS = /** @type {const} */ ({ open: 'disputed', won: 'dispute_won', lost: 'dispute_lost' });

/**
 * Reports a dispute as it is now to the platform.
 * @param {Accounts} accounts @param {string} team @param {Stripe.Dispute} disputed as in an event
 */
export async function reportDispute(accounts, team, disputed) {
  const dispute = await accounts.withStripe(team, (stripe) =>
    current(disputed, stripe.disputes.retrieve(disputed.id)),
  );
  const status = STATUSES[dispute.status];
  const intent = idOf(dispute.payment_intent);
  if (!status || intent === null) return;
  const { metadata } = await accounts.withStripe(team, (stripe) => stripe.paymentIntents.retrieve(intent));
  const { platform_session: paymentSessionId, platform_amount: paid = '' } = metadata;
  if (!paymentSessionId || metadata.platform_team !== team) return;
  const amount = toMinor(fromStripe(dispute.amount, dispute.currency, digitsOf(paid)));
  const input = { paymentSessionId, amount, reference: dispute.id };
  const { client } = accounts.connectionOf(team);
  try {
    if (!metadata.platform_statement) {
      await client.mutate(REPORT_DISPUTE, { input: { ...input, status } });
      return;
    }
    const session = (await client.request(SESSION, { id: paymentSessionId })).paymentSession;
    // The platform doesn't have a second payment of the same session, which this app refunds.
    if (session?.reference !== intent) return;
    await client.mutate(REPORT_REVERSAL, { input: { ...input, status: OF_STATEMENTS[status] } });
  } catch (error) {
    if (!(error instanceof RefusedError) || error.has('NOT_FOUND')) throw error;
    console.warn(`The report of the dispute ${dispute.id} was refused: ${error.message}`);
  }
}
