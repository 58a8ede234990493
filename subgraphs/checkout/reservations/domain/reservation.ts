import { formatMoney, type Minor } from '#kit/money.ts';
import { type AgreedPayment, elsewhereAfter } from '../../bookings/domain/booking-payment.ts';
import { type EntryError, entryError } from '../../bookings/domain/entry-faults.ts';
import type { ChannelCollector } from '../../bookings/domain/statuses.ts';
import type { ChannelChargeInput, ChannelReservationInput } from '../../generated.ts';
import type {
  Booking,
  ChannelCharge,
  ChannelGuest,
  ChannelStay,
  KeptChannel,
  Quote,
  Reservation,
} from '../../store/entities.ts';
import type { TakeChannelStayMutation } from '../operations/generated.ts';

type TakenStay = TakeChannelStayMutation['channelStayTake'];
/** Catalog's description of the stays a connection sold. */
export type Sold = NonNullable<TakenStay['sold']>;

/** Converts an app's input to a reservation. */
export const toReservation = (input: ChannelReservationInput): Reservation => ({
  cancelled: input.status === 'cancelled',
  bookedAt: input.bookedAt?.toISOString() ?? null,
  stays: input.lines.map(({ externalId, unitTypeId, channelRoomId, checkIn, checkOut, ...line }) => ({
    externalId,
    unitTypeId: unitTypeId ?? null,
    channelRoomId: channelRoomId ?? null,
    ...(line.ratePlanId == null ? {} : { ratePlanId: line.ratePlanId }),
    ...(line.channelRateId == null ? {} : { channelRateId: line.channelRateId }),
    checkIn: checkIn.toString(),
    checkOut: checkOut.toString(),
    adults: line.adults,
    children: line.children ?? 0,
    ...(line.childAges == null ? {} : { childAges: line.childAges }),
    nightly: [...line.nightly]
      .sort((one, other) => Temporal.PlainDate.compare(one.date, other.date))
      .map(({ amount }) => amount),
  })),
  currency: input.currency,
  total: input.total,
  taxes: (input.taxes ?? []).map(toCharge),
  fees: (input.fees ?? []).map(toCharge),
  commission: input.commission ?? null,
  collectedBy: input.collectedBy ?? null,
  notes: input.notes ?? null,
  guest: guestIn(input),
});

/** Returns guest details specific to channels; null if absent. */
const guestIn = ({ guest: { country, locale } }: ChannelReservationInput): ChannelGuest | null =>
  country == null && locale == null ? null : { country: country ?? null, locale: locale ?? null };

const toCharge = ({ name, amount }: ChannelChargeInput): ChannelCharge => ({ label: name, amount });

const sum = (amounts: readonly Minor[]): Minor => amounts.reduce((whole, amount) => whole + amount, 0);
const priceOf = ({ nightly }: ChannelStay): Minor => sum(nightly);
const itemized = ({ stays, taxes, fees }: Reservation): Minor =>
  sum([...stays.map(priceOf), ...[...taxes, ...fees].map(({ amount }) => amount)]);

/**
 * Converts a reservation to a booking's quote with the channel's prices. If they don't add up to its total,
 * an entry holds the difference, because the total was agreed (docs/interface/channels.md#amounts).
 */
export function quoteOf(reservation: Reservation, sold: Sold): Quote {
  const { stays, total, currency, taxes, fees } = reservation;
  const subtotal = sum(stays.map(priceOf));
  const missing = total - itemized(reservation);
  const entry = (kind: Quote['entries'][number]['kind'], label: string, amount: Minor) => ({
    kind,
    label,
    amount,
  });
  return {
    currency,
    total,
    timeZone: sold.timeZone,
    test: sold.test,
    locale: 'en',
    fingerprint: '',
    checkIn: stays.map(({ checkIn }) => checkIn).sort()[0] ?? null,
    checkOut:
      stays
        .map(({ checkOut }) => checkOut)
        .sort()
        .at(-1) ?? null,
    lines: stays.map((stay, place) => lineOf(stay, sold, place)),
    entries: [
      entry('subtotal', 'Accommodation', subtotal),
      ...(missing < 0 ? [entry('discount', 'Difference on the channel', missing)] : []),
      ...fees.map(({ label, amount }) => entry('fee', label, amount)),
      ...(missing > 0 ? [entry('fee', 'Difference on the channel', missing)] : []),
      ...taxes.map(({ label, amount }) => entry('tax', label, amount)),
    ],
    dueAtProperty: [],
    payment: { mode: 'now', dueNow: total, balanceDueOn: null },
    extras: [],
    problems: [],
  };
}

