import { z } from 'zod';
import type { SubgraphContext } from '#db/context.ts';
import { schedule } from '#db/jobs/jobs.ts';
import { lockName, type Transaction } from '#db/transaction.ts';
import type { BookingEvent } from '#schema/events.ts';
import { dueOf, type RuledStay } from '../domain/host-rules.ts';
import type { TaskRule, TaskTrigger } from '../domain/task-types.ts';
import { NO_UNIT, type TaskUnit } from '../domain/task-unit.ts';
import { changeInstant } from '../store/change-instant.ts';
import { TaskEntity, type TaskType } from '../store/entities.ts';
import type { RecordedStay } from '../store/recorded-stays.ts';
import { lockType } from '../store/task-types.ts';
import { createTask } from './create-task.ts';

/** Queue for rules delayed after their trigger. */
export const RULE_QUEUE = 'tasks/rule';

/** Job data: a due rule for one booking. */
export const Due = z.object({
  teamId: z.number(),
  taskType: z.string(),
  trigger: z.enum(['booking.confirmed', 'booking.checked_out', 'booking.cancelled']),
  propertyId: z.number(),
  bookingId: z.number(),
  /** The booking's version with this stay. */
  version: z.number().default(0),
  unit: z.object({ unitTypeId: z.number().nullable(), unitId: z.number().nullable() }),
  stay: z.object({ checkIn: z.string(), checkOut: z.string(), timeZone: z.string() }),
});

export type Due = z.infer<typeof Due>;

/** True if any type has an active rule for the trigger. */
export const anyRule = (types: readonly TaskType[], trigger: TaskTrigger): boolean =>
  types.some((type) => ruleFor(type, trigger) !== null);

/** Returns a type's rule for a trigger if both are enabled; null otherwise. */
const ruleFor = ({ state, rules }: TaskType, trigger: TaskTrigger): TaskRule | null =>
  (state === 'enabled' && rules.find((rule) => rule.trigger === trigger && rule.enabled)) || null;

/**
 * Applies app task types' rules to a booking's event: creates their tasks, or schedules them for the end of
 * their offset. Each rule creates one task per booking, even if repeated. See docs/interface/tasks.md#rules.
 */
export async function followRules(
  ctx: SubgraphContext,
  em: Transaction,
  types: readonly TaskType[],
  happened: {
    readonly trigger: Due['trigger'];
    readonly booking: BookingEvent;
    readonly stay: RecordedStay;
  },
): Promise<void> {
  const { trigger, booking } = happened;
  const { teamId, bookingId, version } = booking;
  const { propertyId, unitTypeId, unitId, ...stay } = happened.stay;
  const unit = { unitTypeId, unitId };
  for (const type of types) {
    const rule = ruleFor(type, trigger);
    if (!rule) continue;
    const due: Due = { teamId, taskType: type.key, trigger, propertyId, bookingId, version, unit, stay };
    if (rule.offsetMs === 0) await createDue(ctx, em, due);
    else
      await schedule(ctx, em, RULE_QUEUE, due, { at: new Date(ctx.clock.now().getTime() + rule.offsetMs) });
  }
}

/** Creates a due rule's task, once per booking. */
export async function createDue(
  ctx: SubgraphContext,
  em: Transaction,
  due: Omit<Due, 'version'>,
): Promise<void> {
  const { teamId, taskType, trigger, bookingId, propertyId, unit, stay } = due;
  const madeBy = `${trigger}:${bookingId}`;
  await createOnce(ctx, em, { teamId, taskType, trigger, madeBy }, { propertyId, bookingId, unit, stay });
}

/** Creates a repeating rule's task at one property. */
export function createRepeated(
  ctx: SubgraphContext,
  em: Transaction,
  {
    teamId,
    taskType,
    propertyId,
    at,
  }: Readonly<{ teamId: number; taskType: string; propertyId: number; at: Date }>,
): Promise<void> {
  const rule = {
    teamId,
    taskType,
    trigger: 'every',
    madeBy: `every:${propertyId}:${at.toISOString()}`,
  } as const;
  return createOnce(ctx, em, rule, { propertyId, bookingId: null, unit: NO_UNIT, stay: null });
}

/** Serializes by rule and cause, so the second caller finds the first one's task. */
async function createOnce(
  ctx: SubgraphContext,
  em: Transaction,
  rule: Readonly<{ teamId: number; taskType: string; trigger: TaskTrigger; madeBy: string }>,
  {
    stay,
    ...place
  }: Readonly<{
    propertyId: number;
    bookingId: number | null;
    unit: TaskUnit;
    stay: RuledStay | null;
  }>,
): Promise<void> {
  const { teamId, taskType, trigger, madeBy } = rule;
  const type = await lockType(em, { teamId, key: taskType });
  const followed = type && ruleFor(type, trigger);
  if (!type || !followed) return;
  await lockName(em, `task of a rule: ${teamId} ${taskType} ${madeBy}`);
  if ((await em.count(TaskEntity, { teamId, taskType, madeBy })) > 0) return;
  await createTask(ctx, em, {
    type,
    ...place,
    madeBy,
    ...dueOf(followed.due, await changeInstant(em, teamId), stay),
  });
}
