import { LockMode } from '@mikro-orm/core';
import { sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { publish } from '#db/events.ts';
import { type Recording, type Sent, storedMoves } from '#db/jobs/lease-states.ts';
import type { LeasedWork, LeftOut, WaitingItem } from '#db/jobs/leased-work.ts';
import { inTransaction, reader, statements, type Transaction } from '#db/transaction.ts';
import { appendMessage } from '../../conversations/steps/append-message.ts';
import { threadOfStay } from '../../conversations/steps/thread-of-stay.ts';
import { holdContacts } from '../../conversations/store/conversations.ts';
import { whyNotSend } from '../../conversations/store/may-send.ts';
import {
  type Booking,
  BookingEntity,
  BookingRequestEntity,
  type MessageRule,
  MessageRuleEntity,
  MessageTemplateEntity,
  RuleMessageEntity,
} from '../../store/entities.ts';
import { dueTime, isOverdue, isTimed } from '../domain/due-times.ts';
import { matches } from '../domain/rule-match.ts';
import type { SkipReason } from '../domain/skip-reasons.ts';
import { messageFacts, stayTimes } from '../operations/message-facts.ts';
import { fillTemplate } from '../queries/fill-template.ts';

/** After a process dies, its message waits this long. */
const LEASE_MS = 60_000;
const RETRY_MS = [60_000, 300_000, 1_800_000, 7_200_000] as const;
/** The longest wait before another attempt. */
export const LONGEST_RETRY_MS = 7_200_000;
/** Messages per team in one scan. */
const PER_TEAM = 4;

/**
 * Sends automatic messages that are due. A message and the end of its row are recorded in one transaction, so
 * each is sent once even if the process dies. If one team has thousands of due messages, other teams still have
 * slots. See docs/interface/messages.md#sending.
 */
export const RULE_MESSAGES: LeasedWork<WaitingItem<number>, Claimed, Filled, Skip> = {
  name: 'rule-messages',
  slots: 8,
  slotsPerShare: 2,
  retry: () => ({ delaysMs: RETRY_MS }),
  scan,
  claim,
  send,
  record,
};

/** Starts sending the messages that are due, alternating between teams, without waiting for them. */
export const sendRuleMessages = async (ctx: SubgraphContext): Promise<void> =>
  ctx.services.checkout.ruleMessages.wake(() => ctx);

const MOVES = storedMoves({ waiting: 'waiting', leased: 'waiting', done: 'sent', given_up: 'skipped' });

/** A message that only this process can send until its lease ends. */
interface Claimed {
  readonly id: number;
  readonly teamId: number;
  readonly ruleId: number;
  readonly bookingId: number;
  readonly dueAt: Date;
  /** Including this attempt. */
  readonly attempts: number;
}

/** A filled-in message. */
interface Filled {
  readonly channel: MessageRule['channel'];
  readonly body: string;
  /** The template that was filled in: the rule's may have changed since the message was planned. */
  readonly templateId: number;
  /** The booking's version for which it was filled in. */
  readonly version: number;
}

/** The reason a message isn't sent; `gone` if its rule doesn't apply, so the log doesn't show it. */
interface Skip {
  readonly reason: SkipReason | 'gone';
  readonly empty?: readonly string[];
}

/**
 * Finds each team's first due messages. It reads one index entry per team with waiting messages, and then at
 * most `PER_TEAM` per team, so its cost doesn't depend on the number of bookings.
 */
async function scan(
  ctx: Pick<SubgraphContext, 'db' | 'clock'>,
  { shares, ids }: LeftOut<number>,
): Promise<readonly WaitingItem<number>[]> {
  const { rows } = await sql<WaitingItem<number>>`
    WITH RECURSIVE teams AS (
      (SELECT team_id FROM checkout.rule_messages WHERE status = 'waiting' ORDER BY team_id LIMIT 1)
      UNION ALL
      SELECT (SELECT m.team_id FROM checkout.rule_messages m
        WHERE m.status = 'waiting' AND m.team_id > teams.team_id ORDER BY m.team_id LIMIT 1)
      FROM teams WHERE teams.team_id IS NOT NULL
    )
    SELECT due.id::float8 AS id, teams.team_id AS share FROM teams, LATERAL (
      SELECT id FROM checkout.rule_messages m
      WHERE m.status = 'waiting' AND m.team_id = teams.team_id AND m.next_attempt_at <= ${ctx.clock.now()}
        AND m.id <> ALL (${[...ids]}::bigint[])
      ORDER BY m.next_attempt_at, m.id LIMIT ${PER_TEAM}
    ) due
    WHERE teams.team_id <> ALL (${[...shares]}::int[])`.execute(statements(ctx));
  return rows;
}

/** Performs the moves `claim` and `lapse`; null if the message isn't due or another process has it. */
function claim(ctx: SubgraphContext, { id }: WaitingItem): Promise<Claimed | null> {
  return inTransaction(ctx, async (em) => {
    const row = await em.findOne(
      RuleMessageEntity,
      { id, status: MOVES.claim.from },
      { lockMode: LockMode.PESSIMISTIC_PARTIAL_WRITE },
    );
    const now = ctx.clock.now();
    if (!row || row.nextAttemptAt > now) return null;
    const attempts = row.attempts + MOVES.claim.attempts;
    const nextAttemptAt = new Date(now.getTime() + LEASE_MS);
    await em.nativeUpdate(RuleMessageEntity, { id }, { attempts, nextAttemptAt });
    const { teamId, ruleId, bookingId, dueAt } = row;
    return { id, teamId, ruleId, bookingId, dueAt, attempts };
  });
}

/** Decides whether a message is still useful, and fills it in. */
async function send(ctx: SubgraphContext, claimed: Claimed): Promise<Sent<Filled, Skip>> {
  const em = reader(ctx);
  const now = ctx.clock.now();
  const rule = await em.findOne(MessageRuleEntity, { id: claimed.ruleId });
  const booking = await em.findOne(BookingEntity, { id: claimed.bookingId });
  if (!rule?.active || !booking || !matches(rule.filters, booking)) return skip('gone');
  if (rule.trigger !== 'cancelled' && booking.status === 'cancelled') return skip('cancelled');
  if (booking.status !== (rule.trigger === 'cancelled' ? 'cancelled' : 'confirmed')) return skip('gone');
  if (rule.trigger === 'after_check_out' && booking.stayState === 'no_show') return skip('no_show');
  const [facts, template] = await Promise.all([
    messageFacts(ctx, booking.id),
    em.findOne(MessageTemplateEntity, { id: rule.templateId }),
  ]);
  if (!facts || !template) return skip('gone');
  const due = isTimed(rule.trigger) ? dueTime(rule, stayTimes(booking, facts.property)) : claimed.dueAt;
  if (due > now) return { move: 'postpone', inMs: due.getTime() - now.getTime() };
  if (isOverdue(due, now)) return skip('overdue');
  const filled = await fillTemplate(ctx, template, { booking, facts });
  if (!filled) return skip('no_text');
  if (filled.empty.length > 0) return skip('empty', filled.empty);
  if (rule.channel === 'email' && booking.guestEmail === null) return skip('no_address');
  const { channel } = rule;
  return {
    move: 'finish',
    done: { channel, body: filled.body, templateId: template.id, version: booking.version },
  };
}

const skip = (reason: Skip['reason'], empty: readonly string[] = []): Sent<Filled, Skip> => ({
  move: 'give_up',
  problem: { reason, empty },
});

/** Sends the message and records it in one transaction. Does nothing if another process has the lease. */
async function record(
  ctx: SubgraphContext,
  { id, teamId, bookingId, attempts }: Claimed,
  recording: Recording<Filled, Skip>,
): Promise<void> {
  await inTransaction(ctx, async (em) => {
    const row = await em.findOne(
      RuleMessageEntity,
      { id, attempts, status: MOVES.finish.from },
      { lockMode: LockMode.PESSIMISTIC_WRITE },
    );
    if (!row) return;
    const now = ctx.clock.now();
    if ('inMs' in recording) {
      const at = new Date(now.getTime() + recording.inMs);
      const again = { nextAttemptAt: at, attempts: attempts + MOVES[recording.move].attempts };
      const moved = recording.move === 'postpone' ? { dueAt: at } : {};
      await em.nativeUpdate(RuleMessageEntity, { id }, { ...again, ...moved });
      return;
    }
    if (recording.move === 'give_up') {
      const { reason, empty = [] } = recording.problem ?? { reason: 'failed' as const };
      return end(em, id, reason, { now, empty });
    }
    const { channel, body, templateId, version } = recording.done;
    await holdContacts(em, teamId);
    const booking = await em.findOneOrFail(BookingEntity, { id: bookingId });
    // Something changed after the text was filled in.
    if (booking.version !== version) {
      await em.nativeUpdate(RuleMessageEntity, { id }, { nextAttemptAt: now });
      return;
    }
    const refusal =
      channel === 'conversation' ? await converse(ctx, em, { booking, body, id }) : await mail(ctx, em, row);
    if (refusal) return end(em, id, refusal, { now, empty: [] });
    await em.nativeUpdate(RuleMessageEntity, { id }, { status: MOVES.finish.to, templateId, endedAt: now });
  });
}

/** Records a skipped message, or removes it if its rule doesn't apply. */
async function end(
  em: Transaction,
  id: number,
  reason: Skip['reason'],
  { now, empty }: { readonly now: Date; readonly empty: readonly string[] },
): Promise<void> {
  if (reason === 'gone') return void (await em.nativeDelete(RuleMessageEntity, { id }));
  const skipped = { status: MOVES.give_up.to, reason, emptyVariables: [...empty], endedAt: now };
  await em.nativeUpdate(RuleMessageEntity, { id }, skipped);
}

/** Writes the message into the guest's conversation; returns the reason if it can't. */
async function converse(
  ctx: SubgraphContext,
  em: Transaction,
  { booking, body, id }: { readonly booking: Booking; readonly body: string; readonly id: number },
): Promise<SkipReason | null> {
  const request = await em.findOne(BookingRequestEntity, { bookingId: booking.id });
  const thread = await threadOfStay(ctx, em, { booking, request, stay: booking }, { byGuest: false });
  const refusal = await whyNotSend(ctx, em, thread, []);
  if (refusal) return refusal.code === 'CONTACT_REDACTED' ? 'redacted' : 'refused';
  await appendMessage(ctx, em, thread, {
    direction: 'out',
    author: { kind: 'automation', name: null },
    text: body,
    bookingId: booking.id,
    once: { sender: 'rules', key: String(id) },
  });
  return null;
}

/** Hands the message to the email outbox, which fills it in again. */
async function mail(
  ctx: SubgraphContext,
  em: Transaction,
  { id: ruleMessageId, teamId }: { readonly id: number; readonly teamId: number },
): Promise<null> {
  await publish(ctx, em, 'rule_message.due', { teamId, ruleMessageId });
  return null;
}
