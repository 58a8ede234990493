import type { SubgraphContext } from '#db/context.ts';
import { reader } from '#db/transaction.ts';
import { parseId } from '#kit/ids.ts';
import {
  PropertyEntity,
  type PropertyRow,
  StorefrontEntity,
  UnitEntity,
  UnitTypeEntity,
} from '../store/entities.ts';
import type { RowMistake } from './csv-cells.ts';
import { fileId } from './file-id.ts';
import type { OpenTransfer } from './open-transfer.ts';
import type { WantedBooking } from './wanted-bookings.ts';

/** Something that a cell can name. */
interface Named {
  readonly id: number;
  readonly name: string;
  readonly externalId: string | null;
}

interface PlacedUnitType extends Named {
  readonly units: Finder<Named>;
}

interface PlacedProperty extends Named, Pick<PropertyRow, 'currency' | 'timeZone'> {
  readonly storefrontId: number;
  readonly unitTypes: Finder<PlacedUnitType>;
}

/** The places that reservations can be for: a team's properties with their unit types and units. */
export type Places = Finder<PlacedProperty>;

/** A reservation's property, unit type and unit. */
export interface Placed {
  readonly property: PlacedProperty;
  readonly unitType: PlacedUnitType;
  readonly unit: Named | null;
}

/** Number of names in an error message. */
const NAMES_SHOWN = 5;

/**
 * Reads the properties that an import can book: those of its storefront and, outside a sandbox, of the team's
 * other open ones. The storefront's own come first.
 */
export async function readPlaces(
  ctx: SubgraphContext,
  { teamId, storefrontId }: OpenTransfer,
): Promise<Places> {
  const em = reader(ctx);
  const open = await em.find(StorefrontEntity, { teamId, closedAt: null }, { fields: ['id', 'sandbox'] });
  const isSandbox = open.find(({ id }) => id === storefrontId)?.sandbox ?? false;
  const sellers = isSandbox ? [storefrontId] : open.filter(({ sandbox }) => !sandbox).map(({ id }) => id);
  const properties = await em.find(
    PropertyEntity,
    { storefront: sellers, archivedAt: null },
    { orderBy: { id: 'asc' } },
  );
  const unitTypes = await em.find(
    UnitTypeEntity,
    { property: properties.map(({ id }) => id), archivedAt: null },
    { orderBy: { id: 'asc' } },
  );
  const units = await em.find(
    UnitEntity,
    { unitType: unitTypes.map(({ id }) => id) },
    { orderBy: { unitType: 'asc', place: 'asc' } },
  );
  const unitsOf = Map.groupBy(units, ({ unitType }) => unitType.id);
  const typesOf = Map.groupBy(unitTypes, ({ property }) => property.id);
  return finderOf(
    properties.map(({ id, name, externalId, currency, timeZone, storefront }) => ({
      id,
      name,
      externalId: fileId('property', { id, externalId }),
      currency,
      timeZone,
      storefrontId: storefront.id,
      unitTypes: finderOf(
        (typesOf.get(id) ?? []).map((type) => ({
          id: type.id,
          name: type.name,
          externalId: fileId('unit-type', type),
          units: finderOf(
            (unitsOf.get(type.id) ?? []).map((unit) => ({ id: unit.id, name: unit.name, externalId: null })),
          ),
        })),
      ),
    })),
  );
}

/** Finds a named thing by a cell. */
interface Finder<T> {
  readonly all: readonly T[];
  /** `several` if the name isn't unique. */
  readonly find: (cell: string) => T | 'several' | null;
}

/** Makes things findable by name, then by our id, then by the host's own id. */
function finderOf<T extends Named>(all: readonly T[]): Finder<T> {
  const byName = Map.groupBy(all, ({ name }) => folded(name));
  const byId = new Map(all.map((one) => [one.id, one]));
  const byExternalId = new Map(all.map((one) => [one.externalId, one]));
  return {
    all,
    find(cell) {
      const named = byName.get(folded(cell)) ?? [];
      if (named.length > 1) return byId.get(parseId(cell) ?? 0) ?? byExternalId.get(cell) ?? 'several';
      return named[0] ?? byId.get(parseId(cell) ?? 0) ?? byExternalId.get(cell) ?? null;
    },
  };
}

const folded = (name: string): string => name.normalize('NFC').trim().replace(/\s+/g, ' ').toLowerCase();

/** Finds a reservation's places, or what's wrong with the cell that names one. */
export function placeOf(places: Places, wanted: WantedBooking): Placed | RowMistake {
  const property = propertyOf(places, wanted.property);
  if ('message' in property) return property;
  const unitType = named(property.unitTypes, wanted.unitType, {
    field: 'unit_type',
    what: `a unit type of ${property.name}`,
  });
  if ('message' in unitType) return unitType;
  if (wanted.unit === null) return { property, unitType, unit: null };
  const unit = named(unitType.units, wanted.unit, { field: 'unit', what: `a unit of ${unitType.name}` });
  return 'message' in unit ? unit : { property, unitType, unit };
}

function propertyOf(places: Places, cell: string): PlacedProperty | RowMistake {
  const [only, ...others] = places.all;
  if (cell === '' && only && others.length === 0) return only;
  if (cell === '')
    return invalid('property', 'The column “property” is empty: write the property’s name or id.');
  return named(places, cell, { field: 'property', what: 'one of your properties' });
}

function named<T extends Named>(
  among: Finder<T>,
  cell: string,
  { field, what }: { readonly field: string; readonly what: string },
): T | RowMistake {
  const found = among.find(cell);
  const shown = cell.slice(0, 60);
  if (found === 'several') {
    const ids = among.all.filter(({ name }) => folded(name) === folded(cell)).map(({ id }) => id);
    return invalid(field, `Several have the name “${shown}”. Write the id instead: ${ids.join(' or ')}.`);
  }
  if (found) return found;
  const names = among.all.slice(0, NAMES_SHOWN).map(({ id, name }) => `${name} (id ${id})`);
  const more = among.all.length > names.length ? ', …' : '';
  const fix = names.length > 0 ? ` Write a name or an id: ${names.join(', ')}${more}.` : '';
  return { field, code: 'NOT_FOUND', message: `“${shown}” isn’t ${what}.${fix}` };
}

const invalid = (field: string, message: string): RowMistake => ({ field, code: 'INVALID', message });
