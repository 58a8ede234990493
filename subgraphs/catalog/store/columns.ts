import { sql } from 'kysely';
import { columnsOf } from '#db/columns.ts';
import { MediaEntity, PropertyEntity, UnitEntity, UnitTypeEntity } from './entities.ts';

/** The columns of a property `r` as `PropertyRecord` has them. */
export const PROPERTY_COLUMNS = columnsOf(
  PropertyEntity,
  [
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
    ...(['checkInFrom', 'checkInUntil', 'checkOutUntil', 'amenities', 'houseRules', 'licences'] as const),
    ...(['contact', 'externalId', 'mediaIds', 'archivedAt', 'updatedAt'] as const),
  ],
  'r',
);

/** The columns of a unit type `r` as `UnitTypeRecord` has them. */
export const UNIT_TYPE_COLUMNS = sql`r.property_id AS "propertyId", ${columnsOf(
  UnitTypeEntity,
  [
    ...([
      'id',
      'name',
      'description',
      'maxGuests',
      'baseGuests',
      'units',
      'baseRate',
      'active',
      'kind',
    ] as const),
    ...(['bedrooms', 'beds', 'bathrooms', 'areaM2', 'maxAdults', 'maxChildren', 'amenities'] as const),
    ...(['adultSupplement', 'childSupplement', 'position', 'externalId', 'mediaIds'] as const),
    ...(['archivedAt', 'updatedAt'] as const),
  ],
  'r',
)}`;

/** The columns of a unit `r` as `UnitRecord` has them. */
export const UNIT_COLUMNS = sql`${columnsOf(UnitEntity, ['id', 'name'], 'r')}, r.unit_type_id AS "unitTypeId"`;

/** The columns of a photo `m` as `MediaRecord` has them. */
export const MEDIA_COLUMNS = columnsOf(
  MediaEntity,
  ['id', 'status', 'sha256', 'width', 'height', 'alt', 'focusX', 'focusY', 'problem'],
  'm',
);
