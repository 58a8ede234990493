import { sql } from 'kysely';

/** The columns of a property `r` as `PropertyRecord` has them. */
export const PROPERTY_COLUMNS = sql`r.id, r.name, r.time_zone AS "timeZone", r.currency, r.guest_ready AS "guestReady",
  r.custom_fields AS "customFields", r.updated_at AS "updatedAt"`;

/** The columns of a unit type `r` as `UnitTypeRecord` has them. */
export const UNIT_TYPE_COLUMNS = sql`r.id, r.property_id AS "propertyId", r.name, r.description, r.max_guests AS "maxGuests",
  r.base_guests AS "baseGuests", r.units, r.base_rate::float8 AS "baseRate", r.active, r.updated_at AS "updatedAt"`;

/** The columns of a unit `r` as `UnitRecord` has them. */
export const UNIT_COLUMNS = sql`r.id, r.name, r.unit_type_id AS "unitTypeId"`;
