import type { SubgraphContext } from '#db/context.ts';
import { inTransaction } from '#db/transaction.ts';
import type { TaskStatusChangedEvent } from '#schema/events.ts';
import { UnitStatusEntity } from '../../store/entities.ts';
import { cleanedStatus } from '../domain/unit-status.ts';
import { lockStatus, writeStatus } from '../steps/write-status.ts';

/** The built-in task type that cleans a unit. */
const CLEANING = 'cleaning';

/**
 * Makes a unit clean when its cleaning is completed, and inspected when it's verified. A unit without a status is
 * clean already. Safe to repeat.
 */
export function followCleaning(ctx: SubgraphContext, task: TaskStatusChangedEvent): Promise<void> {
  const { taskType, unitId, createdAt, status, bookingId, teamId } = task;
  if (taskType !== CLEANING || unitId == null || createdAt === undefined) return Promise.resolve();
  return inTransaction(ctx, async (em) => {
    const known = await em.findOne(UnitStatusEntity, { unitId, teamId });
    if (!known) return;
    const unit = await lockStatus(ctx, em, known);
    const next = cleanedStatus(unit, { status, bookingId, createdAt: new Date(createdAt) });
    if (next) await writeStatus(ctx, em, unit, { status: next });
  });
}
