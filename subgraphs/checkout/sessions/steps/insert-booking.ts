import { type RawBuilder, sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { publishing } from '#db/events.ts';
import { inTransaction, statements, type Transaction } from '#db/transaction.ts';
import type { Minor } from '#kit/money.ts';
import type { BookingEvent } from '#schema/events.ts';
import { agentHost, type OrderFacts } from '../../bookings/domain/booking.ts';
import { agreedPayment } from '../../bookings/domain/booking-payment.ts';
import type { Unit } from '../../bookings/domain/unit-assignment.ts';
import { fillUnits } from '../../bookings/steps/fill-units.ts';
import { lockAssignments } from '../../bookings/steps/lock-assignments.ts';
import { BOOKING_EVENT } from '../../bookings/store/booking-event.ts';
import { bookedLines, bookedParty, bookedTotals, dueAtProperty, isTest } from '../../domain/totals.ts';
import { soldCharges } from '../../folio/domain/derived-entries.ts';
import { extrasIn } from '../../folio/domain/extras.ts';
import { insertEntries } from '../../folio/steps/append-entries.ts';
import { chargesForExtras } from '../../folio/steps/charge-extras.ts';
import { contactOf } from '../../store/contacts.ts';
import type { AssignedUnit, ChosenExtra, Session } from '../../store/entities.ts';
import { json } from '../../store/json.ts';
import { type Answer, answerRunningKey } from '../store/idempotency.ts';

/** Event for the booking created by another CTE. */
const EVENT_OF_B = sql<BookingEvent>`SELECT row_to_json(event) FROM (SELECT ${BOOKING_EVENT} FROM b) event`;

/**
 * Last completion step, in one statement: completes the session, inserts its booking, stores the answer for
 * its key and publishes `booking.created`, and `booking.confirmed` with its units if no payment is due first. False if
 * another runner ended the attempt; throws on `bookings_reference` if the reference is taken.
 */
export async function insertBooking(
  ctx: SubgraphContext,
  session: Session,
  order: OrderFacts,
  { answer, units }: { readonly answer: Answer; readonly units: readonly Unit[] },
): Promise<boolean> {
  const created = await publishing(ctx, 'booking.created', EVENT_OF_B);
  if (order.status !== 'confirmed') {
    const held = { session, order, answer, assigned: [], parts: [created.parts] };
    const isMade = session.extras
      ? await inTransaction(ctx, (em) => insertWithExtras(em, held, session.extras ?? []))
      : (await insert(statements(ctx), held)) !== null;
    if (isMade) created.wake();
    return isMade;
  }
  const confirmed = await publishing(ctx, 'booking.confirmed', EVENT_OF_B, 'confirmed');
  const parts = [created.parts, confirmed.parts];
  const isMade = await inTransaction(ctx, async (em) => {
    const stay = stayOf(session);
    await lockAssignments(em, stay.propertyId);
    const assigned = await fillUnits(ctx, em, stay, units);
    return insertWithExtras(em, { session, order, answer, assigned, parts }, session.extras ?? []);
  });
  if (!isMade) return false;
  created.wake();
  confirmed.wake();
  return true;
}

/** Inserts the booking, and stores its charges if its guest chose extras. */
async function insertWithExtras(
  em: Transaction,
  inserted: Inserted,
  chosen: readonly ChosenExtra[],
): Promise<boolean> {
  const { quote, teamId, updatedAt } = inserted.session;
  const date = quote.checkIn ?? '';
  const chargesOf = (id: number) => chargesForExtras(id, chosen, extrasIn(quote), { date });
  const extras = chargesOf(0).reduce((sum, { amount }) => sum + amount, 0);
  const id = await insert(statements(em), inserted, chosen.length > 0 ? extras : null);
  if (id === null || chosen.length === 0) return id !== null;
  const sold = soldCharges({ id, totals: bookedTotals(quote), total: quote.total, checkIn: date });
  await insertEntries(em, { id, teamId }, [...sold, ...chargesOf(id)], updatedAt);
  return true;
}

/** Returns the stay that a session books, before its booking has an id. */
function stayOf({ quote, teamId }: Session) {
  const { timeZone, checkIn, checkOut, lines } = quote;
  const propertyId = Number(lines[0]?.propertyId);
  const stay = { id: null, propertyId, teamId, timeZone: timeZone ?? 'UTC', checkIn, checkOut };
  return { ...stay, lines: bookedLines(quote), assignedUnits: [] };
}

interface Inserted {
  readonly session: Session;
  readonly order: OrderFacts;
  readonly answer: Answer;
  readonly assigned: readonly AssignedUnit[];
  /** Parts of the statement that publish events. */
  readonly parts: readonly RawBuilder<unknown>[];
}

/**
 * Runs the statement and returns the booking's id; null if another runner ended the attempt. `extras` is the sum of the
 * charges that are stored in addition to the price; null for none.
 */
async function insert(
  db: ReturnType<typeof statements>,
  { session, order, answer, assigned, parts }: Inserted,
  extras: Minor | null = null,
): Promise<number | null> {
  const { quote, buyer, updatedAt } = session;
  const { reference, permalinkId, pincode, holdExpiresAt, status } = order;
  const { adults, children } = bookedParty(quote);
  const { paymentMode, balanceDueOn, ...agreed } = agreedPayment(quote, updatedAt);
  const dueNow = agreed.dueNow + (paymentMode === 'now' ? (extras ?? 0) : 0);
  const charged = extras === null ? null : quote.total + extras;
  const { rows } = await sql<{ readonly id: number }>`
    WITH ended AS (
      UPDATE checkout.sessions
      SET status = 'completed', revision = revision + 1, completing_since = NULL, agent_address = NULL,
          updated_at = ${updatedAt}
      WHERE id = ${session.id} AND status = 'complete_in_progress' AND hold_id = ${session.holdId}
      RETURNING id, hold_id, storefront_id, team_id, agent_profile, locale, arrival_time
    ), b AS (
      INSERT INTO checkout.bookings (checkout_id, hold_id, storefront_id, team_id, agent_profile, property_id, reference,
        permalink_id, pincode, status, check_in, check_out, time_zone, currency, total, test, lines, assigned_units, totals, due_at_property, payment_mode, due_now, charged,
        balance_due_on, adults, children, arrival_time, source_kind, source_name, guest_first_name, guest_last_name, guest_email, guest_phone, guest_locale, contact_id, hold_expires_at, created_at, updated_at)
      SELECT id, hold_id, storefront_id, team_id, agent_profile, ${Number(quote.lines[0]?.propertyId)}::integer,
        ${reference}, ${permalinkId}::uuid, ${pincode}::text, ${status}, ${quote.checkIn}::date, ${quote.checkOut}::date,
        coalesce(${quote.timeZone}::text, 'UTC'), ${quote.currency}, ${quote.total}::bigint, ${isTest(quote)}, ${json(bookedLines(quote))}, ${JSON.stringify(assigned)}::jsonb, ${json(bookedTotals(quote))}, ${json(dueAtProperty(quote))},
        ${paymentMode}, ${dueNow}::bigint, ${charged}::bigint, ${balanceDueOn}::date, ${adults}::integer, ${children}::integer, arrival_time, ${session.surface === 'direct' ? 'direct' : 'agent'}, ${agentHost(session.agentProfile)}::text,
        ${buyer?.firstName}, ${buyer?.lastName}, ${buyer?.email}, ${buyer?.phoneNumber}, locale,
        ${contactOf(sql`team_id`, buyer, updatedAt)}, ${holdExpiresAt}::timestamptz, ${updatedAt}::timestamptz, ${updatedAt}::timestamptz
      FROM ended
      RETURNING *
    ) ${answerRunningKey(session, session.id, answer, sql`ended`)} ${sql.join(parts, sql``)}
    SELECT id::float8 AS id FROM b
  `.execute(db);
  return rows[0]?.id ?? null;
}
