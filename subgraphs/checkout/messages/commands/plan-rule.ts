import { sql } from 'kysely';
import { z } from 'zod';
import type { SubgraphContext } from '#db/context.ts';
import { reader, statements } from '#db/transaction.ts';
import { dateIn } from '#kit/dates.ts';
import { MessageRuleEntity } from '../../store/entities.ts';
import { isTimed } from '../domain/due-times.ts';
import { planMessages } from '../steps/plan-messages.ts';

const JOB = z.object({ ruleId: z.int() });

/** Bookings per statement. */
const BATCH = 200;
/** The latest message after check-out, plus a day for time zones. */
const LATEST_DAYS = 366;

/**
 * Plans a timed rule's messages for the team's existing bookings, except bookings that ended long ago. Safe to
 * repeat and to interrupt.
 */
export async function planRule(ctx: SubgraphContext, data: unknown): Promise<void> {
  const { ruleId } = JOB.parse(data);
  const rule = await reader(ctx).findOne(MessageRuleEntity, { id: ruleId });
  if (!rule?.active || !isTimed(rule.trigger)) return;
  const { teamId } = rule;
  const first = dateIn('UTC', ctx.clock.now()).subtract({ days: LATEST_DAYS }).toString();
  let after: { readonly day: number; readonly id: number } | null = null;
  for (;;) {
    const rows: readonly { readonly day: number; readonly id: number }[] = (
      await sql<{ readonly day: number; readonly id: number }>`
        SELECT check_out - '1970-01-01'::date AS day, id::float8 AS id FROM checkout.bookings
        WHERE team_id = ${teamId} AND status = 'confirmed'
          AND (check_out - '1970-01-01'::date, id) > (coalesce(${after?.day ?? null}::int, ${first}::date - '1970-01-01'::date), ${after?.id ?? 0}::bigint)
        ORDER BY check_out - '1970-01-01'::date, id LIMIT ${BATCH}`.execute(statements(ctx))
    ).rows;
    for (const { id } of rows) await planMessages(ctx, { teamId, bookingId: id }, []);
    const last = rows.at(-1);
    if (!last || rows.length < BATCH) return;
    after = last;
  }
}
