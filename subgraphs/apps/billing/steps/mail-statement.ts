import type { SubgraphContext } from '#db/context.ts';
import type { Transaction } from '#db/transaction.ts';
import { languageOf } from '#kit/language.ts';
import type { StatementMailTemplate } from '../../emails/domain/statement-mail.ts';
import { writeMail } from '../../emails/outbox/outbox.ts';
import { findOwners } from '../../emails/store/owners.ts';
import { Team } from '../../identity/store/entities.ts';
import { utcDate } from '../domain/periods.ts';
import { amountDue } from '../domain/statements.ts';
import type { AppInvoice } from '../store/entities.ts';

/**
 * Emails a team's owners about a statement, in the transaction that causes it: once per statement, cause and owner,
 * however many apps it has, and again after a payment was taken back. Owners can't unsubscribe from bills. `apps` are
 * the apps that the team hasn't paid for.
 */
export async function mailStatement(
  ctx: SubgraphContext,
  em: Transaction,
  template: StatementMailTemplate,
  { invoice, apps = [] }: { readonly invoice: AppInvoice; readonly apps?: readonly string[] },
): Promise<void> {
  const { id, teamId, number, month, currency, dueAt, paidAt, paidAmount, paidThrough, permalinkId } =
    invoice;
  // A payment that's taken back begins another round.
  const round = invoice.reopenedAt == null ? '' : `/${invoice.reopenedAt.getTime()}`;
  const { name: team } = await em.findOneOrFail(Team, { id: teamId });
  for (const { accountId, email, name, locale } of await findOwners(em, teamId)) {
    const language = languageOf(locale);
    await writeMail(ctx, em, {
      key: `${template}/${id}/${accountId}${round}`,
      to: email,
      template,
      params: {
        language,
        name,
        team,
        number,
        month,
        amount: invoice.status === 'paid' ? (paidAmount ?? 0) : amountDue(invoice),
        currency,
        dueOn: utcDate(dueAt).toString(),
        paidOn: paidAt == null ? null : utcDate(paidAt).toString(),
        paidThrough: paidThrough ?? null,
        apps,
      },
      link: `/statements/${permalinkId}?lang=${language}`,
    });
  }
}
