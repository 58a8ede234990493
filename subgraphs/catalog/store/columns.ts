import { sql } from 'kysely';
import { columnsOf } from '#db/columns.ts';
import { MediaEntity, PropertyEntity, UnitEntity, UnitTypeEntity } from './entities.ts';

/** What a property is read with. */
export const PROPERTY_FIELDS = [
  ...([
    'id',
    'name',
    'timeZone',
    'currency',
    'guestReady',
    'customFields',
    'kind',
    'address',
    'geo',
  ] as const),
  ...(['checkInFrom', 'checkInUntil', 'checkOutUntil', 'amenities', 'houseRules'] as const),
  ...(['licences', 'contact', 'externalId', 'mediaIds', 'archivedAt', 'updatedAt'] as const),
] as const;

/** The columns of a property `r` as `PropertyRecord` has them. */
export const PROPERTY_COLUMNS = columnsOf(PropertyEntity, PROPERTY_FIELDS, 'r');

/** What a unit type is read with, beside its property. */
export const UNIT_TYPE_FIELDS = [
  ...([
    'id',
    'name',
    'description',
    'maxGuests',
    'baseGuests',
    'units',
    'baseRate',
    'active',
    'updatedAt',
  ] as const),
  ...(['kind', 'bedrooms', 'beds', 'bathrooms', 'areaM2', 'maxAdults', 'maxChildren'] as const),
  ...(['amenities', 'adultSupplement', 'childSupplement', 'position', 'externalId', 'archivedAt'] as const),
  ...(['mediaIds', 'childAgeBands'] as const),
] as const;

/** The columns of a unit type `r` as `UnitTypeRecord` has them. */
export const UNIT_TYPE_COLUMNS = sql`r.property_id AS "propertyId", ${columnsOf(UnitTypeEntity, UNIT_TYPE_FIELDS, 'r')}`;

/** The columns of a unit `r` as `UnitRecord` has them. */
export const UNIT_COLUMNS = sql`${columnsOf(UnitEntity, ['id', 'name'], 'r')}, r.unit_type_id AS "unitTypeId"`;

/** The columns of a photo `m` as `MediaRecord` has them. */
export const MEDIA_COLUMNS = columnsOf(
  MediaEntity,
  ['id', 'status', 'sha256', 'width', 'height', 'alt', 'focusX', 'focusY', 'problem'],
  'm',
);
