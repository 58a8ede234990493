import type { SubgraphContext } from '#db/context.ts';
import { inTransaction, type Transaction } from '#db/transaction.ts';
import type { BookingEvent } from '#schema/events.ts';
import { dueOnDay } from '../domain/host-rules.ts';
import { isOpenWork } from '../domain/task-unit.ts';
import { saveChange } from '../steps/change-task.ts';
import { publishFreed } from '../steps/publish-task.ts';
import { takePropertyTurn } from '../store/change-instant.ts';
import type { Task } from '../store/entities.ts';
import { lockTasks } from '../store/lock-tasks.ts';
import { type RecordedStay, recordStay, stayOf } from '../store/recorded-stays.ts';

/**
 * Moves a booking's unfinished tasks to its new dates, property or assigned units. A task with its own due
 * time keeps it, and a unit chosen for the task is kept at the same property. Safe to repeat, and in any order. See docs/interface/tasks.md#following-the-booking.
 */
export async function followStay(ctx: SubgraphContext, booking: BookingEvent): Promise<void> {
  const stay = stayOf(booking);
  await inTransaction(ctx, async (em) => {
    if (!(await recordStay(em, booking, stay))) return;
    for (const task of await lockTasks(em, booking)) {
      if (isOpenWork(task.status)) await follow(ctx, em, task, stay);
    }
  });
}

async function follow(ctx: SubgraphContext, em: Transaction, task: Task, stay: RecordedStay): Promise<void> {
  const { propertyId } = stay;
  const dueAt = task.dueOn ? dueOnDay(task.dueOn, stay) : (task.dueAt ?? null);
  const before = { ...task };
  const isDue = dueAt?.getTime() === before.dueAt?.getTime();
  const isThere = before.propertyId === propertyId;
  const unitChosen = before.unitChosen && isThere;
  const { unitTypeId = null, unitId = null } = unitChosen ? before : stay;
  if (isDue && isThere && before.unitTypeId === unitTypeId && before.unitId === unitId) return;
  const dueNoted = before.dueNoted && isDue && isThere;
  await saveChange(ctx, em, task, {
    by: 'platform',
    apply: (it) => Object.assign(it, { propertyId, unitTypeId, unitId, unitChosen, dueAt, dueNoted }),
  });
  if (before.dueNoted && !isThere) await publishFreed(ctx, em, before, await takePropertyTurn(em, before));
}
