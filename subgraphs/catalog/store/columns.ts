import { sql } from 'kysely';
import { columnsExcept, columnsOf, namesExcept } from '#db/columns.ts';
import { MediaEntity, PropertyEntity, UnitEntity, UnitTypeEntity } from './entities.ts';

/** Properties of a property that the API shows or resolves other fields from. */
export const PROPERTY_FIELDS = namesExcept(PropertyEntity, [
  'storefront',
  'guestReadySince',
  'descriptions',
  'version',
  'unitTypes',
  'fees',
  'taxes',
]);

/** The columns of a property `r` as `PropertyRecord` has them. */
export const PROPERTY_COLUMNS = columnsOf(PropertyEntity, PROPERTY_FIELDS, 'r');

/** Properties of a unit type that the API shows or resolves other fields from. */
export const UNIT_TYPE_FIELDS = namesExcept(UnitTypeEntity, [
  'property',
  'ratePlan',
  'descriptions',
  'heldBack',
  'revision',
]);

/** The columns of a unit type `r` as `UnitTypeRecord` has them. */
export const UNIT_TYPE_COLUMNS = sql`r.property_id AS "propertyId", ${columnsOf(UnitTypeEntity, UNIT_TYPE_FIELDS, 'r')}`;

/** The columns of a unit `r` as `UnitRecord` has them. */
export const UNIT_COLUMNS = sql`r.unit_type_id AS "unitTypeId", ${columnsExcept(UnitEntity, ['unitType', 'place'], 'r')}`;

/** The columns of a photo `m` as `MediaRecord` has them. */
export const MEDIA_COLUMNS = columnsExcept(
  MediaEntity,
  ['teamId', 'bytes', 'attempts', 'sourceUrl', 'removedAt', 'updatedAt'],
  'm',
);
