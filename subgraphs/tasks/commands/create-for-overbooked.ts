import type { SubgraphContext } from '#db/context.ts';
import { inTransaction, lockName } from '#db/transaction.ts';
import type { ChannelOverbookedEvent } from '#schema/events.ts';
import { OVERBOOKING } from '../domain/task-types.ts';
import { createTask } from '../steps/create-task.ts';
import { TaskEntity, TaskTypeEntity } from '../store/entities.ts';
import { ensureTaskTypes, lockType, NEW_TYPE } from '../store/task-types.ts';

/** Nights listed in the note; further nights are only counted. */
const MOST_NAMED = 20;
const LONGEST_TITLE = 120;

/**
 * Creates a task for nights sold by a channel without a free unit, so a guest has to be moved. One per event,
 * even if repeated, unless the host disabled the task type. See docs/interface/channels.md#nights.
 */
export async function createForOverbooked(
  ctx: SubgraphContext,
  { teamId, propertyId, unitTypeId, unitType, channel, nights, version }: ChannelOverbookedEvent,
): Promise<void> {
  await ensureTaskTypes(ctx, teamId);
  await inTransaction(ctx, async (em) => {
    await em.upsert(
      TaskTypeEntity,
      { ...NEW_TYPE, ...OVERBOOKING, teamId },
      { onConflictAction: 'ignore', onConflictFields: ['teamId', 'key'] },
    );
    const type = await lockType(em, { teamId, key: OVERBOOKING.key });
    if (type?.state !== 'enabled') return;
    const madeBy = `overbooked:${unitTypeId}:${version}`;
    await lockName(em, `task of a rule: ${teamId} ${type.key} ${madeBy}`);
    if ((await em.count(TaskEntity, { teamId, taskType: type.key, madeBy })) > 0) return;
    const more = nights.length > MOST_NAMED ? ` and ${nights.length - MOST_NAMED} more` : '';
    await createTask(ctx, em, {
      type,
      propertyId,
      bookingId: null,
      unit: { unitTypeId, unitId: null },
      dueAt: null,
      madeBy,
      title: `${channel} sold ${unitType} without a free unit`.slice(0, LONGEST_TITLE),
      note: `Nights: ${nights.slice(0, MOST_NAMED).join(', ')}${more}. Move or cancel a booking.`,
    });
  });
}
