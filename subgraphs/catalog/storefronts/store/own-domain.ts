import { LockMode } from '@mikro-orm/core';
import type { Transaction } from '#db/transaction.ts';
import { parseId } from '#kit/ids.ts';
import type { Viewer } from '#kit/viewer.ts';
import { reachOf } from '../../access.ts';
import { StorefrontDomainEntity } from '../../store/entities.ts';

/** A domain in the host's team with its storefront, both locked; null for an unknown domain or another team's. */
export async function ownDomain(em: Transaction, viewer: Viewer, id: string) {
  const { teamId } = reachOf(viewer);
  if (teamId === null) return null;
  return em.findOne(
    StorefrontDomainEntity,
    { id: parseId(id) ?? 0, storefront: { teamId } },
    { populate: ['storefront'], lockMode: LockMode.PESSIMISTIC_WRITE, lockTableAliases: ['s0'] },
  );
}
