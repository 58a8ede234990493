import type { SubgraphContext } from '#db/context.ts';
import { recordTeamEvent } from '#db/team-events.ts';
import { inTransaction, type Transaction } from '#db/transaction.ts';
import { formatMoney, type Minor } from '#kit/money.ts';
import type { StatementReversalEvent } from '#schema/events.ts';
import { amountDue, dueAt, reversedChange } from '../domain/statements.ts';
import { mailReversal } from '../steps/mail-reversal.ts';
import { mailStatement } from '../steps/mail-statement.ts';
import { lockStatement, payInvoice, publishInvoice } from '../steps/pay-invoice.ts';
import { lockOwing } from '../steps/settle-team.ts';
import type { AppInvoice } from '../store/entities.ts';
import { findPayment } from '../store/statement-payments.ts';

/**
 * Makes a statement owe the amount taken back, by a lost dispute or a refund at the provider, or no
 * longer owe it once the operator has the money again. Emails the operator's team about the report. Safe to repeat, in
 * any order. See docs/interface/billing.md#payments-taken-back.
 */
export async function reversePayment(ctx: SubgraphContext, event: StatementReversalEvent): Promise<void> {
  const { invoiceId, paymentSessionId: sessionId, reversed, version, app } = event;
  await inTransaction(ctx, async (em) => {
    const invoice = await lockStatement(em, invoiceId);
    if (!invoice) throw new Error(`There is no statement ${invoiceId}.`);
    await mailReversal(ctx, em, event);
    const payment = await findPayment(em, invoice, sessionId);
    // A payment that the statement didn't accept is refunded, so it owes nothing for it.
    if (!payment || version <= payment.version) return;
    const change = reversedChange(payment, reversed);
    payment.reversed += change;
    payment.version = version;
    if (change > 0) await takeBack(ctx, em, invoice, change);
    if (change < 0) await giveBack(ctx, em, invoice, { sessionId, amount: -change, through: app });
  });
}

/** Makes a locked statement owe an amount again: a paid one is due as long after now as a new one is after its issue. */
async function takeBack(
  ctx: SubgraphContext,
  em: Transaction,
  invoice: AppInvoice,
  amount: Minor,
): Promise<void> {
  const { teamId, number, currency } = invoice;
  await lockOwing(em, teamId);
  const now = ctx.clock.now();
  const wasOpen = invoice.status === 'open';
  invoice.owed = amountDue(invoice) + amount;
  invoice.status = 'open';
  invoice.paidAt = null;
  invoice.paidSessionId = null;
  invoice.paidAmount = null;
  invoice.paidThrough = null;
  if (!wasOpen) {
    invoice.reopenedAt = now;
    invoice.dueAt = dueAt(now);
  }
  await recordTeamEvent(ctx, em, [teamId], {
    kind: 'app_invoice.reopened',
    subject: number,
    change: formatMoney(amount, currency),
  });
  await em.flush();
  if (!wasOpen) await mailStatement(ctx, em, 'statement-reopened', { invoice });
}

/** Reduces what a locked statement owes by money that the operator has again, unless it was paid another way meanwhile. */
async function giveBack(
  ctx: SubgraphContext,
  em: Transaction,
  invoice: AppInvoice,
  { amount, ...by }: { readonly sessionId: string; readonly amount: Minor; readonly through: string },
): Promise<void> {
  const left = amountDue(invoice) - amount;
  if (invoice.status !== 'open') return;
  if (left <= 0) return payInvoice(ctx, em, invoice, by);
  invoice.owed = left;
  await publishInvoice(ctx, em, invoice);
}
