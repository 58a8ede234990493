import { sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { inTransaction, reader, type Transaction } from '#db/transaction.ts';
import { newUuid } from '#kit/ids.ts';
import { formatMoney } from '#kit/money.ts';
import { isFree } from '../../bookings/domain/booking-payment.ts';
import { syncNightsNow } from '../../bookings/operations/sync-nights.ts';
import { moveBookings } from '../../bookings/steps/move-bookings.ts';
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

/** Seconds that a guest has to pay where the host's own time is not known. */
const HOUR = 3_600;

interface Answered {
  readonly id: string;
  /** The version that was read. */
  readonly version: number;
  /** The total of now that the host accepts. */
  readonly total?: number | null | undefined;
}

/** Nights that were taken for an accepted request, and at what price. */
interface Taken {
  readonly holdId: string;
  readonly quote: Quote;
}

/**
 * Accepts a request of the team that waits for an answer: takes its nights, then makes the held booking, or gives them back where the
 * guest, the clock or someone else was faster: of all who move a request on, one does. Where the nights are gone the request has failed.
 * Repeatable, and safe to run twice at once. See docs/interface/requests.md#accepting.
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
  const result = await inTransaction(ctx, (em) => book(ctx, em, request, taken, until));
  const isBooked = result.bookingRequest !== null;
  if (!isBooked && taken.holdId !== request.holdId) await giveBack(ctx, taken.holdId);
  if (isBooked && taken.holdId === request.holdId) {
    await ctx.execute(keepStayDocument, { holdId: taken.holdId, until: until.toISOString() }, ctx);
  }
  if (result.bookingRequest?.status === 'booked') await confirmNights(ctx, result.bookingRequest);
  return result;
}

/** The nights of a free stay are confirmed with its booking. */
async function confirmNights(ctx: SubgraphContext, { bookingId }: BookingRequest): Promise<void> {
  const booking = await reader(ctx).findOne(BookingEntity, { id: bookingId ?? 0 });
  if (booking) await syncNightsNow(ctx, booking);
}

/** What a request holds since it was confirmed. */
const keptNights = ({ holdId, quote }: BookingRequest): Taken => ({ holdId: holdId ?? '', quote });

/** Takes them at the price the guest was shown, or at one that the host has seen. */
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

/** The nights are gone: the guest learns that, with the nearest dates that can be booked. */
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

/** The held booking with the request's status, both or neither. */
async function book(
  ctx: SubgraphContext,
  em: Transaction,
  { id, version, holdId: kept }: BookingRequest,
  { holdId, quote }: Taken,
  until: Date,
): Promise<RequestResult> {
  const locked = await lockRequest(em, id);
  const refused = refuseAnswer(ctx.clock.now(), locked, version);
  if (!locked || refused) return refused ?? refuseRequest(NO_SUCH_REQUEST);
  if (holdId !== kept && (await em.nativeDelete(StrayHoldEntity, { holdId, releasing: false })) === 0) {
    throw new Error('The nights of an accepted request are being given back: it took too long.');
  }
  const bookingId = await insertRequested(ctx, em, locked, { holdId, quote, holdExpiresAt: until });
  const moved = await moveRequest(ctx, em, locked, 'accept', { bookingId, payBy: until, holdId });
  if (!moved) return refuseRequest(notPending(locked));
  if (!isFree(quote)) return requested(moved);
  await moveBookings(ctx, em, 'confirm', { which: sql`id = ${bookingId}::bigint` });
  return requested((await lockRequest(em, id)) ?? moved);
}
