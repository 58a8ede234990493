import type { SubgraphContext } from '#db/context.ts';
import { reader } from '#db/transaction.ts';
import { newBookingReference, newPincode, newUuid } from '#kit/ids.ts';
import type { OrderFacts } from '../../bookings/domain/booking.ts';
import { askedLines, hasPincode, isConfirmedAtOnce } from '../../bookings/domain/lodging.ts';
import { syncNightsNow } from '../../bookings/operations/sync-nights.ts';
import { unitsToFill } from '../../bookings/operations/units-to-fill.ts';
import { bookedLines } from '../../domain/totals.ts';
import { type HoldStayMutation, holdStayDocument, releaseStayDocument } from '../../operations/generated.ts';
import { BookingEntity, type Quote, type Session } from '../../store/entities.ts';
import { blockers } from '../domain/session-messages.ts';
import { viewSession } from '../domain/session-view.ts';
import { insertBooking } from '../steps/insert-booking.ts';
import type { Answer } from '../store/idempotency.ts';
import { giveUpCompletion, isViolationOf, loadSession } from '../store/sessions.ts';

/** Attempts to generate a random booking reference that isn't taken. */
const MAX_REFERENCES = 5;

/** A session being completed: `holdId` identifies the attempt. */
type Attempt = Session & { readonly holdId: string };

/**
 * Runs the second and third completion steps: takes the nights, then places the booking, or restores the
 * session with the reason (out of stock, or a changed price). Safe to repeat and to run concurrently: catalog
 * identifies the attempt by its hold, and only one runner ends it. Returns the answer, or null if another
 * runner ended the attempt. See docs/interface/checkout.md#completing.
 */
export async function endCompletion(ctx: SubgraphContext, session: Session): Promise<Answer | null> {
  const { holdId } = session;
  if (holdId === null) throw new Error(`Session ${session.id} is being completed without a hold.`);
  const attempt: Attempt = { ...session, holdId };
  const { held, quote } = await takeNights(ctx, attempt);
  if (!held) return giveUp(ctx, attempt, quote);
  const answer = await book(ctx, attempt);
  if (!answer) await releaseUnlessBooked(ctx, attempt);
  return answer;
}

async function takeNights(ctx: SubgraphContext, attempt: Attempt): Promise<HoldStayMutation['stayHold']> {
  const input = {
    holdId: attempt.holdId,
    storefrontId: String(attempt.storefrontId),
    lines: askedLines(attempt.lines, attempt.guests),
    guestEmail: attempt.buyer?.email ?? '',
    agent: { address: attempt.agentAddress, profile: attempt.agentProfile },
    until: new Date(ctx.clock.now().getTime() + ctx.config.holdTtlMs).toISOString(),
    fingerprint: attempt.quote.fingerprint,
  };
  const { stayHold } = await ctx.execute(holdStayDocument, { input }, ctx);
  return stayHold;
}

/** Books the session as last shown: the nights were taken at exactly that price. */
async function book(ctx: SubgraphContext, attempt: Attempt): Promise<Answer | null> {
  const isConfirmed = isConfirmedAtOnce(attempt, ctx.clock.now());
  const units = isConfirmed ? await unitsToFill(ctx, bookedLines(attempt.quote)) : [];
  for (let draw = 1; ; draw++) {
    const now = ctx.clock.now();
    const order: OrderFacts = {
      reference: newBookingReference(),
      permalinkId: newUuid(),
      pincode: hasPincode(attempt) ? newPincode() : null,
      holdExpiresAt: new Date(now.getTime() + ctx.config.holdTtlMs),
      status: isConfirmedAtOnce(attempt, now) ? 'confirmed' : 'held',
    };
    const completed: Session = { ...attempt, status: 'completed', completingSince: null, updatedAt: now };
    const answer = { session: viewSession(completed, order, now), refusal: null };
    try {
      if (!(await insertBooking(ctx, completed, order, { answer, units }))) return null;
      if (order.status === 'confirmed') await confirmNights(ctx, completed.id);
      return answer;
    } catch (error) {
      if (draw === MAX_REFERENCES || !isViolationOf(error, 'bookings_reference')) throw error;
    }
  }
}

/** Confirms a confirmed booking's nights immediately, or during the next sweep. */
async function confirmNights(ctx: SubgraphContext, checkoutId: string): Promise<void> {
  const booking = await reader(ctx).findOne(BookingEntity, { checkoutId });
  if (booking) await syncNightsNow(ctx, booking);
}

/** Restores the session: incomplete with catalog's problems, or ready with a notice about the new price. */
async function giveUp(ctx: SubgraphContext, attempt: Attempt, quote: Quote): Promise<Answer | null> {
  const blocked = blockers({ ...attempt, quote }).length > 0;
  const now = ctx.clock.now();
  const back: Session = {
    ...attempt,
    quote,
    status: blocked ? 'incomplete' : 'ready_for_complete',
    notice: blocked ? null : { kind: 'price_changed', from: attempt.quote.total },
    completingSince: null,
    updatedAt: now,
    expiresAt: new Date(now.getTime() + ctx.config.checkoutTtlMs),
  };
  const answer = { session: viewSession(back, null, now), refusal: null };
  return (await giveUpCompletion(ctx, back, answer)) ? answer : null;
}

/** Releases nights taken by this runner if another runner ended the attempt without a booking. */
async function releaseUnlessBooked(ctx: SubgraphContext, { id, holdId }: Attempt): Promise<void> {
  const found = await loadSession(ctx, null, id);
  if (found?.order?.holdId === holdId) return;
  await ctx.execute(releaseStayDocument, { holdId }, ctx);
}
