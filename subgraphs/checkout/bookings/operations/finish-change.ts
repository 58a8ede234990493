import { LockMode } from '@mikro-orm/core';
import { sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { GUEST, recordTeamEvent } from '#db/team-events.ts';
import { inTransaction, reader, type Transaction } from '#db/transaction.ts';
import { stayStateOf } from '../../domain/stay.ts';
import { folioTotal } from '../../folio/domain/folio-sums.ts';
import { holdStayDocument } from '../../operations/generated.ts';
import {
  type AgreedChange,
  type AssignedUnit,
  type Booking,
  BookingEntity,
  type EnteredStay,
  type Quote,
  type ReservationChange,
  type StayChange,
} from '../../store/entities.ts';
import { agreedPayment, dueAfter, elsewhereAfter, isFree, paidElsewhere } from '../domain/booking-payment.ts';
import { lineOf, needsOtherUnits, stayOf } from '../domain/entered-booking.ts';
import { entryError } from '../domain/entry-faults.ts';
import { closedError, type Entry, entered, refuseEntry, refuseNights } from '../domain/entry-refusal.ts';
import { pricedLine } from '../domain/entry-terms.ts';
import { unitsOfLines, unitsUntil } from '../domain/moved-units.ts';
import type { Unit } from '../domain/unit-assignment.ts';
import { confirmLocked, fillUnits } from '../steps/fill-units.ts';
import { firstTaken } from '../steps/first-taken.ts';
import { lockAssignments } from '../steps/lock-assignments.ts';
import { giveUpChange, writeChange } from '../steps/write-change.ts';
import { syncNightsNow } from './sync-nights.ts';
import { unitsToFill } from './units-to-fill.ts';

/**
 * Runs the second and third steps for a stay change: swaps the nights, then writes the booking or leaves it
 * unchanged. Safe to repeat and to run concurrently: catalog identifies the change by its hold, and only one
 * runner writes.
 */
export async function finishChange(
  ctx: SubgraphContext,
  id: number,
  change: StayChange | ReservationChange,
): Promise<Entry> {
  if ('reservation' in change) return ctx.services.checkout.hooks.finishReservation(ctx, id, change);
  const booking = await reader(ctx).findOneOrFail(BookingEntity, { id });
  const { agreed } = change;
  const before = agreed?.before ?? change.before;
  // The guest changes a stay only at the price they saw, and under the storefront's restrictions, which don't keep
  // them from cancelling a line.
  const isShown = agreed !== undefined && !agreed.isFixed && agreed.cancels === undefined;
  const lines = agreed?.lines?.map((line) => ({ ...lineOf(line.stay), before: line.before }));
  const input = {
    holdId: change.holdId,
    storefrontId: String(booking.storefrontId),
    lines: lines ?? [{ ...pricedLine(change.stay, change.priced ?? null), ...(before ? { before } : {}) }],
    guestEmail: change.guest.email ?? '',
    until: booking.holdExpiresAt.toISOString(),
    replaces: change.replaces,
    ...(isShown ? { fingerprint: agreed.quote.fingerprint } : { unrestricted: true }),
  };
  const { stayHold } = await ctx.execute(holdStayDocument, { input }, ctx);
  const wrote = stayHold.held
    ? await write(ctx, booking, change, agreed?.quote ?? stayHold.quote)
    : await giveUpChange(ctx, id, change);
  const now = await reader(ctx).findOneOrFail(BookingEntity, { id });
  if (wrote && stayHold.held && now.status !== 'held') await syncNightsNow(ctx, now);
  const closed = closedError(now);
  if (closed) return refuseEntry(closed);
  if (now.holdId === change.holdId) return entered(now, true);
  if (!stayHold.held && stayHold.quote.problems.length > 0) return refuseNights(stayHold.quote);
  return refuseEntry(entryError('CONFLICT', 'id', 'The booking was changed at the same time. Try again.'));
}

/**
 * Writes the booking with its new nights and publishes `booking.updated`; false if another runner wrote it or
 * gave up.
 */
async function write(
  ctx: SubgraphContext,
  before: Booking,
  change: StayChange,
  quote: Quote,
): Promise<boolean> {
  const { stay, holdId, revision, agreed, arrivalTime, priced } = change;
  const isPricedAgain = !agreed && !change.before;
  const units = await unitsToFill(ctx, agreed?.lines?.map((line) => line.stay) ?? [stay]);
  return inTransaction(ctx, async (em) => {
    await lockAssignments(em, Number(quote.lines[0]?.propertyId));
    const locked = await em.findOneOrFail(
      BookingEntity,
      { id: before.id },
      { lockMode: LockMode.PESSIMISTIC_WRITE },
    );
    if (locked.changing?.holdId !== holdId) return false;
    const { guest } = locked.changing; // current value: a guest redacted in the meantime stays erased
    // An app's entry is paid where it was made, whatever a change costs; a host's guest owes the difference.
    const isElsewhere = isPaidElsewhere(locked) && (!agreed || (agreed.byTeam && locked.enteredBy !== null));
    const terms = isElsewhere ? paidElsewhere(quote) : agreedPayment(quote, ctx.clock.now());
    const assigned = await unitsAfter(ctx, em, locked, { change, quote, units });
    const hadUnits = agreed?.lines ? unitsOfLines(locked.assignedUnits, agreed.lines) : locked.assignedUnits;
    const lostUnits =
      agreed && !agreed.byTeam && assigned.length === 0 ? hadUnits.map(({ name }) => name) : [];
    await writeChange(ctx, em, locked, {
      ...terms,
      holdId,
      quote,
      guest,
      units: assigned,
      ...(agreed?.lines ? { places: agreed.lines.map(({ place }) => place) } : {}),
      dueNow: dueAfter(locked, terms),
      elsewhere: (before) => (isElsewhere ? elsewhereAfter(before, locked.total, quote.total) : before),
      also: sql`, entered_revision = coalesce(${revision}::integer, entered_revision)
        ${isPricedAgain ? sql`, price_mode = ${priced?.mode ?? null}::text, price_reason = ${priced?.reason ?? null}::text` : sql``}
        ${arrivalTime === undefined ? sql`` : sql`, arrival_time = ${arrivalTime}::text`}`,
      ...(agreed ? { dropped: agreed.dropped } : {}),
      ...(agreed && !agreed.byTeam ? { event: changedByGuest(locked, agreed, lostUnits) } : {}),
    });
    if (agreed && locked.status === 'confirmed') await recordChange(ctx, em, locked, change);
    await ctx.services.checkout.hooks.stayChanged(ctx, em, before.id, change, locked.status === 'confirmed');
    if (isFree(quote)) await confirmLocked(ctx, em, before.id, { units });
    return true;
  });
}

/** True for an entry that its guest paid where it was made. */
const isPaidElsewhere = ({ enteredRevision, entryPayment }: Booking): boolean =>
  enteredRevision !== null && (entryPayment ?? 'paid') === 'paid';

/** Records a change, or the host's acceptance of it, in the team's activity. */
function recordChange(
  ctx: SubgraphContext,
  em: Transaction,
  { teamId, reference: subject, checkIn, checkOut }: Booking,
  { stay, requestId, agreed }: StayChange,
): Promise<void> {
  const dates =
    agreed?.cancels === undefined
      ? `${checkIn} to ${checkOut} → ${stay.checkIn} to ${stay.checkOut}`
      : `${agreed.cancels} cancelled`;
  if (agreed?.byTeam)
    return recordTeamEvent(ctx, em, [teamId], { kind: 'booking.changed', subject, change: dates });
  return requestId === undefined
    ? recordTeamEvent(
        ctx,
        em,
        [teamId],
        { kind: 'booking.changed', subject, change: `By the guest: ${dates}` },
        GUEST,
      )
    : recordTeamEvent(ctx, em, [teamId], { kind: 'booking.change_accepted', subject, change: dates });
}

/** Returns the fields that emails about a guest's change need. */
function changedByGuest(booking: Booking, { dropped, cancels }: AgreedChange, lostUnits: readonly string[]) {
  const { checkIn, checkOut } = booking;
  // Refunds of payments that the booking couldn't accept don't reduce what was paid.
  const paid = booking.paid - Math.max(0, booking.refunded - booking.excessPaid);
  const cancelled = cancels === undefined ? {} : { cancelled: cancels };
  const changed = { checkIn, checkOut, total: folioTotal(booking), paid, dropped, lostUnits, ...cancelled };
  return { cause: 'guest_changed', changed } as const;
}

/**
 * Returns the units of guests in house who stay longer: their own if they're free; otherwise others for the added nights,
 * if any are free.
 */
async function unitsForLonger(
  ctx: SubgraphContext,
  em: Transaction,
  booking: Booking,
  { stays, units }: { readonly stays: readonly EnteredStay[]; readonly units: readonly Unit[] },
): Promise<readonly AssignedUnit[]> {
  const { assignedUnits, checkOut: from } = booking;
  const added = { ...booking, checkIn: from, checkOut: stays[0]?.checkOut ?? from };
  const current = assignedUnits.filter(({ until }) => until === undefined);
  const isFree = await Promise.all(
    current.map(async ({ from: _since, ...unit }) => !(await firstTaken(em, added, [unit]))),
  );
  const leaving = current.filter((_unit, place) => !isFree[place]);
  if (leaving.length === 0) return assignedUnits;
  const staying = current.filter((_unit, place) => isFree[place]);
  const stayingNow = staying.map(({ from: _since, ...unit }) => unit);
  const filled = await fillUnits(ctx, em, { ...added, assignedUnits: stayingNow, lines: stays }, units);
  return [
    ...assignedUnits.map((unit) => (leaving.includes(unit) ? { ...unit, until: from } : unit)),
    ...filled
      .filter(({ id }) => !stayingNow.some((unit) => unit.id === id))
      .map((unit) => ({ ...unit, from })),
  ];
}

/**
 * Returns a booking's units after a change. Other nights, another unit type or another quantity take its units from it,
 * except that all stay after an agreed change if they're free. A confirmed booking then gets units for its empty places,
 * its earlier ones first; but if an agreed change took units that a person chose, the desk assigns others.
 */
async function unitsAfter(
  ctx: SubgraphContext,
  em: Transaction,
  booking: Booking,
  {
    change: { stay, agreed },
    quote,
    units,
  }: { readonly change: StayChange; readonly quote: Quote; readonly units: readonly Unit[] },
): Promise<readonly AssignedUnit[]> {
  const { unitTypeId, quantity, checkIn, checkOut } = stay;
  const { lines } = agreed ?? {};
  const assignedUnits = lines ? unitsOfLines(booking.assignedUnits, lines) : booking.assignedUnits;
  const was = lines ? { ...stay, checkIn: booking.checkIn, checkOut: booking.checkOut } : stayOf(booking);
  if (was !== null && !needsOtherUnits(was, stay)) return assignedUnits;
  const stays = lines?.map((line) => line.stay) ?? [stay];
  if (agreed?.byTeam && stayStateOf(booking) === 'in_house') {
    return checkOut < booking.checkOut
      ? unitsUntil(assignedUnits, checkOut)
      : unitsForLonger(ctx, em, booking, { stays, units });
  }
  const isSameType = was?.unitTypeId === unitTypeId && was.quantity === quantity;
  const isKept =
    agreed !== undefined &&
    isSameType &&
    assignedUnits.every(({ from, until }) => from === undefined && until === undefined) &&
    !(await firstTaken(em, { ...booking, checkIn, checkOut }, assignedUnits));
  if (agreed && !isKept && assignedUnits.some(({ automatic }) => automatic !== true)) return [];
  const propertyId = Number(quote.lines[0]?.propertyId);
  const dates = { propertyId, checkIn, checkOut, lines: stays };
  const kept = { ...booking, ...dates, assignedUnits: isKept ? assignedUnits : [] };
  return booking.status === 'confirmed' ? fillUnits(ctx, em, kept, units, assignedUnits) : kept.assignedUnits;
}
