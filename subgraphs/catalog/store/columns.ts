import { sql } from 'kysely';
import { columnsExcept, columnsOf, namesExcept } from '#db/columns.ts';
import { MediaEntity, PropertyEntity, UnitEntity, UnitTypeEntity } from './entities.ts';

/** A property's fields that the API shows or uses to resolve others. */
export const PROPERTY_FIELDS = namesExcept(PropertyEntity, [
  'storefront',
  'guestReadySince',
  'descriptions',
  'version',
  'unitTypes',
  'fees',
  'taxes',
]);

/** A property's columns (`r`) for `PropertyRecord`. */
export const PROPERTY_COLUMNS = columnsOf(PropertyEntity, PROPERTY_FIELDS, 'r');

/** A unit type's fields that the API shows or uses to resolve others. */
export const UNIT_TYPE_FIELDS = namesExcept(UnitTypeEntity, [
  'property',
  'ratePlan',
  'descriptions',
  'heldBack',
  'revision',
]);

/** A unit type's columns (`r`) for `UnitTypeRecord`. */
export const UNIT_TYPE_COLUMNS = sql`r.property_id AS "propertyId", ${columnsOf(UnitTypeEntity, UNIT_TYPE_FIELDS, 'r')}`;

/** A unit's columns (`r`) for `UnitRecord`. */
export const UNIT_COLUMNS = sql`r.unit_type_id AS "unitTypeId", ${columnsExcept(UnitEntity, ['unitType', 'place'], 'r')}`;

/** A photo's columns (`m`) for `MediaRecord`. */
export const MEDIA_COLUMNS = columnsExcept(
  MediaEntity,
  ['teamId', 'bytes', 'attempts', 'sourceUrl', 'onInvoices', 'removedAt', 'updatedAt'],
  'm',
);
