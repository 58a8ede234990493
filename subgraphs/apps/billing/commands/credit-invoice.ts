import type { SubgraphContext } from '#db/context.ts';
import { recordTeamEvent } from '#db/team-events.ts';
import { inTransaction, type Transaction } from '#db/transaction.ts';
import { newUuid, parseWideId } from '#kit/ids.ts';
import { basisPointsOf, formatMoney, type Minor } from '#kit/money.ts';
import { isName } from '#kit/names.ts';
import { operatorId } from '#kit/operator.ts';
import { NONE, refuse } from '../../errors.ts';
import { creditByProduct, netOf } from '../domain/credits.ts';
import { utcDate } from '../domain/periods.ts';
import { productOrNull } from '../domain/product.ts';
import { creditable, creditOutcome, numberOf } from '../domain/statements.ts';
import { lockStatement, publishInvoice } from '../steps/pay-invoice.ts';
import { lockOwing, settleTeam } from '../steps/settle-team.ts';
import { AppInvoice, Charge, LedgerEntry } from '../store/entities.ts';
import { nextNumber } from '../store/invoice-series.ts';
import type { InvoiceChanged } from './mark-invoice-paid.ts';

const MAX_REASON = 500;

/**
 * Issues a credit note for all or part of a statement: it reduces what's left to pay, and what exceeds that is carried over
 * to the next statement. Developers return their part. Refuses with `NOT_FOUND` or `INVALID`.
 */
export async function creditInvoice(
  ctx: SubgraphContext,
  {
    invoiceId,
    amount,
    reason,
  }: { readonly invoiceId: string; readonly amount: Minor; readonly reason: string },
): Promise<InvoiceChanged> {
  operatorId(ctx);
  if (!isName(reason, MAX_REASON))
    return refuse('INVALID', `Give a reason of 1 to ${MAX_REASON} visible characters on one line.`, [
      'reason',
    ]);
  return inTransaction(ctx, async (em): Promise<InvoiceChanged> => {
    const invoice = await lockStatement(em, parseWideId(invoiceId) ?? 0);
    if (!invoice) return refuse('NOT_FOUND', 'There is no such statement.', ['invoiceId']);
    const left = creditable(invoice);
    if (!Number.isSafeInteger(amount) || amount < 1 || amount > left) {
      return refuse('INVALID', `At most ${formatMoney(left, invoice.currency)} can be credited.`, ['amount']);
    }
    await credit(ctx, em, { invoice, amount, reason });
    return { invoiceId: invoice.id, userErrors: NONE };
  });
}

async function credit(
  ctx: SubgraphContext,
  em: Transaction,
  {
    invoice,
    amount,
    reason,
  }: { readonly invoice: AppInvoice; readonly amount: Minor; readonly reason: string },
): Promise<void> {
  const { id, teamId, currency, month, issuer = null, recipient = null } = invoice;
  await lockOwing(em, teamId);
  const at = ctx.clock.now();
  const day = utcDate(at);
  const net = netOf(amount, invoice);
  const number = numberOf(
    'credit_note',
    day.year,
    await nextNumber(em, { kind: 'credit_note', year: day.year }),
  );
  em.create(AppInvoice, {
    teamId,
    currency,
    month,
    kind: 'credit_note',
    number,
    status: 'credited',
    lines: [{ description: `${invoice.number}: ${reason}`, amount: -net }],
    tax: net - amount,
    total: -amount,
    issuedAt: at,
    dueAt: at,
    permalinkId: newUuid(),
    creditNoteOf: id,
    issuer,
    recipient,
  });
  const wasOpen = invoice.status === 'open';
  const { carried, status, owed = null } = creditOutcome(invoice, amount);
  invoice.credited += amount;
  invoice.status = status;
  invoice.owed = owed;
  if (wasOpen && status === 'paid') invoice.paidAt = at;
  if (carried > 0) {
    const description = `Credit note ${number}`;
    em.create(Charge, {
      teamId,
      currency,
      day: day.toString(),
      description,
      amount: -carried,
      taxable: false,
    });
  }
  await refundDevelopers(ctx, em, { invoice, net, at });
  await recordTeamEvent(ctx, em, [teamId], {
    kind: 'app_invoice.credited',
    subject: invoice.number,
    change: number,
  });
  await publishInvoice(ctx, em, invoice);
  if (wasOpen && status !== 'open') await settleTeam(ctx, em, teamId);
}

async function refundDevelopers(
  ctx: SubgraphContext,
  em: Transaction,
  { invoice, net, at }: { readonly invoice: AppInvoice; readonly net: Minor; readonly at: Date },
): Promise<void> {
  const { id: invoiceId, currency } = invoice;
  // In the order of a payment, which changes the products' balances too.
  const orderBy = { appId: 'asc', themeId: 'asc', id: 'asc' } as const;
  const charges = await em.find(Charge, { invoiceId }, { orderBy });
  const credited = charges.flatMap((charge) => {
    const product = productOrNull(charge);
    return product === null ? [] : [{ product, amount: charge.amount }];
  });
  for (const { product, amount } of creditByProduct(net, credited)) {
    const share = basisPointsOf(amount, ctx.config.platformShareBp);
    em.create(LedgerEntry, {
      ...product,
      kind: 'refund',
      currency,
      amount: -amount,
      share: -share,
      invoiceId,
      at,
    });
  }
}
