import { LockMode } from '@mikro-orm/core';
import type { SubgraphContext } from '#db/context.ts';
import { publish } from '#db/events.ts';
import { recordTeamEvent } from '#db/team-events.ts';
import type { Transaction } from '#db/transaction.ts';
import { formatMoney, type Minor } from '#kit/money.ts';
import { amountDue } from '../domain/statements.ts';
import { AppInvoice } from '../store/entities.ts';
import { mailStatement } from './mail-statement.ts';
import { lockOwing, settleTeam } from './settle-team.ts';

/** Returns a statement, locked; null if it doesn't exist, or for a credit note. */
export const lockStatement = (em: Transaction, id: number): Promise<AppInvoice | null> =>
  em.findOne(AppInvoice, { id, kind: 'statement' }, { lockMode: LockMode.PESSIMISTIC_WRITE });

/** A payment by a payment session. */
interface Payment {
  readonly sessionId: string;
  /** The payment app's name. */
  readonly through: string;
}

/**
 * Marks a locked, open statement as paid and restores the team's apps, in the caller's transaction. Without `by`, the
 * operator received the payment.
 */
export async function payInvoice(
  ctx: SubgraphContext,
  em: Transaction,
  invoice: AppInvoice,
  by: Payment | null = null,
): Promise<void> {
  const { teamId, number } = invoice;
  await lockOwing(em, teamId);
  invoice.paidAmount = amountDue(invoice);
  invoice.paidSessionId = by?.sessionId ?? null;
  invoice.paidThrough = by?.through ?? null;
  invoice.status = 'paid';
  invoice.owed = null;
  invoice.paidAt = ctx.clock.now();
  await recordTeamEvent(ctx, em, [teamId], { kind: 'app_invoice.paid', subject: number });
  await publishInvoice(ctx, em, invoice);
  await mailStatement(ctx, em, 'statement-paid', { invoice });
  await settleTeam(ctx, em, teamId);
}

/**
 * Reduces what a locked, reopened statement owes by a smaller payment, in the caller's transaction: its session was opened
 * before another payment was taken back.
 */
export async function payPart(
  ctx: SubgraphContext,
  em: Transaction,
  invoice: AppInvoice,
  amount: Minor,
): Promise<void> {
  const { teamId, number, currency } = invoice;
  invoice.owed = amountDue(invoice) - amount;
  const change = `${formatMoney(amount, currency)}, ${formatMoney(invoice.owed, currency)} left`;
  await recordTeamEvent(ctx, em, [teamId], { kind: 'app_invoice.paid', subject: number, change });
  await publishInvoice(ctx, em, invoice);
}

/** Publishes that a statement was paid or credited, which ends its open payment sessions. */
export const publishInvoice = (ctx: SubgraphContext, em: Transaction, invoice: AppInvoice): Promise<void> =>
  publish(ctx, em, 'app_invoice.settled', {
    teamId: invoice.teamId,
    invoiceId: invoice.id,
    amountDue: amountDue(invoice),
  });
