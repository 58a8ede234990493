import type { SubgraphContext } from '#db/context.ts';
import { inTransaction } from '#db/transaction.ts';
import { parseWideId } from '#kit/ids.ts';
import { operatorId } from '#kit/operator.ts';
import { NONE, type Refused, refuse } from '../../errors.ts';
import { lockStatement, payInvoice } from '../steps/pay-invoice.ts';

/** The changed statement, or why it wasn't changed. */
export type InvoiceChanged = Refused & { readonly invoiceId?: number };

/**
 * Records that a statement was paid outside the platform, and restores the team's apps. Safe to repeat. Refuses with
 * `NOT_FOUND`, or `NOT_APPLICABLE` for a statement that was credited in full.
 */
export async function markInvoicePaid(ctx: SubgraphContext, id: string): Promise<InvoiceChanged> {
  operatorId(ctx);
  return inTransaction(ctx, async (em): Promise<InvoiceChanged> => {
    const invoice = await lockStatement(em, parseWideId(id) ?? 0);
    if (!invoice) return refuse('NOT_FOUND', 'There is no such statement.', ['id']);
    if (invoice.status === 'credited')
      return refuse('NOT_APPLICABLE', 'The statement was credited in full, so nothing is due.', ['id']);
    if (invoice.status === 'open') await payInvoice(ctx, em, invoice);
    return { invoiceId: invoice.id, userErrors: NONE };
  });
}
