import type { SubgraphContext } from '#db/context.ts';
import { recordTeamEvent } from '#db/team-events.ts';
import { inTransaction, reader } from '#db/transaction.ts';
import { formatMoney } from '#kit/money.ts';
import { MAX_INVOICE_LINES } from '#schema/limits.ts';
import { sumsOf } from '../../folio/domain/folio-sums.ts';
import { folioInReach } from '../../folio/queries/folio.ts';
import { lockBooking, storedEntries } from '../../folio/store/entries.ts';
import type { InvoiceCreateInput } from '../../generated.ts';
import { type Booking, BookingEntity, type Invoice } from '../../store/entities.ts';
import type { InvoiceDocument } from '../domain/invoice-document.ts';
import { type InvoiceError, invoiceError, readRecipient } from '../domain/invoice-faults.ts';
import { invoiceLogoDocument } from '../operations/generated.ts';
import { invoiceParts } from '../operations/invoice-parts.ts';
import { documentOf } from '../queries/current-document.ts';
import { issue } from '../steps/issue.ts';
import { openInvoice } from '../store/invoices.ts';
import { lockNumbers } from '../store/number-series.ts';

/** The invoice, or the reasons that it isn't issued. */
export interface InvoiceResult {
  readonly invoice: Invoice | null;
  readonly userErrors: readonly InvoiceError[];
}

const refuse = (...userErrors: readonly InvoiceError[]): InvoiceResult => ({ invoice: null, userErrors });

const at = ['input', 'bookingId'];
const NO_BOOKING = invoiceError('NOT_FOUND', at, 'This team has no such booking.');

/**
 * Issues an invoice for a booking's folio, under the booking's lock, with the series' next number. See
 * docs/interface/invoices.md#issuing.
 */
export async function createInvoice(ctx: SubgraphContext, input: InvoiceCreateInput): Promise<InvoiceResult> {
  const recipient = input.recipient ? readRecipient(input.recipient) : null;
  if (isFaults(recipient)) return refuse(...recipient);
  const known = await folioInReach(ctx, input.bookingId);
  if (!known) return refuse(NO_BOOKING);
  const { teamId, propertyId, lines } = await reader(ctx).findOneOrFail(BookingEntity, { id: known.id });
  const parts = await invoiceParts(ctx, { teamId, propertyId, lines });
  if (!parts) return refuse(NO_BOOKING);
  const { invoiceLogoKeep: logo } = await ctx.execute(
    invoiceLogoDocument,
    { propertyId: String(propertyId) },
    ctx,
  );
  return inTransaction(ctx, async (em) => {
    const booking = await lockBooking(em, teamId, known.id);
    if (!booking) return refuse(NO_BOOKING);
    const open = await openInvoice(em, booking.id);
    if (open) return refuse(alreadyInvoiced(open));
    const entries = await storedEntries(em, booking.id);
    const document = { ...documentOf(booking, entries, parts, recipient), ...(logo ? { logo } : {}) };
    const fault = faultIn(booking, document);
    if (fault) return refuse(fault);
    await lockNumbers(em, teamId);
    const { total, balance } = sumsOf(booking);
    const invoice = await issue(ctx, em, { booking, kind: 'invoice', total, balance, document });
    await recordTeamEvent(ctx, em, [teamId], {
      kind: 'invoice.created',
      subject: booking.reference,
      change: `${invoice.number}: ${formatMoney(total, booking.currency)}`,
    });
    return { invoice, userErrors: [] };
  });
}

const isFaults = (read: ReturnType<typeof readRecipient> | null): read is readonly InvoiceError[] =>
  Array.isArray(read);

const alreadyInvoiced = ({ number }: Invoice) =>
  invoiceError(
    'INVOICE_EXISTS',
    at,
    `The booking has the invoice ${number}. To issue another one, credit that one in full first.`,
  );

/** Returns the reason that a booking can't be invoiced; null if it can. */
function faultIn({ status }: Booking, { lines }: InvoiceDocument): InvoiceError | null {
  if (status === 'released') {
    const message = "The booking wasn't paid in time, so its nights were released.";
    return invoiceError('BOOKING_RELEASED', at, message);
  }
  if (lines.reduce((sum, { amount }) => sum + amount, 0) <= 0) {
    return invoiceError('NOTHING_TO_INVOICE', at, "The folio's charges don't add up to more than 0.");
  }
  if (lines.length > MAX_INVOICE_LINES) {
    return invoiceError('TOO_MANY_LINES', at, `An invoice has at most ${MAX_INVOICE_LINES} lines.`);
  }
  return null;
}
