import { LockMode } from '@mikro-orm/core';
import type { SubgraphContext } from '#db/context.ts';
import type { Transaction } from '#db/transaction.ts';
import { parseId } from '#kit/ids.ts';
import { ownProperty, teamOf } from '../../access.ts';
import { userError } from '../../errors.ts';
import type { Maybe, UserError } from '../../generated.ts';
import {
  MediaEntity,
  type MediaRow,
  PropertyEntity,
  type PropertyRow,
  UnitTypeEntity,
  type UnitTypeRow,
} from '../../store/entities.ts';

// Commands that lock several of these rows lock photos first, then properties, then unit types.

/** The team's photo, locked; null for an unknown, removed or other team's photo. */
export const ownMedia = (em: Transaction, ctx: SubgraphContext, id: string): Promise<MediaRow | null> =>
  em.findOne(
    MediaEntity,
    { id: parseId(id) ?? 0, teamId: teamOf(ctx.viewer), removedAt: null },
    { lockMode: LockMode.PESSIMISTIC_WRITE },
  );

/** A property or unit type that shows photos. */
export type Showing =
  | { readonly kind: 'property'; readonly row: PropertyRow }
  | { readonly kind: 'unitType'; readonly row: UnitTypeRow };

/** Exactly one of the two ids. */
export interface ShowingId {
  readonly propertyId?: Maybe<string> | undefined;
  readonly unitTypeId?: Maybe<string> | undefined;
}

/** The team's property or unit type, locked, or the reason its photos can't be changed. */
export async function ownShowing(
  em: Transaction,
  ctx: SubgraphContext,
  { propertyId, unitTypeId }: ShowingId,
): Promise<Showing | UserError> {
  if ((propertyId == null) === (unitTypeId == null)) {
    return userError('INVALID', 'propertyId', 'Give either `propertyId` or `unitTypeId`.');
  }
  const showing =
    propertyId == null
      ? await lockUnitType(em, ctx, unitTypeId ?? '')
      : await lockProperty(em, ctx, propertyId);
  const field = propertyId == null ? 'unitTypeId' : 'propertyId';
  const what = propertyId == null ? 'unit type' : 'property';
  if (showing === null) return userError('NOT_FOUND', field, `There is no such ${what}.`);
  if (showing.row.archivedAt) return userError('ARCHIVED', field, `An archived ${what} cannot be changed.`);
  return showing;
}

async function lockProperty(em: Transaction, ctx: SubgraphContext, id: string): Promise<Showing | null> {
  const row = await em.findOne(
    PropertyEntity,
    { $and: [{ id: parseId(id) ?? 0 }, ownProperty(ctx.viewer)] },
    { lockMode: LockMode.PESSIMISTIC_WRITE, lockTableAliases: ['p0'] },
  );
  return row && { kind: 'property', row };
}

async function lockUnitType(em: Transaction, ctx: SubgraphContext, id: string): Promise<Showing | null> {
  const row = await em.findOne(
    UnitTypeEntity,
    { id: parseId(id) ?? 0, property: ownProperty(ctx.viewer) },
    { lockMode: LockMode.PESSIMISTIC_WRITE, lockTableAliases: ['u0'] },
  );
  return row && { kind: 'unitType', row };
}
