import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { publish } from '#db/events.ts';
import { idInReach } from '#db/reach.ts';
import { inTransaction, reader, statements } from '#db/transaction.ts';
import { newBookingReference, newUuid, parseWideId } from '#kit/ids.ts';
import type { BookingEvent } from '#schema/events.ts';
import type { Author } from '../../access.ts';
import { bookedLines, bookedParty, bookedTotals, dueAtProperty, isTest } from '../../domain/totals.ts';
import type { BookingSourceKind, Maybe } from '../../generated.ts';
import { enteringAppDocument } from '../../operations/generated.ts';
import { contactOf } from '../../store/contacts.ts';
import {
  type BookedGuest,
  type Booking,
  BookingEntity,
  type EnteredStay,
  type KeptChannel,
  type Quote,
  StrayHoldEntity,
} from '../../store/entities.ts';
import { json } from '../../store/json.ts';
import { type AgreedPayment, paidElsewhere } from '../domain/booking-payment.ts';
import { BOOKING_EVENT } from './booking-event.ts';

/** The booking that an author entered under an external id; null if there is none. */
export const findEntered = (
  ctx: SubgraphContext,
  { teamId, installId }: Author,
  externalId: string,
): Promise<Booking | null> =>
  reader(ctx).findOne(BookingEntity, {
    teamId,
    enteredBy: installId,
    sourceExternalId: externalId,
    enteredRevision: { $ne: null },
  });

/** A booking that is about to be made; its nights are held. */
export interface NewEntry {
  readonly author: Author;
  readonly externalId: string | null;
  readonly revision: number;
  readonly stay: EnteredStay;
  readonly guest: BookedGuest;
  readonly storefrontId: number;
  readonly holdId: string;
}

/**
 * Catalog's key for the nights of an entry. The same entry sent twice at once has the same, so that its nights are taken once;
 * another definition of it has another.
 */
