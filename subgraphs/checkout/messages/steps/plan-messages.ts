import { sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { inTransaction, lockName, reader, statements, type Transaction } from '#db/transaction.ts';
import { type Booking, BookingEntity, type MessageRule, MessageRuleEntity } from '../../store/entities.ts';
import { dueTime, isBeforeRule, isTimed, type MessageTrigger } from '../domain/due-times.ts';
import { matches } from '../domain/rule-match.ts';
import { statedTimes, stayTimes } from '../operations/message-facts.ts';

/** An event that triggers messages. */
export interface Happened {
  readonly trigger: MessageTrigger;
  /** The change's id for `changed`; empty for a message that's sent once per booking. */
  readonly event: string;
  readonly at: Date;
}

/**
 * Plans a booking's messages: adds a row per rule and event, and moves waiting ones to their new due time. A
 * cancelled booking's waiting messages are skipped. Safe to repeat and to run concurrently.
 */
export async function planMessages(
  ctx: SubgraphContext,
  { teamId, bookingId }: { readonly teamId: number; readonly bookingId: number },
  happened: readonly Happened[],
): Promise<void> {
  const active = await reader(ctx).find(MessageRuleEntity, { teamId, active: true });
  if (active.length === 0) return;
  const known = await reader(ctx).findOne(BookingEntity, { id: bookingId }, { fields: ['propertyId'] });
  const isAnyTimed = known !== null && active.some(({ trigger }) => isTimed(trigger));
  const times = isAnyTimed ? await statedTimes(ctx, [known.propertyId]) : NO_TIMES;
  await inTransaction(ctx, async (em) => {
    await lockName(em, `automatic messages of booking ${bookingId}`);
    const booking = await em.findOne(BookingEntity, { id: bookingId });
    if (!booking) return;
    if (booking.status === 'cancelled') await skipCancelled(ctx, em, bookingId);
    for (const rule of active) {
      if (isTimed(rule.trigger)) await planTimed(ctx, em, rule, { booking, times });
      else await planEvent(ctx, em, rule, { booking, happened });
    }
  });
  ctx.services.checkout.ruleMessages.wake(() => ctx);
}

type Times = Awaited<ReturnType<typeof statedTimes>>;
const NO_TIMES: Times = new Map();

/** Adds, moves or removes the message of a timed rule. */
async function planTimed(
  ctx: SubgraphContext,
  em: Transaction,
  rule: MessageRule,
  { booking, times }: { readonly booking: Booking; readonly times: Times },
): Promise<void> {
  if (booking.status !== 'confirmed') return;
  const due = timedDue(rule, booking, times.get(booking.propertyId));
  if (due) return insert(ctx, em, rule, [{ bookingId: booking.id, event: '', due }]);
  await removeWaiting(em, rule, [booking.id]);
}

/** Returns the time at which a timed rule's message to a confirmed booking is due; null if the rule sends none. */
export function timedDue(
  rule: MessageRule,
  booking: Booking,
  property: Parameters<typeof stayTimes>[1],
): Date | null {
  const due = dueTime(rule, stayTimes(booking, property));
  // The system that the booking was imported from has sent what was due earlier.
  if (booking.importId !== null && due <= booking.createdAt) return null;
  return matches(rule.filters, booking) && !isBeforeRule(due, booking.createdAt, rule.beganAt) ? due : null;
}

/** Removes a timed rule's waiting messages to bookings. */
export const removeWaiting = (em: Transaction, { id }: MessageRule, bookingIds: readonly number[]) =>
  sql`
    DELETE FROM checkout.rule_messages
    WHERE rule_id = ${id}::bigint AND booking_id = ANY (${[...bookingIds]}::bigint[]) AND event = ''
      AND status = 'waiting'`.execute(statements(em));

async function planEvent(
  ctx: SubgraphContext,
  em: Transaction,
  rule: MessageRule,
  { booking, happened }: { readonly booking: Booking; readonly happened: readonly Happened[] },
): Promise<void> {
  const needed = rule.trigger === 'cancelled' ? 'cancelled' : 'confirmed';
  if (booking.status !== needed || !matches(rule.filters, booking)) return;
  for (const { trigger, event, at } of happened) {
    if (trigger !== rule.trigger || at < rule.beganAt) continue;
    await insert(ctx, em, rule, [{ bookingId: booking.id, event, due: at }]);
  }
}

/** A message to plan. */
interface Planned {
  readonly bookingId: number;
  /** As in `Happened`. */
  readonly event: string;
  readonly due: Date;
}

/**
 * Inserts messages, or moves them to a new due time. A sent message stays sent. A skipped one waits again only
 * if it's now due in the future.
 */
export async function insert(
  ctx: SubgraphContext,
  em: Transaction,
  { id: ruleId, teamId, templateId }: MessageRule,
  planned: readonly Planned[],
): Promise<void> {
  const now = ctx.clock.now();
  const bookings = planned.map(({ bookingId }) => bookingId);
  const events = planned.map(({ event }) => event);
  const dues = planned.map(({ due }) => due.toISOString());
  await sql`
    INSERT INTO checkout.rule_messages AS known
      (team_id, rule_id, template_id, booking_id, event, status, due_at, next_attempt_at, created_at)
    SELECT ${teamId}::int, ${ruleId}::bigint, ${templateId}::bigint, given.booking, given.event, 'waiting',
      given.due, given.due, ${now}::timestamptz
    FROM unnest(${bookings}::bigint[], ${events}::text[], ${dues}::timestamptz[]) AS given (booking, event, due)
    ON CONFLICT (rule_id, booking_id, event) DO UPDATE SET due_at = excluded.due_at,
      next_attempt_at = excluded.due_at, template_id = excluded.template_id, status = 'waiting', attempts = 0,
      reason = NULL, empty_variables = '{}', ended_at = NULL
    WHERE excluded.event = '' AND (
      (known.status = 'waiting' AND known.due_at <> excluded.due_at)
      OR (known.status = 'skipped' AND excluded.due_at > ${now}::timestamptz))`.execute(statements(em));
}

/** Skips a cancelled booking's waiting messages, except the ones about the cancellation. */
const skipCancelled = (ctx: SubgraphContext, em: Transaction, bookingId: number) =>
  sql`
    UPDATE checkout.rule_messages SET status = 'skipped', reason = 'cancelled', ended_at = ${ctx.clock.now()}
    WHERE booking_id = ${bookingId}::bigint AND status = 'waiting'
      AND rule_id NOT IN (SELECT id FROM checkout.message_rules WHERE trigger = 'cancelled')`.execute(
    statements(em),
  );
