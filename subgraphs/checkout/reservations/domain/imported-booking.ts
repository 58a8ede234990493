import { dateIn, usableZone } from '#kit/dates.ts';
import type { Minor } from '#kit/money.ts';
import { type AgreedPayment, agreedPayment, isCovered } from '../../bookings/domain/booking-payment.ts';
import { type EntryError, faultsOf } from '../../bookings/domain/entry-faults.ts';
import { endOfCheckInDay, termsFaults } from '../../bookings/domain/entry-terms.ts';
import type { BookingImportError, BookingImportRowInput } from '../../generated.ts';
import type { Quote } from '../../store/entities.ts';

type Row = BookingImportRowInput;

/** Columns of an import's table by the inputs of an entered booking. */
const COLUMNS: Readonly<Record<string, string>> = {
  externalId: 'external_id',
  unitTypeId: 'unit_type',
  checkIn: 'check_in',
  checkOut: 'check_out',
  'guest.firstName': 'first_name',
  'guest.lastName': 'last_name',
  'guest.email': 'email',
  'guest.phone': 'phone',
  'price.amount': 'total',
  sourceLabel: 'source',
};

/** Converts an entered booking's error to a row's error. */
export function rowError({ field, code, message }: EntryError): BookingImportError {
  const path = field.slice(1).join('.');
  return {
    field: COLUMNS[path] ?? path,
    code,
    message: message.replace(/`(\w+)`/g, (_, name) => `\`${COLUMNS[name] ?? name}\``),
  };
}

/** True if the guests of a row have arrived before today, in the property's time zone. */
export const isUnderWay = (row: Pick<Row, 'checkIn' | 'timeZone'>, now: Date): boolean =>
  Temporal.PlainDate.compare(row.checkIn, dateIn(usableZone(row.timeZone), now)) < 0;

/** Returns every error in a row, at most one per column, without reading stored data. */
export function rowFaults(row: Row, now: Date): BookingImportError[] {
  const { total, paid, sourceLabel = null, note = null, checkIn, checkOut, guest } = row;
  const price = { mode: 'total', amount: total } as const;
  const faults = [
    ...faultsOf(row),
    ...termsFaults({
      price,
      payment: 'unpaid',
      sendConfirmation: false,
      sourceLabel,
      note,
      checkIn,
      checkOut,
      guest,
    }),
  ].map(rowError);
  return [...faults, ...dateFaults(row, now), ...(paid > total ? [tooMuchPaid(row)] : [])];
}

function dateFaults(row: Row, now: Date): BookingImportError[] {
  const { checkOut, status } = row;
  if (Temporal.PlainDate.compare(checkOut, dateIn(usableZone(row.timeZone), now)) < 0) {
    const message = `This stay ended on ${checkOut}. Remove the line: only stays that check out today or later are imported.`;
    return [{ field: 'check_out', code: 'STAY_OVER', message }];
  }
  if (status !== 'held' || !isUnderWay(row, now)) return [];
  const message = 'This stay has begun, so it can’t be held. Write confirmed or canceled.';
  return [{ field: 'status', code: 'INVALID', message }];
}

const tooMuchPaid = ({ status }: Row): BookingImportError => ({
  field: 'paid',
  code: 'OVERPAID',
  message:
    status === 'canceled'
      ? 'The amount kept from a canceled reservation is more than its total. Correct `paid` or `total`.'
      : 'More was paid than the total. Correct `paid` or `total`, or import the total as paid and record the rest afterwards.',
});

/** Label of the discount that brings a stay's fees and taxes down to a lower agreed total. */
const LOWER_TOTAL = 'Agreed total';

/**
 * Returns a quote with exactly the agreed total. If fees and taxes alone exceed it, a discount makes up the
 * difference.
 */
export function agreedQuote(quote: Quote, total: Minor): Quote {
  const excess = quote.total - total;
  if (excess <= 0) return quote;
  const discount = { kind: 'discount', label: LOWER_TOTAL, amount: -excess } as const;
  return { ...quote, total, entries: [...quote.entries, discount] };
}

/** Status and payment of an imported booking. */
export interface ImportedTerms extends AgreedPayment {
  readonly status: 'confirmed' | 'held' | 'cancelled';
  readonly paid: Minor;
  /** End of the hold; for a booking that isn't held, the time of its import. */
  readonly holdExpiresAt: Date;
}

/**
 * Returns an imported booking's status and payment. A held reservation is confirmed if its payment covers
 * what's due now; the rest of a confirmed one is due at the property.
 */
export function importedTerms(row: Row, quote: Quote, now: Date): ImportedTerms {
  const { status, paid, checkIn, timeZone } = row;
  const { total } = quote;
  if (status === 'canceled') {
    return {
      status: 'cancelled',
      paid,
      paymentMode: 'now',
      dueNow: paid,
      balanceDueOn: null,
      holdExpiresAt: now,
    };
  }
  if (status === 'held') {
    const payment = agreedPayment(quote, now);
    const dueNow = Math.min(payment.dueNow, total);
    if (!isCovered({ paid, total, charged: null, dueNow })) {
      const holdExpiresAt = endOfCheckInDay(checkIn.toString(), timeZone);
      return { ...payment, dueNow, status: 'held', paid, holdExpiresAt };
    }
  }
  const settled = paid >= total;
  return {
    status: 'confirmed',
    paid,
    paymentMode: settled ? 'now' : 'at_property',
    dueNow: settled ? total : 0,
    balanceDueOn: null,
    holdExpiresAt: now,
  };
}

const PROBLEMS: Readonly<Record<string, readonly [field: string, code: string, message: string]>> = {
  out_of_stock: [
    'check_in',
    'NIGHTS_TAKEN',
    'No unit is free on all of these nights. Free one, correct the dates, or remove the line.',
  ],
  item_unavailable: ['unit_type', 'NOT_FOUND', 'There is no such unit type anymore. Choose another one.'],
  capacity_exceeded: [
    'adults',
    'PARTY_TOO_LARGE',
    'The party is too large for one unit. Correct the guests, or allow more in the unit type.',
  ],
};

/** Converts a quote's problem to a row's error. */
export function problemError(code: string): BookingImportError {
  const [field, as, message] = PROBLEMS[code] ?? [
    'check_in',
    'INVALID',
    'These dates can’t be booked. Correct them.',
  ];
  return { field, code: as, message };
}

/** Returns the error for a taken unit, or one out of order. */
export function unitTaken(name: string, reference: string | null): BookingImportError {
  const why = reference === null ? 'out of order' : `taken by booking ${reference}`;
  const message = `Unit ${name} is ${why} on some of these nights. Name another unit, or leave the cell empty.`;
  return { field: 'unit', code: 'UNIT_TAKEN', message };
}

/** Error of a row whose booking another one replaced several times during its import. */
export const BUSY: BookingImportError = {
  field: null,
  code: 'CONFLICT',
  message: 'These nights were changed at the same time. Import the file again.',
};
