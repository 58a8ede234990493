import { LockMode } from '@mikro-orm/core';
import type { Transaction } from '#db/transaction.ts';
import { parseId } from '#kit/ids.ts';
import type { Viewer } from '#kit/viewer.ts';
import { ownProperty, reachOf } from '../../access.ts';
import { IcalFeedEntity } from '../../store/entities.ts';

/**
 * A host's active feed, locked, with its unit type and everything above it up to the storefront; null for any
 * other feed.
 */
export async function ownFeed(em: Transaction, viewer: Viewer, id: string) {
  if (reachOf(viewer).teamId === null) return null;
  return em.findOne(
    IcalFeedEntity,
    { id: parseId(id) ?? 0, removedAt: null, unitType: { property: ownProperty(viewer) } },
    {
      populate: ['unitType.property.storefront'],
      lockMode: LockMode.PESSIMISTIC_WRITE,
      lockTableAliases: ['i0'],
    },
  );
}

export type OwnFeed = NonNullable<Awaited<ReturnType<typeof ownFeed>>>;
