import { LockMode } from '@mikro-orm/core';
import type { SubgraphContext } from '#db/context.ts';
import { reader, type Transaction } from '#db/transaction.ts';
import { DEFAULT_SLA_MS } from '../domain/sla.ts';
import { DEFAULT_TASK_TYPES } from '../domain/task-types.ts';
import { type TaskType, TaskTypeEntity } from './entities.ts';

/** Returns a team's task types, built-in ones first; creates the built-in ones when the team first needs them. */
export async function ensureTaskTypes(
  ctx: Pick<SubgraphContext, 'db'>,
  teamId: number,
): Promise<readonly TaskType[]> {
  const existing = await findTaskTypes(ctx, teamId);
  if (existing.some(({ app }) => app == null)) return existing;
  await reader(ctx).upsertMany(
    TaskTypeEntity,
    DEFAULT_TASK_TYPES.map((type) => ({ ...NEW_TYPE, ...type, teamId })),
    { onConflictAction: 'ignore' },
  );
  return findTaskTypes(ctx, teamId);
}

/** Defaults for a new task type. */
export const NEW_TYPE: Omit<TaskType, 'teamId' | 'key' | 'name'> = {
  description: '',
  icon: null,
  app: null,
  state: 'enabled',
  retiredBecause: null,
  registered: false,
  blocksGuestReady: false,
  fields: [],
  rules: [],
  providerApp: null,
  slaMs: DEFAULT_SLA_MS,
  atCheckOut: false,
  ownWorkVerified: false,
};

function findTaskTypes({ db }: Pick<SubgraphContext, 'db'>, teamId: number): Promise<TaskType[]> {
  return reader({ db }).find(TaskTypeEntity, { teamId }, { orderBy: { app: 'asc nulls first', key: 'asc' } });
}

/** Reads the current type and locks it, so it can't be retired or disabled until the transaction ends. */
export const lockType = (em: Transaction, { teamId, key }: Pick<TaskType, 'teamId' | 'key'>) =>
  em.findOne(TaskTypeEntity, { teamId, key }, { lockMode: LockMode.PESSIMISTIC_READ });
