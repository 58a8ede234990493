import type { IslandContext } from '#db/context.ts';
import { inTransaction, reader } from '#db/transaction.ts';
import { DEFAULT_SLA_MS } from '../domain/sla.ts';
import { DEFAULT_TASK_TYPES } from '../domain/task-types.ts';
import { type TaskType, TaskTypeEntity } from '../entities.ts';

/** A team's kinds of task in the order of their names; the three every team has are made when it first needs them. */
export async function ensureTaskTypes(
  ctx: Pick<IslandContext, 'db'>,
  teamId: number,
): Promise<readonly TaskType[]> {
  const existing = await findTaskTypes(ctx, teamId);
  if (existing.length) return existing;
  await inTransaction(ctx, (em) =>
    em.upsertMany(
      TaskTypeEntity,
      DEFAULT_TASK_TYPES.map((type) => ({ ...type, teamId, slaMs: DEFAULT_SLA_MS, providerApp: null })),
      { onConflictAction: 'ignore' },
    ),
  );
  return findTaskTypes(ctx, teamId);
}

/** One of a team's kinds of task; null where the team has none of that name. */
export async function findTaskType(
  ctx: Pick<IslandContext, 'db'>,
  teamId: number,
  key: string,
): Promise<TaskType | null> {
  return (await ensureTaskTypes(ctx, teamId)).find((type) => type.key === key) ?? null;
}

function findTaskTypes({ db }: Pick<IslandContext, 'db'>, teamId: number): Promise<TaskType[]> {
  return reader({ db }).find(TaskTypeEntity, { teamId }, { orderBy: { key: 'asc' } });
}
