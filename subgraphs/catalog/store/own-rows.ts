import { LockMode } from '@mikro-orm/core';
import type { Transaction } from '#db/transaction.ts';
import { parseId } from '#kit/ids.ts';
import type { Viewer } from '#kit/viewer.ts';
import { ownProperty, reachOf } from '../access.ts';
import { StorefrontEntity, UnitTypeEntity } from './entities.ts';

/** The host's storefront, locked; null for an unknown storefront or another team's. */
export async function ownStorefront(em: Transaction, viewer: Viewer, id: string) {
  const row = parseId(id);
  const { teamId } = reachOf(viewer);
  if (row === null || teamId === null) return null;
  return em.findOne(StorefrontEntity, { id: row, teamId }, { lockMode: LockMode.PESSIMISTIC_WRITE });
}

/** The host's unit type with its property and storefront; null for an unknown unit type or another team's. */
export async function ownUnitType(em: Transaction, viewer: Viewer, id: string) {
  const row = parseId(id);
  if (row === null || reachOf(viewer).teamId === null) return null;
  return em.findOne(
    UnitTypeEntity,
    { id: row, property: ownProperty(viewer) },
    { populate: ['property.storefront'] },
  );
}
