import { LockMode } from '@mikro-orm/core';
import { sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { publish } from '#db/events.ts';
import { recordUnlessRepeated } from '#db/team-events.ts';
import type { Transaction } from '#db/transaction.ts';
import { parseId } from '#kit/ids.ts';
import { ownProperty, teamOf } from '../../access.ts';
import { userError } from '../../errors.ts';
import type { Maybe, UserError } from '../../generated.ts';
import { publishProperty } from '../../steps/publish-property.ts';
import {
  MediaEntity,
  type MediaRow,
  PropertyEntity,
  type PropertyRow,
  UnitTypeEntity,
  type UnitTypeRow,
} from '../../store/entities.ts';
import { tables } from '../../store/tables.ts';

// Commands that lock several of these lock photos first, then properties, then unit types.

/** The team's photo, locked; null for an unknown, removed or other team's photo. */
export const ownMedia = (em: Transaction, ctx: SubgraphContext, id: string): Promise<MediaRow | null> =>
  em.findOne(
    MediaEntity,
    { id: parseId(id) ?? 0, teamId: teamOf(ctx.viewer), removedAt: null },
    { lockMode: LockMode.PESSIMISTIC_WRITE },
  );

/** Owner types for photos. */
export type Showing =
  | { readonly kind: 'property'; readonly row: PropertyRow }
  | { readonly kind: 'unitType'; readonly row: UnitTypeRow };

/** The owner's id: exactly one is set. */
export interface ShowingId {
  readonly propertyId?: Maybe<string> | undefined;
  readonly unitTypeId?: Maybe<string> | undefined;
}

/** The team's property or unit type, locked, or the reason its photos can't change. */
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

/** Sets an owner's photos in this order and publishes the change. */
export async function writePhotos(
  em: Transaction,
  ctx: SubgraphContext,
  showing: Showing,
  mediaIds: number[],
): Promise<void> {
  const teamId = teamOf(ctx.viewer);
  const { kind, row } = showing;
  row.mediaIds = mediaIds;
  await em.flush();
  await em.refresh(row); // the database counts its version and records when it changed
  if (kind === 'property') await publishProperty(ctx, em, teamId, row);
  else await publishUnitType(em, ctx, teamId, { ...row, propertyId: row.property.id });
  const change = { kind: `${kind === 'property' ? kind : 'unit_type'}.updated` as const, subject: row.name };
  await recordUnlessRepeated(ctx, em, teamId, { ...change, change: 'photos' });
}

/** Publishes a change to every property and unit type that shows a photo; agents then see its current version. */
export async function touchShowing(
  em: Transaction,
  ctx: SubgraphContext,
  { id, teamId }: Pick<MediaRow, 'id' | 'teamId'>,
): Promise<void> {
  const storefronts = tables(em).selectFrom('storefront').select('id').where('teamId', '=', teamId);
  const properties = await tables(em)
    .updateTable('property')
    .set({ updatedAt: sql`now()` })
    .where('storefront', 'in', storefronts)
    .where(({ eb, val, fn }) => eb(val(id), '=', fn.any('mediaIds')))
    .returning(['id', 'version', 'guestReady'])
    .execute();
  for (const property of properties) await publishProperty(ctx, em, teamId, property);
  const ofTeam = tables(em).selectFrom('property').select('id').where('storefront', 'in', storefronts);
  const unitTypes = await tables(em)
    .updateTable('unit_type')
    .set((eb) => ({ revision: eb.ref('revision') })) // the database counts it
    .where('property', 'in', ofTeam)
    .where(({ eb, val, fn }) => eb(val(id), '=', fn.any('mediaIds')))
    .returning(['id', 'property as propertyId', 'revision', 'active'])
    .execute();
  for (const unitType of unitTypes) await publishUnitType(em, ctx, teamId, unitType);
}

interface ChangedUnitType extends Pick<UnitTypeRow, 'id' | 'revision' | 'active'> {
  readonly propertyId: number;
}

const publishUnitType = (
  em: Transaction,
  ctx: SubgraphContext,
  teamId: number,
  { id: unitTypeId, propertyId, revision: version, active }: ChangedUnitType,
): Promise<void> =>
  publish(ctx, em, 'unit_type.updated', { teamId, unitTypeId, propertyId, version, active });
