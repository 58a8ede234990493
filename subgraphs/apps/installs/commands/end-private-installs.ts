import { LockMode } from '@mikro-orm/core';
import type { SubgraphContext } from '#db/context.ts';
import type { Transaction } from '#db/transaction.ts';
import { tables } from '../../store/tables.ts';
import { deactivate } from '../steps/deactivate-install.ts';
import { Install } from '../store/entities.ts';

interface Developer {
  readonly accountId: number;
  readonly teamId: number;
}

/** Ends a team's installs of private apps whose developer is leaving the team, in the caller's transaction. */
export async function endPrivateInstalls(
  ctx: SubgraphContext,
  em: Transaction,
  developer: Developer,
): Promise<void> {
  for (const install of await privateInstalls(em, developer)) await deactivate(ctx, em, install);
}

async function privateInstalls(em: Transaction, { accountId, teamId }: Developer): Promise<Install[]> {
  const rows = await tables(em)
    .selectFrom('installs as i')
    .innerJoin('apps as a', 'a.id', 'i.appId')
    .select('i.id')
    .where('i.teamId', '=', teamId)
    .where('i.isActive', '=', true)
    .where('a.accountId', '=', accountId)
    .where('a.distribution', '=', 'private')
    .orderBy('i.id')
    .execute();
  return em.find(
    Install,
    { id: rows.map(({ id }) => id), isActive: true },
    { lockMode: LockMode.PESSIMISTIC_WRITE },
  );
}
