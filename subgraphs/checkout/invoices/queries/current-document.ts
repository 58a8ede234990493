import type { SubgraphContext } from '#db/context.ts';
import { reader } from '#db/transaction.ts';
import { knownLanguage, languageOf } from '#kit/language.ts';
import { type Booking, BookingEntity, type FolioEntry, FolioEntryEntity } from '../../store/entities.ts';
import type { InvoiceDocument, Recipient } from '../domain/invoice-document.ts';
import { invoiceLines } from '../domain/invoice-lines.ts';
import { invoicedCharges, invoicedPayments, invoicedStay, lineTermsOf } from '../domain/invoiced-folio.ts';
import { type InvoiceParts, invoiceParts } from '../operations/invoice-parts.ts';

/** A booking's receipt. */
type Receipt = Pick<InvoiceDocument, 'issuer' | 'lines' | 'taxes' | 'payments'> & {
  readonly endedRefundSessionIds: readonly string[];
};

/** Returns the issuer, charges, taxes and payments for a guest's receipt; null if the property is gone. */
export async function receiptOf(ctx: SubgraphContext, { id }: Pick<Booking, 'id'>): Promise<Receipt | null> {
  const booking = await reader(ctx).findOneOrFail(BookingEntity, { id });
  const platform = { viewer: { kind: 'platform' }, requestId: ctx.requestId } as const;
  const parts = await invoiceParts(ctx, booking, platform);
  if (!parts) return null;
  const entries = await reader(ctx).find(FolioEntryEntity, { bookingId: id }, { orderBy: { number: 'asc' } });
  const endedRefundSessionIds = entries.flatMap(({ refundSessionId, status }) =>
    refundSessionId != null && (status === 'refunded' || status === 'failed') ? [refundSessionId] : [],
  );
  return { ...documentOf(booking, entries, parts, null), endedRefundSessionIds };
}

/** Describes a booking's folio as a document, which is made out to its guest without a recipient. */
export function documentOf(
  booking: Booking,
  entries: readonly FolioEntry[],
  { issuer, terms, others }: InvoiceParts,
  recipient: Recipient | null,
): InvoiceDocument {
  const charges = invoicedCharges(booking, entries);
  const lineTerms = lineTermsOf(booking, charges, [terms, ...others]);
  return {
    language: knownLanguage(booking.guestLocale ?? '') ?? languageOf(terms.locale),
    issuer: {
      legalName: issuer.legalName ?? issuer.name,
      taxId: issuer.taxId,
      address: issuer.address,
    },
    recipient: recipient ?? guestOf(booking),
    propertyName: terms.propertyName,
    reference: booking.reference,
    checkIn: booking.checkIn,
    checkOut: booking.checkOut,
    booked: booking.lines.map(({ title, quantity }) => (quantity === 1 ? title : `${quantity} × ${title}`)),
    ...invoiceLines(charges, lineTerms, invoicedStay(booking)),
    payments: invoicedPayments(booking, entries),
    reason: null,
  };
}

const guestOf = ({ guestFirstName, guestLastName }: Booking): Recipient => ({
  name: `${guestFirstName} ${guestLastName}`.trim(),
  company: null,
  vatNumber: null,
  address: null,
});
