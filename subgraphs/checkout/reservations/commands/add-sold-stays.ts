import { sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { publish } from '#db/events.ts';
import { inTransaction, statements } from '#db/transaction.ts';
import { dateIn } from '#kit/dates.ts';
import { newBookingReference, newUuid } from '#kit/ids.ts';
import type { BookingEvent } from '#schema/events.ts';
import { lineOf } from '../../bookings/domain/entered-booking.ts';
import { BOOKING_EVENT } from '../../bookings/store/booking-event.ts';
import { bookedLines, bookedParty, bookedTotals, dueAtProperty } from '../../domain/totals.ts';
import type { BookingSourceKind } from '../../generated.ts';
import { quoteStaysDocument } from '../../operations/generated.ts';
import type { BookedGuest, EnteredStay, Quote } from '../../store/entities.ts';

/** A guest with the details that their contact gets. */
export interface SoldTo extends BookedGuest {
  readonly email: string;
  readonly locale: string;
  /** ISO 3166-1 alpha-2. */
  readonly country: string;
}

/** A stay sold outside the platform's own flows, with its state today. */
export interface SoldStay {
  readonly guest: SoldTo;
  readonly stay: Omit<EnteredStay, 'quantity'>;
  readonly unit: { readonly id: number; readonly name: string } | null;
  readonly status: 'held' | 'confirmed' | 'cancelled';
  readonly state: 'expected' | 'in_house' | 'departed';
  readonly soldAt: Date;
  readonly holdExpiresAt: Date;
  readonly cancelledAt: Date | null;
  readonly checkedInAt: Date | null;
  readonly checkedOutAt: Date | null;
  /** The desk decides about arrival and departure until then; null to assume them at the property's times. */
  readonly assumeAfter: Date | null;
  readonly source: {
    readonly kind: BookingSourceKind;
    readonly name: string | null;
    readonly externalId: string | null;
  };
  readonly sourceLabel: string | null;
  readonly note: string | null;
  readonly arrivalTime: string | null;
  /** Null for a guest who pays on arrival or later; `share` is a percentage of the total. */
  readonly payment: { readonly method: string; readonly share: number; readonly at: Date } | null;
  /** `YYYY-MM-DD`, for a stay with a deposit. */
  readonly balanceDueOn: string | null;
}

/** A stay with its price. */
export interface PricedStay extends SoldStay {
  readonly quote: Quote;
}

/** A booking for a sold stay; catalog's key for its nights is `holdId`. */
export interface SoldBooking extends PricedStay {
  readonly id: number;
  readonly holdId: string;
  readonly reference: string;
  readonly permalinkId: string;
}

/**
 * Prices stays at today's rates. A past stay costs the same as one on the same weekdays in the coming weeks, so stays that differ
 * only in the week share a quote.
 */
export async function priceStays(
  ctx: SubgraphContext,
  storefrontId: number,
  stays: readonly SoldStay[],
): Promise<readonly PricedStay[]> {
  const quotes = new Map<string, Quote>();
  const priced: PricedStay[] = [];
  const today = Temporal.PlainDate.from(dateIn('UTC', ctx.clock.now()));
  for (const sold of stays) {
    const { checkIn, checkOut } = sold.stay;
    const soon = { weeks: Math.floor(Temporal.PlainDate.from(checkIn).until(today).days / 7) + 2 };
    const [from, until] = [checkIn, checkOut].map((day) => Temporal.PlainDate.from(day).add(soon).toString());
    const line = lineOf({ ...sold.stay, quantity: 1, checkIn: from ?? checkIn, checkOut: until ?? checkOut });
    const key = `${line.itemId} ${line.ratePlanId ?? ''}`;
    const quote = quotes.get(key) ?? (await quoteOf(ctx, storefrontId, line));
    quotes.set(key, quote);
    const lines = quote.lines.map((one) => ({ ...one, checkIn, checkOut }));
    priced.push({ ...sold, quote: { ...quote, checkIn, checkOut, lines } });
  }
  return priced;
}

async function quoteOf(
  ctx: SubgraphContext,
  storefrontId: number,
  line: ReturnType<typeof lineOf>,
): Promise<Quote> {
  const asked = { storefrontId: String(storefrontId), lines: [line], unrestricted: true };
  const { stayQuote } = await ctx.execute(quoteStaysDocument, asked, ctx);
  const [problem] = stayQuote.problems;
  if (problem) throw new Error(`A stay can't be sold: ${problem.code}, ${line.itemId}.`);
  return stayQuote;
}

/**
 * Inserts sold stays as bookings, with their guests' contacts and their payments. Upcoming and current ones publish
 * `booking.confirmed` as imported bookings: they get their tasks, but no emails and no webhooks. Catalog has to take the nights
 * in the same transaction.
 */
export async function addSoldStays(
  ctx: SubgraphContext,
  {
    storefrontId,
    teamId,
    stays,
  }: { readonly storefrontId: number; readonly teamId: number; readonly stays: readonly PricedStay[] },
): Promise<readonly SoldBooking[]> {
  const rows = stays.map((sold) => rowOf(sold));
  return inTransaction(ctx, async (em) => {
    const db = statements(em);
    const { rows: made } = await sql<BookingEvent & { holdId: string; isRunning: boolean }>`
      WITH given AS MATERIALIZED (
        SELECT * FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS given (${sql.raw(COLUMNS)})
      ), guests AS MATERIALIZED (
        SELECT DISTINCT ON (guest_email) guest_email AS email, guest_locale AS locale, country,
          checkout.guest_contact(${teamId}, guest_first_name, guest_last_name, guest_email, guest_phone, created_at) AS id
        FROM given ORDER BY guest_email, created_at
      )
      INSERT INTO checkout.bookings AS b (storefront_id, team_id, contact_id, ${sql.raw(NAMES)})
      SELECT ${storefrontId}, ${teamId}, guests.id, ${sql.raw(NAMES)} FROM given JOIN guests ON guests.email = guest_email
      ORDER BY created_at
      RETURNING b.hold_id AS "holdId", b.status = 'confirmed' AND coalesce(b.stay_state, 'expected') <> 'departed' AS "isRunning",
        ${BOOKING_EVENT}`.execute(db);
    await sql`
      UPDATE checkout.contacts c SET country = given.country, locale = given.guest_locale
      FROM (SELECT DISTINCT ON (guest_email) guest_email, country, guest_locale
        FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS given (guest_email text, country text, guest_locale text)) AS given
      JOIN checkout.contact_keys k ON k.team_id = ${teamId} AND k.kind = 'email' AND k.value = checkout.normal_email(given.guest_email)
      WHERE c.id = k.contact_id`.execute(db);
    await sql`
      INSERT INTO checkout.folio_entries (id, team_id, booking_id, entry, method, amount, received_at, created_at, updated_at)
      SELECT b.id || '-' || b.hold_id, b.team_id, b.id, 'payment', given.method, given.paid, given.received_at, given.received_at,
        given.received_at
      FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        AS given (hold_id uuid, method text, paid bigint, received_at timestamptz)
      JOIN checkout.bookings b ON b.hold_id = given.hold_id
      WHERE given.paid > 0 ORDER BY given.received_at`.execute(db);
    const running = made.filter(({ isRunning }) => isRunning);
    for (const { isRunning: _running, holdId: _hold, ...event } of running)
      await publish(ctx, em, 'booking.confirmed', { ...event, imported: { webhooks: false } });
    const ids = new Map(made.map(({ holdId, bookingId }) => [holdId, Number(bookingId)]));
    return stays.map((sold, at) => {
      const { hold_id: holdId = '', reference = '', permalink_id: permalinkId = '' } = rows[at] ?? {};
      return { ...sold, id: ids.get(holdId) ?? 0, holdId, reference, permalinkId };
    });
  });
}

/** A booking's columns, with their types. */
const BOOKING_COLUMNS = {
  hold_id: 'uuid',
  property_id: 'integer',
  reference: 'text',
  permalink_id: 'uuid',
  status: 'text',
  check_in: 'date',
  check_out: 'date',
  time_zone: 'text',
  currency: 'text',
  total: 'bigint',
  lines: 'json',
  totals: 'json',
  due_at_property: 'json',
  assigned_units: 'jsonb',
  payment_mode: 'text',
  due_now: 'bigint',
  balance_due_on: 'date',
  paid: 'bigint',
  adults: 'integer',
  children: 'integer',
  source_kind: 'text',
  source_name: 'text',
  source_external_id: 'text',
  source_label: 'text',
  note: 'text',
  arrival_time: 'text',
  guest_first_name: 'text',
  guest_last_name: 'text',
  guest_email: 'text',
  guest_phone: 'text',
  guest_locale: 'text',
  hold_expires_at: 'timestamptz',
  cancelled_at: 'timestamptz',
  cancelled_by: 'text',
  cancellation_fee: 'bigint',
  refund_due: 'bigint',
  nights_synced_at: 'timestamptz',
  stay_state: 'text',
  checked_in_at: 'timestamptz',
  checked_out_at: 'timestamptz',
  stay_checked_in_at: 'timestamptz',
  stay_checked_out_at: 'timestamptz',
  stay_assumed: 'boolean',
  assume_after: 'timestamptz',
  created_at: 'timestamptz',
  updated_at: 'timestamptz',
} as const;

const NAMES = Object.keys(BOOKING_COLUMNS).join(', ');
const COLUMNS = [
  ...Object.entries(BOOKING_COLUMNS).map(([name, type]) => `${name} ${type}`),
  'country text',
].join(', ');

function rowOf({ quote, guest, unit, source, payment, balanceDueOn, ...sold }: PricedStay) {
  const { total, currency, timeZone, checkIn, checkOut } = quote;
  const isCancelled = sold.status === 'cancelled';
  const paid = payment ? Math.round((total * payment.share) / 100) : 0;
  const [settled, deposit] = [paid >= total, balanceDueOn !== null];
  const { adults, children } = bookedParty(quote);
  return {
    hold_id: newUuid(),
    property_id: Number(quote.lines[0]?.propertyId),
    reference: newBookingReference(),
    permalink_id: newUuid(),
    status: sold.status,
    check_in: checkIn,
    check_out: checkOut,
    time_zone: timeZone,
    currency,
    total,
    lines: bookedLines(quote),
    totals: bookedTotals(quote),
    due_at_property: dueAtProperty(quote),
    assigned_units: unit ? [{ ...unit, line: 0, automatic: true }] : [],
    payment_mode: deposit ? 'deposit' : settled || sold.status === 'held' ? 'now' : 'at_property',
    due_now: deposit ? paid : settled || sold.status === 'held' ? total : 0,
    balance_due_on: balanceDueOn,
    paid,
    method: payment?.method ?? null,
    received_at: payment?.at ?? null,
    adults,
    children,
    source_kind: source.kind,
    source_name: source.name,
    source_external_id: source.externalId,
    source_label: sold.sourceLabel,
    note: sold.note,
    arrival_time: sold.arrivalTime,
    guest_first_name: guest.firstName,
    guest_last_name: guest.lastName,
    guest_email: guest.email,
    guest_phone: guest.phone,
    guest_locale: guest.locale,
    country: guest.country,
    hold_expires_at: sold.holdExpiresAt,
    cancelled_at: sold.cancelledAt,
    cancelled_by: isCancelled ? 'guest' : null,
    cancellation_fee: isCancelled ? 0 : null,
    refund_due: isCancelled ? 0 : null,
    nights_synced_at: sold.status === 'held' ? null : sold.soldAt,
    stay_state: sold.status === 'confirmed' ? sold.state : null,
    checked_in_at: sold.checkedInAt,
    checked_out_at: sold.checkedOutAt,
    stay_checked_in_at: sold.checkedInAt,
    stay_checked_out_at: sold.checkedOutAt,
    stay_assumed: sold.checkedInAt === null,
    assume_after: sold.assumeAfter,
    created_at: sold.soldAt,
    updated_at: sold.cancelledAt ?? sold.checkedOutAt ?? sold.checkedInAt ?? sold.soldAt,
  };
}
