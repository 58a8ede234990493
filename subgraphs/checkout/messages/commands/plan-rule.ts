import { sql } from 'kysely';
import { z } from 'zod';
import type { SubgraphContext } from '#db/context.ts';
import { schedule } from '#db/jobs/jobs.ts';
import { inTransaction, reader, statements, type Transaction } from '#db/transaction.ts';
import { dateIn } from '#kit/dates.ts';
import { type Booking, BookingEntity, MessageRuleEntity } from '../../store/entities.ts';
import { isTimed } from '../domain/due-times.ts';
import { statedTimes } from '../operations/message-facts.ts';
import { PLAN_RULE } from '../steps/follow-stay.ts';
import { insert, planMessages, removeWaiting, timedDue } from '../steps/plan-messages.ts';

/** The last booking planned, by check-out (days since 1970) and id. */
const PLACE = z.object({ day: z.int(), id: z.int() });
const JOB = z.object({ ruleId: z.int(), after: PLACE.optional() });

/** Bookings per job. */
const BATCH = 500;
/** The latest message after check-out, plus a day for time zones. */
const LATEST_DAYS = 366;

/**
 * Plans a timed rule's messages for the team's existing bookings, except bookings that ended long ago. Each job
 * plans one batch and schedules the next, so that other teams' jobs have their turns in between. Safe to repeat
 * and to interrupt.
 */
export async function planRule(ctx: SubgraphContext, data: unknown): Promise<void> {
  const { ruleId, after } = JOB.parse(data);
  const rule = await reader(ctx).findOne(MessageRuleEntity, { id: ruleId });
  if (!rule?.active || !isTimed(rule.trigger)) return;
  const { teamId } = rule;
  const first = dateIn('UTC', ctx.clock.now()).subtract({ days: LATEST_DAYS }).toString();
  const { rows } = await sql<z.infer<typeof PLACE>>`
    SELECT check_out - '1970-01-01'::date AS day, id::float8 AS id FROM checkout.bookings
    WHERE team_id = ${teamId} AND status = 'confirmed'
      AND (check_out - '1970-01-01'::date, id) > (coalesce(${after?.day ?? null}::int, ${first}::date - '1970-01-01'::date), ${after?.id ?? 0}::bigint)
    ORDER BY check_out - '1970-01-01'::date, id LIMIT ${BATCH}`.execute(statements(ctx));
  const last = rows.at(-1);
  if (!last) return;
  const ids = rows.map(({ id }) => id);
  const bookings = await reader(ctx).find(BookingEntity, { id: ids, status: 'confirmed' });
  const times = await statedTimes(
    ctx,
    bookings.map(({ propertyId }) => propertyId),
  );
  const planned = bookings.map((booking) => ({
    booking,
    due: timedDue(rule, booking, times.get(booking.propertyId)),
  }));
  const changed = await inTransaction(ctx, async (em) => {
    // The rule may have been changed, turned off or removed since; each change schedules its own jobs.
    const same = await em.findOne(MessageRuleEntity, { id: ruleId, active: true, updatedAt: rule.updatedAt });
    if (!same) return null;
    const unchanged = await lockUnchanged(em, bookings);
    const current = planned.filter(({ booking }) => unchanged.has(booking.id));
    const rowsToInsert = current.flatMap(({ booking, due }) =>
      due ? [{ bookingId: booking.id, event: '', due }] : [],
    );
    await insert(ctx, em, rule, rowsToInsert);
    await removeWaiting(
      em,
      rule,
      current.flatMap(({ booking, due }) => (due ? [] : [booking.id])),
    );
    if (rows.length === BATCH) await schedule(ctx, em, PLAN_RULE, { ruleId, after: last });
    return ids.filter((id) => !unchanged.has(id));
  });
  for (const bookingId of changed ?? []) await planMessages(ctx, { teamId, bookingId }, []);
  ctx.services.checkout.ruleMessages.wake(() => ctx);
}

/**
 * Locks the bookings that didn't change since they were read, until the transaction ends; returns their ids. A
 * stay that moves now waits for the lock, and its own job then moves the message.
 */
async function lockUnchanged(em: Transaction, bookings: readonly Booking[]): Promise<ReadonlySet<number>> {
  const { rows } = await sql<{ readonly id: number }>`
    SELECT b.id::float8 AS id
    FROM unnest(${bookings.map(({ id }) => id)}::bigint[], ${bookings.map(({ version }) => version)}::int[])
      AS read (id, version)
    JOIN checkout.bookings b ON b.id = read.id AND b.version = read.version
    ORDER BY b.id FOR SHARE OF b`.execute(statements(em));
  return new Set(rows.map(({ id }) => id));
}