function lineOf(stay: ChannelStay, { lines, propertyId }: Sold, place: number): Quote['lines'][number] {
  const price = priceOf(stay);
  const { checkIn, checkOut, adults, children, nightly } = stay;
  return {
    itemId: '',
    quantity: 1,
    unitTypeId: lines[place]?.unitTypeId ?? null,
    propertyId,
    title: lines[place]?.title ?? '',
    checkIn,
    checkOut,
    adults,
    children,
    nightly,
    net: null,
    droppedFees: null,
    base: price,
    discount: 0,
    subtotal: price,
    tax: 0,
    total: price,
    ratePlan: lines[place]?.ratePlan ?? null,
    cancellation: null,
  };
}

/** Payment terms: the channel collects, or everything is due at the property. */
export const paymentOf = (collectedBy: ChannelCollector, total: Minor): AgreedPayment =>
  collectedBy === 'channel'
    ? { paymentMode: 'now', dueNow: total, balanceDueOn: null }
    : { paymentMode: 'at_property', dueNow: 0, balanceDueOn: null };

/**
 * Returns the amount that the channel collected, or that was paid elsewhere otherwise, after a revision:
 * the channel collects the new total, unless the host voided its payment. `before` is the amount before the
 * revision.
 */
export function collectedAfter(
  before: Minor,
  { status, total, channel }: Pick<Booking, 'status' | 'total' | 'channel'>,
  next: Pick<KeptChannel, 'collectedBy'> & Pick<Reservation, 'total'>,
): Minor {
  const wasCollected = channel?.collectedBy === 'channel';
  if (next.collectedBy !== 'channel') return wasCollected ? 0 : before;
  return wasCollected && status !== 'cancelled' ? elsewhereAfter(before, total, next.total) : next.total;
}

/** Returns the reservation's other stored fields. */
export function keptOf(reservation: Reservation, { collects }: Pick<Sold, 'collects'>): KeptChannel {
  const { bookedAt, collectedBy, commission, guest = null, notes, stays, total } = reservation;
  const items = itemized(reservation);
  return {
    bookedAt,
    collectedBy: collectedBy ?? collects,
    commission,
    guest,
    notes,
    itemizedTotal: items === total ? null : items,
    lineIds: stays.flatMap(({ externalId }) => externalId ?? []),
    ...(stays.some(({ childAges }) => childAges) && {
      childAges: stays.map(({ childAges = [] }) => childAges),
    }),
  };
}

/** Returns the error for a total that differs from the sum for nights, taxes and fees; null if it matches. */
export function totalMismatch(reservation: Reservation): EntryError | null {
  const { currency, total } = reservation;
  const items = itemized(reservation);
  if (items === total) return null;
  const [shown, listed] = [formatMoney(total, currency), formatMoney(items, currency)];
  return entryError(
    'TOTAL_MISMATCH',
    'total',
    `The total is ${shown}, but nights, taxes and fees add up to ${listed}. The reservation was applied with the total; send a new revision if it's wrong.`,
  );
}

/** Returns the refusal if catalog couldn't take the nights. */
export function refusalOf({ outcome, line }: Pick<TakenStay, 'outcome' | 'line'>): EntryError {
  switch (outcome) {
    case 'unknown_room':
      return entryError(
        'UNKNOWN_ROOM',
        `lines.${line ?? 0}`,
        "This room isn't mapped, or the connected property has no such unit type. The host maps rooms in the panel.",
      );
    case 'unknown_rate':
      return entryError(
        'UNKNOWN_RATE',
        `lines.${line ?? 0}.ratePlanId`,
        'The unit type has no such rate plan.',
      );
    case 'other_currency':
      return entryError('CURRENCY_MISMATCH', 'currency', "This isn't the connection's currency.");
    case 'no_nights':
      return entryError('INVALID', 'lines', 'Not all of these nights are on sale.');
    case 'sold_out':
      return entryError('OUT_OF_STOCK', 'lines', 'Not enough units are free on all of these nights.');
    case 'gone':
    case 'taken':
      return entryError('CONFLICT', 'externalId', 'The booking was changed at the same time. Try again.');
    case 'not_active':
      return entryError(
        'CONNECTION_NOT_ACTIVE',
        'connectionId',
        "There is no such connection, or it isn't active. Check its status.",
      );
  }
}
