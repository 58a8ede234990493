import type { SubgraphContext } from '#db/context.ts';
import { schedule } from '#db/jobs/jobs.ts';
import type { Transaction } from '#db/transaction.ts';
import { MessageRuleEntity } from '../../store/entities.ts';

/** Queue for planning the messages of a booking whose stay changed. */
export const PLAN_MESSAGES = 'checkout/plan-messages';

/** Queue for planning a rule's messages for existing bookings. */
export const PLAN_RULE = 'checkout/plan-rule';

/** A booking whose stay changed. */
export interface ChangedStay {
  readonly teamId: number;
  readonly bookingId: number;
  /** Identifies the change. */
  readonly changeId: string;
}

/** Schedules the messages about a change, in the transaction that changes a confirmed booking's stay. */
export async function followStay(
  ctx: SubgraphContext,
  em: Transaction,
  { teamId, bookingId, changeId }: ChangedStay,
): Promise<void> {
  const rules = await em.count(MessageRuleEntity, { teamId, trigger: 'changed', active: true });
  if (rules === 0) return;
  const at = ctx.clock.now().toISOString();
  await schedule(ctx, em, PLAN_MESSAGES, { teamId, bookingId, changeId, at });
}
