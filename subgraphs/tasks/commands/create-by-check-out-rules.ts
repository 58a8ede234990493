import type { SubgraphContext } from '#db/context.ts';
import { inTransaction, reader } from '#db/transaction.ts';
import type { BookingEvent } from '#schema/events.ts';
import { dueOnDay } from '../domain/host-rules.ts';
import { CHECK_OUT_OCCURRENCE } from '../domain/task-rule.ts';
import { appliesTo, createByRule } from '../steps/create-by-rule.ts';
import { TaskRuleEntity } from '../store/entities.ts';
import { stayOf } from '../store/recorded-stays.ts';

/** Creates the tasks of check-out rules when guests leave, due in the afternoon. Safe to repeat. */
export async function createByCheckOutRules(ctx: SubgraphContext, booking: BookingEvent): Promise<void> {
  const { teamId, bookingId } = booking;
  const rules = await reader(ctx).find(TaskRuleEntity, { teamId, trigger: 'check_out', enabled: true });
  const { propertyId, unitTypeId, unitId, ...stay } = stayOf(booking);
  for (const rule of rules.filter((one) => appliesTo(one, propertyId))) {
    const dueAt = dueOnDay('check_in', { ...stay, checkIn: stay.checkOut });
    const task = { propertyId, bookingId, unit: { unitTypeId, unitId }, dueAt, dueOn: null };
    const occurrence = `${CHECK_OUT_OCCURRENCE}${stay.checkOut}`;
    await inTransaction(ctx, (em) => createByRule(ctx, em, rule, { ...task, occurrence }));
  }
}
