import { sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { inTransaction, lockName, reader, statements, type Transaction } from '#db/transaction.ts';
import { type Booking, BookingEntity, type MessageRule, MessageRuleEntity } from '../../store/entities.ts';
import { dueTime, isBeforeRule, isTimed, type MessageTrigger } from '../domain/due-times.ts';
import { matches } from '../domain/rule-match.ts';
import { type MessageFacts, messageFacts, stayTimes } from '../operations/message-facts.ts';

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
  const facts = active.some(({ trigger }) => isTimed(trigger)) ? await messageFacts(ctx, bookingId) : null;
  await inTransaction(ctx, async (em) => {
    await lockName(em, `automatic messages of booking ${bookingId}`);
    const booking = await em.findOne(BookingEntity, { id: bookingId });
    if (!booking) return;
    if (booking.status === 'cancelled') await skipCancelled(ctx, em, bookingId);
    for (const rule of active) {
      if (isTimed(rule.trigger)) await planTimed(ctx, em, rule, { booking, facts });
      else await planEvent(ctx, em, rule, { booking, happened });
    }
  });
  ctx.services.checkout.ruleMessages.wake(() => ctx);
}

/** Adds, moves or removes the message of a timed rule. */
export async function planTimed(
  ctx: SubgraphContext,
  em: Transaction,
  rule: MessageRule,
  { booking, facts }: { readonly booking: Booking; readonly facts: MessageFacts | null },
): Promise<void> {
  if (booking.status !== 'confirmed' || !facts) return;
  const due = dueTime(rule, stayTimes(booking, facts));
  if (!matches(rule.filters, booking) || isBeforeRule(due, booking.createdAt, rule.beganAt)) {
    await sql`DELETE FROM checkout.rule_messages
      WHERE rule_id = ${rule.id}::bigint AND booking_id = ${booking.id}::bigint AND event = '' AND status = 'waiting'`.execute(
      statements(em),
    );
    return;
  }
  await insert(ctx, em, rule, { bookingId: booking.id, event: '', due });
}

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
    await insert(ctx, em, rule, { bookingId: booking.id, event, due: at });
  }
}

/**
 * Inserts a message, or moves one to a new due time. A sent message stays sent. A skipped one waits again only
 * if it's now due in the future.
 */
async function insert(
  ctx: SubgraphContext,
  em: Transaction,
  { id: ruleId, teamId, templateId }: MessageRule,
  { bookingId, event, due }: { readonly bookingId: number; readonly event: string; readonly due: Date },
): Promise<void> {
  const now = ctx.clock.now();
  await sql`
    INSERT INTO checkout.rule_messages AS known
      (team_id, rule_id, template_id, booking_id, event, status, due_at, next_attempt_at, created_at)
    VALUES (${teamId}, ${ruleId}, ${templateId}, ${bookingId}, ${event}, 'waiting', ${due}, ${due}, ${now})
    ON CONFLICT (rule_id, booking_id, event) DO UPDATE SET due_at = excluded.due_at,
      next_attempt_at = excluded.due_at, template_id = excluded.template_id, status = 'waiting', attempts = 0,
      reason = NULL, empty_variables = '{}', ended_at = NULL
    WHERE ${event} = '' AND (
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
