import type { SubgraphContext } from '#db/context.ts';
import { reader } from '#db/transaction.ts';
import { PropertyEntity, StorefrontEntity, UnitTypeEntity } from '../../store/entities.ts';
import { fileId } from '../file-id.ts';
import type { OpenTransfer } from '../open-transfer.ts';
import { currentPlans, describePlans } from '../rate-plans.ts';
import type { PlanReference } from './definition.ts';

/** A team's places, by their ids and by their references in files. Archived places have no reference. */
export interface SetupPlaces {
  readonly propertyId: (reference: string) => string | null;
  readonly propertyReference: (id: string) => string | null;
  readonly planId: (reference: PlanReference) => string | null;
  readonly planReference: (id: string) => PlanReference | null;
  /** True if the import's or export's own storefront has the property. */
  readonly isOwn: (reference: string) => boolean;
}

/** True if a storefront's files contain the team's messages and task rules: a sandbox's don't. */
export async function hasSetup(
  ctx: Pick<SubgraphContext, 'db'>,
  { storefrontId }: Pick<OpenTransfer, 'storefrontId'>,
): Promise<boolean> {
  const { sandbox } = await reader(ctx).findOneOrFail(StorefrontEntity, { id: storefrontId });
  return !sandbox;
}

/**
 * Reads the places of a team's open storefronts, except sandboxes. If two storefronts have a property with the same
 * reference, the other storefront's property has its own id as a reference.
 */
export async function readSetupPlaces(
  ctx: SubgraphContext,
  { teamId, storefrontId }: Pick<OpenTransfer, 'teamId' | 'storefrontId'>,
): Promise<SetupPlaces> {
  const em = reader(ctx);
  const open = await em.find(
    StorefrontEntity,
    { teamId, closedAt: null, sandbox: false },
    { fields: ['id'] },
  );
  const properties = await em.find(
    PropertyEntity,
    { storefront: open.map(({ id }) => id), archivedAt: null },
    { fields: ['id', 'externalId', 'storefront'], orderBy: { id: 'asc' } },
  );
  const unitTypes = await em.find(
    UnitTypeEntity,
    { property: properties.map(({ id }) => id), archivedAt: null },
    { fields: ['id', 'externalId', 'property'], orderBy: { id: 'asc' } },
  );
  const plans = await currentPlans(
    em,
    unitTypes.map(({ id }) => id),
  );
  // Own properties go last, so that their references win.
  const isIn = (storefront: { readonly id: number }) => storefront.id === storefrontId;
  const ordered = properties.toSorted((a, b) => Number(isIn(a.storefront)) - Number(isIn(b.storefront)));
  const idByReference = new Map(ordered.map((row) => [fileId('property', row), row.id]));
  const references = new Map<number, string>();
  for (const row of properties) {
    const reference = fileId('property', row);
    const own = idByReference.get(reference) === row.id ? reference : `property-${row.id}`;
    references.set(row.id, own);
    idByReference.set(own, row.id);
  }
  const ownReferences = new Set(
    properties.filter(({ storefront }) => isIn(storefront)).map(({ id }) => references.get(id)),
  );
  const planIds = new Map<string, string>();
  const planReferences = new Map<string, PlanReference>();
  for (const unitType of unitTypes) {
    const property = references.get(unitType.property.id);
    if (property === undefined) continue;
    const place = { property, unitType: fileId('unit-type', unitType) };
    const ofType = plans.get(unitType.id) ?? [];
    const areListed = describePlans(ofType).ratePlans !== undefined;
    for (const { row, isDefault } of ofType) {
      const named = { ...place, ratePlan: fileId('rate-plan', row) };
      const id = String(row.id);
      planIds.set(keyOf(named), id);
      if (isDefault) planIds.set(keyOf(place), id);
      planReferences.set(id, areListed ? named : place);
    }
  }
  const textOf = (id: number | undefined) => (id === undefined ? null : String(id));
  return {
    propertyId: (reference) => textOf(idByReference.get(reference)),
    propertyReference: (id) => references.get(Number(id)) ?? null,
    planId: (reference) => planIds.get(keyOf(reference)) ?? null,
    planReference: (id) => planReferences.get(id) ?? null,
    isOwn: (reference) => ownReferences.has(reference),
  };
}

/** A plan reference's key. */
export const keyOf = ({ property, unitType, ratePlan }: PlanReference): string =>
  JSON.stringify([property, unitType, ratePlan ?? null]);
