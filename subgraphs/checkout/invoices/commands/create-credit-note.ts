import type { SubgraphContext } from '#db/context.ts';
import { idInReach } from '#db/reach.ts';
import { recordTeamEvent } from '#db/team-events.ts';
import { inTransaction } from '#db/transaction.ts';
import { parseWideId } from '#kit/ids.ts';
import { formatMoney } from '#kit/money.ts';
import { teamOf } from '../../access.ts';
import { BookingEntity, type Invoice, InvoiceEntity } from '../../store/entities.ts';
import { creditedLines, leftOf } from '../domain/credited-lines.ts';
import { creditFaults, type InvoiceError, invoiceError } from '../domain/invoice-faults.ts';
import { issue } from '../steps/issue.ts';
import { creditNotesOf, lockInvoice } from '../store/invoices.ts';
import { lockNumbers } from '../store/number-series.ts';

/** The credit note, or the reasons that it isn't issued. */
export interface CreditNoteResult {
  readonly creditNote: Invoice | null;
  readonly userErrors: readonly InvoiceError[];
}

/** A credit note to issue. */
export interface Credit {
  readonly invoiceId: string;
  readonly amount: number;
  readonly reason?: string | null;
}

const refuse = (...userErrors: readonly InvoiceError[]): CreditNoteResult => ({
  creditNote: null,
  userErrors,
});

const NO_INVOICE = invoiceError('NOT_FOUND', ['invoiceId'], 'This team has no such invoice.');

/**
 * Credits an invoice in part or in full, under its lock: never more than earlier credit notes have left. See
 * docs/interface/invoices.md#credit-notes.
 */
export async function createCreditNote(ctx: SubgraphContext, credit: Credit): Promise<CreditNoteResult> {
  const { amount } = credit;
  const reason = credit.reason?.trim() || null;
  const faults = creditFaults(amount, reason);
  if (faults.length > 0) return refuse(...faults);
  const id = parseWideId(credit.invoiceId);
  const teamId = teamOf(ctx.viewer);
  if (id === null || teamId === null) return refuse(NO_INVOICE);
  const propertyId = idInReach(ctx.viewer);
  return inTransaction(ctx, async (em) => {
    const invoice = await lockInvoice(em, { id, teamId, ...(propertyId && { propertyId }) });
    if (!invoice) return refuse(NO_INVOICE);
    const { currency } = invoice;
    const left = invoice.total - invoice.credited;
    if (amount > left) {
      const message = `${formatMoney(left, currency)} of the invoice ${invoice.number} can still be credited.`;
      return refuse(invoiceError('CREDIT_TOO_LARGE', ['amount'], message));
    }
    const booking = await em.findOneOrFail(BookingEntity, { id: invoice.bookingId });
    const notes = (await creditNotesOf(em, id)).map(({ document }) => document);
    const document = {
      ...invoice.document,
      ...creditedLines(leftOf(invoice.document, notes), amount),
      payments: [],
      reason,
    };
    await lockNumbers(em, teamId);
    const sums = { total: -amount, balance: -amount };
    const creditNote = await issue(ctx, em, {
      booking,
      kind: 'credit_note',
      ...sums,
      document,
      creditNoteOf: id,
    });
    await em.nativeUpdate(
      InvoiceEntity,
      { id },
      { credited: invoice.credited + amount, isOpen: amount < left },
    );
    await recordTeamEvent(ctx, em, [teamId], {
      kind: 'credit_note.created',
      subject: booking.reference,
      change: `${creditNote.number}: ${formatMoney(-amount, currency)}, ${invoice.number}`,
    });
    return { creditNote, userErrors: [] };
  });
}
