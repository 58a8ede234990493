import type { SubgraphContext } from '#db/context.ts';
import type { Transaction } from '#db/transaction.ts';
import { dateIn } from '#kit/dates.ts';
import type { Minor } from '#kit/money.ts';
import { type Booking, type Invoice, InvoiceEntity } from '../../store/entities.ts';
import type { InvoiceDocument } from '../domain/invoice-document.ts';
import { type DocumentKind, documentNumber, seriesOf } from '../domain/series.ts';
import { nextNumber } from '../store/number-series.ts';

/** A document to issue. */
interface Issued {
  readonly booking: Pick<Booking, 'id' | 'teamId' | 'propertyId' | 'timeZone' | 'currency' | 'test'>;
  readonly kind: DocumentKind;
  readonly total: Minor;
  readonly balance: Minor;
  readonly document: InvoiceDocument;
  /** For a credit note, the invoice's id. */
  readonly creditNoteOf?: number;
}

/**
 * Writes a document with the next number of its series. The caller holds `lockNumbers`. The date and the number's year
 * are those at the property.
 */
export async function issue(
  ctx: SubgraphContext,
  em: Transaction,
  { booking, kind, total, balance, document, creditNoteOf }: Issued,
): Promise<Invoice> {
  const { id: bookingId, teamId, propertyId, currency, test } = booking;
  const issuedAt = ctx.clock.now();
  const issuedOn = dateIn(booking.timeZone, issuedAt);
  const series = seriesOf(kind, test);
  const { year } = issuedOn;
  const sequence = await nextNumber(em, { teamId, series, year });
  const row = em.create(InvoiceEntity, {
    teamId,
    bookingId,
    propertyId,
    kind,
    series,
    year,
    sequence,
    number: documentNumber(series, year, sequence),
    issuedAt,
    issuedOn: issuedOn.toString(),
    currency,
    total,
    balance,
    credited: 0,
    isOpen: kind === 'invoice',
    creditNoteOf: creditNoteOf ?? null,
    document,
  });
  await em.flush();
  return row;
}
