import { sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { publish } from '#db/events.ts';
import { recordTeamEvent } from '#db/team-events.ts';
import { inTransaction, statements } from '#db/transaction.ts';
import { newBookingReference, newUuid } from '#kit/ids.ts';
import type { BookingEvent } from '#schema/events.ts';
import type { Author } from '../../access.ts';
import { bookedLines, bookedParty, bookedTotals, dueAtProperty, isTest } from '../../domain/totals.ts';
import type { BookingSourceKind } from '../../generated.ts';
import {
  type AssignedUnit,
  type BookedGuest,
  type Booking,
  type KeptChannel,
  type Quote,
  StrayHoldEntity,
} from '../../store/entities.ts';
import { json } from '../../store/json.ts';
import type { AgreedPayment } from '../domain/booking-payment.ts';
import type { EntryTerms } from '../domain/entry-terms.ts';
import type { Unit } from '../domain/unit-assignment.ts';
import { BOOKING_EVENT } from '../store/booking-event.ts';
import { guestContact } from '../store/entered-bookings.ts';
import { fillUnits } from './fill-units.ts';
import { lockAssignments } from './lock-assignments.ts';

/** A booking made elsewhere: its source, its author and its payment. */
export interface MadeElsewhere extends AgreedPayment, Pick<Booking, 'paid'> {
  readonly author: Author;
  readonly externalId: string | null;
  readonly guest: BookedGuest;
  readonly storefrontId: number;
  readonly holdId: string;
  readonly status: 'held' | 'confirmed' | 'cancelled';
  /** End of the hold; for a booking that isn't held, the time it was made. */
  readonly holdExpiresAt: Date;
  readonly source: { readonly kind: BookingSourceKind; readonly name: string | null };
  /** An entry's revision; null for a channel's reservation. */
  readonly revision: number | null;
  readonly channel: {
    readonly connectionId: number;
    readonly revision: number;
    readonly kept: KeptChannel;
  } | null;
  /** Units to assign automatically. */
  readonly units: readonly Unit[];
  /** An entry's terms; null for a channel's reservation. */
  readonly terms: Omit<EntryTerms, 'holdUntil'> | null;
  /** Set for a reservation from a host's file. */
  readonly imported?: Imported;
}

/** A reservation from a host's file. */
export interface Imported {
  readonly importId: number;
  /** True to send webhooks about it. */
  readonly webhooks: boolean;
  /** The guest's unit; the booking isn't inserted if it's taken. Null for an automatic one. */
  readonly unit: AssignedUnit | null;
  /** True if its guests arrived before today. */
  readonly isUnderWay: boolean;
}

/**
 * Inserts a booking made elsewhere with its held nights, in its own transaction. Publishes `booking.created`
 * and, if it's confirmed, `booking.confirmed`; no event if it was already cancelled on arrival. Returns false if its external
 * id, hold, reference or chosen unit is taken; throws if the hold is being released as stray.
 */
export async function insertElsewhere(
  ctx: SubgraphContext,
  made: MadeElsewhere,
  quote: Quote,
): Promise<boolean> {
  const { author, externalId, guest, storefrontId, holdId, status, source, revision, channel, terms } = made;
  const { paymentMode, dueNow, balanceDueOn, paid, units, imported } = made;
  const { adults, children } = bookedParty(quote);
  const now = ctx.clock.now();
  /** Only channels and imports bring cancelled stays. */
  const isCancelled = status === 'cancelled';
  const cancelledBy = isCancelled ? (imported ? 'host' : 'channel') : null;
  const { teamId } = author;
  const lines = bookedLines(quote);
  const propertyId = Number(quote.lines[0]?.propertyId);
  const { timeZone, checkIn, checkOut } = quote;
  return inTransaction(ctx, async (em) => {
    const chosen = (!isCancelled && imported?.unit) || null;
    if (status === 'confirmed' || chosen) await lockAssignments(em, propertyId);
    const stay = {
      id: null,
      propertyId,
      teamId,
      timeZone,
      checkIn,
      checkOut,
      lines,
      assignedUnits: chosen ? [chosen] : [],
    };
    const assigned =
      status === 'confirmed' || chosen
        ? await fillUnits(ctx, em, stay, status === 'confirmed' ? units : [])
        : [];
    if (chosen && !assigned.some(({ id }) => id === chosen.id)) return false;
    const isInHouse = status === 'confirmed' && imported?.isUnderWay === true;
    const arrived = isInHouse
      ? sql`${checkIn}::date::timestamp AT TIME ZONE usable_zone(${timeZone})`
      : sql`NULL`;
    const { rows } = await sql<BookingEvent>`
      INSERT INTO checkout.bookings AS b (hold_id, storefront_id, team_id, property_id, reference, permalink_id, status,
        check_in, check_out, time_zone, currency, total, test, lines, assigned_units, totals, due_at_property,
        payment_mode, due_now, balance_due_on, paid, adults, children, source_kind, source_name,
        source_external_id, entered_by, entered_revision, channel_connection_id, channel_revision, channel, guest_first_name, guest_last_name, guest_email, guest_phone,
        arrival_time, source_label, price_mode, price_reason, note, mails_guest, entry_payment, contact_id, hold_expires_at, cancelled_at, cancelled_by, cancellation_fee, refund_due,
        import_id, stay_state, checked_in_at, stay_checked_in_at, created_at, updated_at)
      VALUES (${holdId}::uuid, ${storefrontId}, ${author.teamId}, ${propertyId}::integer,
        ${newBookingReference()}, ${newUuid()}::uuid, ${status}, ${quote.checkIn}::date, ${quote.checkOut}::date,
        ${quote.timeZone}, ${quote.currency}, ${quote.total}::bigint, ${isTest(quote)}, ${json(lines)},
        ${JSON.stringify(assigned)}::jsonb,
        ${json(bookedTotals(quote))}, ${json(dueAtProperty(quote))},
        ${paymentMode}, ${dueNow}::bigint, ${balanceDueOn}::date, ${paid}::bigint, ${adults}::integer, ${children}::integer, ${source.kind}, ${source.name}::text,
        ${externalId}::text, ${author.installId}::integer, ${revision}::integer,
        ${channel?.connectionId}::integer, ${channel?.revision}::integer, ${channel ? JSON.stringify(channel.kept) : null}::jsonb,
        ${guest.firstName}, ${guest.lastName}, ${guest.email}::text, ${guest.phone}::text,
        ${terms?.arrivalTime ?? null}::text, ${terms?.sourceLabel ?? null}::text, ${terms?.priced?.mode ?? null}::text, ${terms?.priced?.reason ?? null}::text,
        ${terms?.note ?? null}::text, ${terms?.mailsGuest ?? false}, ${terms?.payment ?? null}::text, ${guestContact(author.teamId, guest, now)}, ${made.holdExpiresAt},
        ${isCancelled ? now : null}::timestamptz, ${cancelledBy}::text, ${isCancelled ? (imported ? paid : 0) : null}::bigint, ${isCancelled && imported ? 0 : null}::bigint,
        ${imported?.importId ?? null}::integer, ${isInHouse ? 'in_house' : null}::text, ${arrived}, ${arrived}, ${now}, ${now})
      ON CONFLICT DO NOTHING
      RETURNING ${BOOKING_EVENT}`.execute(statements(em));
    const [booking] = rows;
    if (!booking) return false;
    if ((await em.nativeDelete(StrayHoldEntity, { holdId, releasing: false })) === 0) {
      throw new Error('An entered booking took too long, so its nights are being released.');
    }
    if (terms && author.installId === null && !imported) {
      const event = {
        kind: 'booking.entered',
        subject: booking.reference,
        change: `${checkIn} to ${checkOut}`,
      } as const;
      await recordTeamEvent(ctx, em, [teamId], event);
    }
    if (isCancelled) return true;
    const event = imported ? { ...booking, imported: { webhooks: imported.webhooks } } : booking;
    await publish(ctx, em, 'booking.created', event);
    if (status === 'confirmed') await publish(ctx, em, 'booking.confirmed', event);
    return true;
  });
}
