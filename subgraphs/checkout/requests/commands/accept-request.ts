import type { SubgraphContext } from '#db/context.ts';
import { recordTeamEvent } from '#db/team-events.ts';
import { inTransaction, reader, type Transaction } from '#db/transaction.ts';
import { newUuid } from '#kit/ids.ts';
import { formatMoney } from '#kit/money.ts';
import { isFree } from '../../bookings/domain/booking-payment.ts';
import type { Unit } from '../../bookings/domain/unit-assignment.ts';
import { syncNightsNow } from '../../bookings/operations/sync-nights.ts';
import { unitsToFill } from '../../bookings/operations/units-to-fill.ts';
import { confirmLocked } from '../../bookings/steps/fill-units.ts';
import { lockAssignments } from '../../bookings/steps/lock-assignments.ts';
import { bookedLines } from '../../domain/totals.ts';
import { keepStayDocument } from '../../operations/generated.ts';
import { BookingEntity, type BookingRequest, type Quote, StrayHoldEntity } from '../../store/entities.ts';
import {
  NO_SUCH_REQUEST,
  nightsTaken,
  notPending,
  priceChanged,
  type RequestResult,
  refuseAnswer,
  refuseRequest,
  requested,
  STALE,
} from '../domain/request-refusal.ts';
import { keepsPrice, payBy } from '../domain/request-times.ts';
import { requestTermsDocument } from '../operations/generated.ts';
import { giveBack, holdRequest } from '../operations/hold-request.ts';
import { findReachable } from '../queries/booking-requests.ts';
import { insertRequested } from '../steps/insert-requested.ts';
import { moveRequest } from '../steps/move-request.ts';
import { lockRequest } from '../store/requests.ts';

/** Fallback for the guest's time to pay, in seconds, if the host's setting is unavailable. */
const HOUR = 3_600;

interface Answered {
  readonly id: string;
  /** Version the host read. */
  readonly version: number;
  /** Current total accepted by the host. */
  readonly total?: number | null | undefined;
}

/** Nights taken for an accepted request, and their quote. */
interface Taken {
  readonly holdId: string;
  readonly quote: Quote;
}

/**
 * Accepts a team's pending request: takes its nights, then creates the held booking, or releases the nights
 * if the guest, the clock or someone else was faster: only one move succeeds. If the nights are gone, the
 * request fails. Safe to repeat and to run concurrently. See docs/interface/requests.md#accepting.
 */
export async function acceptRequest(ctx: SubgraphContext, answered: Answered): Promise<RequestResult> {
  const request = await findReachable(ctx, answered.id);
  const refused = refuseAnswer(ctx.clock.now(), request, answered.version);
  if (!request || refused) return refused ?? refuseRequest(NO_SUCH_REQUEST);
  const { requestTerms: terms } = await ctx.execute(
    requestTermsDocument,
    { storefrontId: String(request.storefrontId) },
    ctx,
  );
  const until = payBy(ctx.clock.now(), terms?.payWithinSeconds ?? HOUR, request);
  const taken =
    request.holdId === null
      ? await takeNights(ctx, request, until, answered.total ?? null)
      : keptNights(request);
  if ('userErrors' in taken) return taken;
  const units = isFree(taken.quote) ? await unitsToFill(ctx, bookedLines(taken.quote)) : [];
  const result = await inTransaction(ctx, async (em) => {
    if (isFree(taken.quote)) await lockAssignments(em, request.propertyId);
    return book(ctx, em, request, { ...taken, until, units });
  });
  const isBooked = result.bookingRequest !== null;
  if (!isBooked && taken.holdId !== request.holdId) await giveBack(ctx, taken.holdId);
  if (isBooked && taken.holdId === request.holdId) {
    await ctx.execute(keepStayDocument, { holdId: taken.holdId, until: until.toISOString() }, ctx);
  }
  if (result.bookingRequest?.status === 'booked') await confirmNights(ctx, result.bookingRequest);
  return result;
}

/** Confirms a free stay's nights along with its booking. */
async function confirmNights(ctx: SubgraphContext, { bookingId }: BookingRequest): Promise<void> {
  const booking = await reader(ctx).findOne(BookingEntity, { id: bookingId ?? 0 });
  if (booking) await syncNightsNow(ctx, booking);
}

/** Returns the nights held since the guest confirmed the request. */
const keptNights = ({ holdId, quote }: BookingRequest): Taken => ({ holdId: holdId ?? '', quote });

/** Takes the nights at the price shown to the guest, or at a price the host has seen. */
async function takeNights(
  ctx: SubgraphContext,
  request: BookingRequest,
  until: Date,
  total: number | null,
): Promise<Taken | RequestResult> {
  const holdId = newUuid();
  const isKept = keepsPrice(request.createdAt, ctx.clock.now());
  const shown = isKept ? null : request.quote.fingerprint;
  const first = await holdRequest(ctx, request, { holdId, until, fingerprint: shown });
  if (first.held) return { holdId, quote: isKept ? request.quote : first.quote };
  if (first.quote.problems.length > 0) return fail(ctx, request, first.quote);
  if (total !== first.quote.total) {
    const { currency } = request;
    const error = priceChanged(
      formatMoney(request.total, currency),
      formatMoney(first.quote.total, currency),
    );
    return { ...refuseRequest(error), total: first.quote.total };
  }
  const { fingerprint } = first.quote;
  const second = await holdRequest(ctx, request, { holdId, until, fingerprint });
  if (second.held) return { holdId, quote: second.quote };
  if (second.quote.problems.length === 0) return refuseRequest(STALE);
  return fail(ctx, request, second.quote);
}

/** Fails the request because its nights are gone; the guest is notified with the nearest available dates. */
function fail(
  ctx: SubgraphContext,
  { id, version }: BookingRequest,
  { problems }: Quote,
): Promise<RequestResult> {
  const nearest = problems.flatMap((problem) => problem.nearest).slice(0, 2);
  return inTransaction(ctx, async (em) => {
    const locked = await lockRequest(em, id);
    const refused = refuseAnswer(ctx.clock.now(), locked, version);
    if (!locked || refused) return refused ?? refuseRequest(NO_SUCH_REQUEST);
    await moveRequest(ctx, em, locked, 'fail', { nearest });
    return refuseRequest(nightsTaken());
  });
}

/** Creates the held booking and updates the request's status atomically. */
async function book(
  ctx: SubgraphContext,
  em: Transaction,
  { id, version, holdId: kept }: BookingRequest,
  { holdId, quote, until, units }: Taken & { readonly until: Date; readonly units: readonly Unit[] },
): Promise<RequestResult> {
  const locked = await lockRequest(em, id);
  const refused = refuseAnswer(ctx.clock.now(), locked, version);
  if (!locked || refused) return refused ?? refuseRequest(NO_SUCH_REQUEST);
  if (holdId !== kept && (await em.nativeDelete(StrayHoldEntity, { holdId, releasing: false })) === 0) {
    throw new Error('An accepted request took too long, so its nights are being released.');
  }
  const bookingId = await insertRequested(ctx, em, locked, { holdId, quote, holdExpiresAt: until });
  const moved = await moveRequest(ctx, em, locked, 'accept', { bookingId, payBy: until, holdId });
  if (!moved) return refuseRequest(notPending(locked));
  const event = { kind: 'booking_request.accepted', subject: locked.reference } as const;
  await recordTeamEvent(ctx, em, [locked.teamId], event);
  if (!isFree(quote)) return requested(moved);
  await confirmLocked(ctx, em, bookingId, { units });
  return requested((await lockRequest(em, id)) ?? moved);
}