export function holdIdOf({
  author,
  externalId,
  revision,
  stay,
  guest,
}: Omit<NewEntry, 'holdId' | 'storefrontId'>): string {
  if (externalId === null) return newUuid();
  const named = JSON.stringify([author.teamId, author.installId, externalId, revision, stay, guest]);
  const hex = createHash('sha256').update(named).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** The contact of a guest who was entered. */
export const guestContact = (teamId: number, { phone, ...guest }: BookedGuest, at: Date) =>
  contactOf(teamId, { ...guest, phoneNumber: phone }, at);

/** Where the booking came from: what the app is called, and whether it is a channel. */
async function sourceOf(
  ctx: SubgraphContext,
): Promise<{ readonly kind: BookingSourceKind; readonly name: string | null }> {
  if (ctx.viewer.kind !== 'app') return { kind: 'host', name: null };
  const { currentInstall } = await ctx.execute(enteringAppDocument, {}, ctx);
  return {
    kind: currentInstall?.appType === 'channel' ? 'channel' : 'direct',
    name: currentInstall?.appName ?? null,
  };
}

/**
 * Makes the confirmed booking of nights that are held, and says `booking.created` and `booking.confirmed`. False where its
 * external id, its hold or its reference is taken; throws where the hold is being released as stray.
 */
export async function insertEntered(ctx: SubgraphContext, entry: NewEntry, quote: Quote): Promise<boolean> {
  const source = await sourceOf(ctx);
  const { revision } = entry;
  const status = 'confirmed';
  return insertElsewhere(
    ctx,
    { ...entry, ...paidElsewhere(quote), status, source, revision, channel: null },
    quote,
  );
}

/** A booking that was made elsewhere: where, by whom, and how it is paid. */
export interface MadeElsewhere
  extends Pick<NewEntry, 'author' | 'externalId' | 'guest' | 'storefrontId' | 'holdId'>,
    AgreedPayment,
    Pick<Booking, 'paid'> {
  readonly status: 'confirmed' | 'cancelled';
  readonly source: { readonly kind: BookingSourceKind; readonly name: string | null };
  /** Of an entry; null for what a channel sold. */
  readonly revision: number | null;
  readonly channel: {
    readonly connectionId: number;
    readonly revision: number;
    readonly kept: KeptChannel;
  } | null;
}

/** The same for any booking made elsewhere. One that was cancelled before it got here is written without a word. */
export async function insertElsewhere(
  ctx: SubgraphContext,
  made: MadeElsewhere,
  quote: Quote,
): Promise<boolean> {
  const { author, externalId, guest, storefrontId, holdId, status, source, revision, channel } = made;
  const { paymentMode, dueNow, balanceDueOn, paid } = made;
  const { adults, children } = bookedParty(quote);
  const now = ctx.clock.now();
  return inTransaction(ctx, async (em) => {
    const { rows } = await sql<BookingEvent>`
      INSERT INTO checkout.bookings AS b (hold_id, storefront_id, team_id, property_id, reference, permalink_id, status,
        check_in, check_out, time_zone, currency, total, test, lines, totals, due_at_property,
        payment_mode, due_now, balance_due_on, paid, adults, children, source_kind, source_name,
        source_external_id, entered_by, entered_revision, channel_connection_id, channel_revision, channel, guest_first_name, guest_last_name, guest_email, guest_phone,
        contact_id, hold_expires_at, created_at, updated_at)
      VALUES (${holdId}::uuid, ${storefrontId}, ${author.teamId}, ${Number(quote.lines[0]?.propertyId)}::integer,
        ${newBookingReference()}, ${newUuid()}::uuid, ${status}, ${quote.checkIn}::date, ${quote.checkOut}::date,
        ${quote.timeZone}, ${quote.currency}, ${quote.total}::bigint, ${isTest(quote)}, ${json(bookedLines(quote))},
        ${json(bookedTotals(quote))}, ${json(dueAtProperty(quote))},
        ${paymentMode}, ${dueNow}::bigint, ${balanceDueOn}::date, ${paid}::bigint, ${adults}::integer, ${children}::integer, ${source.kind}, ${source.name}::text,
        ${externalId}::text, ${author.installId}::integer, ${revision}::integer,
        ${channel?.connectionId}::integer, ${channel?.revision}::integer, ${channel ? JSON.stringify(channel.kept) : null}::jsonb,
        ${guest.firstName}, ${guest.lastName}, ${guest.email}::text, ${guest.phone}::text,
        ${guestContact(author.teamId, guest, now)}, ${now}, ${now}, ${now})
      ON CONFLICT DO NOTHING
      RETURNING ${BOOKING_EVENT}`.execute(statements(em));
    const [booking] = rows;
    if (!booking) return false;
    if ((await em.nativeDelete(StrayHoldEntity, { holdId, releasing: false })) === 0) {
      throw new Error('The nights of an entered booking are being given back: it took too long.');
    }
    if (status === 'cancelled') return true;
    await publish(ctx, em, 'booking.created', booking);
    await publish(ctx, em, 'booking.confirmed', booking);
    return true;
  });
}

/** The id of the booking that an input names; null if it names none, or two. */
export async function findNamed(
  ctx: SubgraphContext,
  author: Author,
  { id, externalId }: { readonly id?: Maybe<string>; readonly externalId?: Maybe<string> },
): Promise<number | null> {
  const own = externalId == null ? null : await findEntered(ctx, author, externalId);
  const named = id == null ? (own?.id ?? null) : parseWideId(id);
  if (id != null && externalId != null && own?.id !== named) return null;
  return named !== null && (await reachesBooking(ctx, named)) ? named : null;
}

/** Whether the viewer's membership reaches a booking of the team; it does where it has no limits. */
export async function reachesBooking(ctx: SubgraphContext, id: number): Promise<boolean> {
  const propertyId = idInReach(ctx.viewer);
  return propertyId === null || (await reader(ctx).count(BookingEntity, { id, propertyId })) > 0;
}
