import type { SubgraphContext } from '#db/context.ts';
import type { Transaction } from '#db/transaction.ts';
import { languageOf } from '#kit/language.ts';
import type { StatementReversalEvent } from '#schema/events.ts';
import { writeMail } from '../../emails/outbox/outbox.ts';
import { findOwners } from '../../emails/store/owners.ts';

/**
 * Emails the operator's owners about a statement payment's dispute or refund, in the caller's
 * transaction: once per report and owner.
 */
export async function mailReversal(
  ctx: SubgraphContext,
  em: Transaction,
  { teamId, number, paymentSessionId, currency, app, report }: StatementReversalEvent,
): Promise<void> {
  if (report === null) return;
  const { reference, status, amount } = report;
  for (const { accountId, email, name, locale } of await findOwners(em, teamId)) {
    await writeMail(ctx, em, {
      key: `statement-reversal/${paymentSessionId}/${reference}/${status}/${accountId}`,
      to: email,
      template: 'statement-reversal',
      params: { language: languageOf(locale), name, number, amount, currency, status, app, reference },
      link: '/panel/marketplace',
    });
  }
}
