import { sql } from 'kysely';

/** The columns of a property `r` as `PropertyRecord` has them. */
export const PROPERTY_COLUMNS = sql`r.id, r.name, r.time_zone AS "timeZone", r.currency, r.guest_ready AS "guestReady",
  r.custom_fields AS "customFields", r.kind, r.address, r.geo, r.check_in_from AS "checkInFrom",
  r.check_in_until AS "checkInUntil", r.check_out_until AS "checkOutUntil", r.amenities,
  r.house_rules AS "houseRules", r.licences, r.contact, r.external_id AS "externalId", r.archived_at AS "archivedAt",
  r.updated_at AS "updatedAt"`;

/** The columns of a unit type `r` as `UnitTypeRecord` has them. */
export const UNIT_TYPE_COLUMNS = sql`r.id, r.property_id AS "propertyId", r.name, r.description, r.max_guests AS "maxGuests",
  r.base_guests AS "baseGuests", r.units, r.base_rate::float8 AS "baseRate", r.active, r.kind, r.bedrooms, r.beds,
  r.bathrooms, r.area_m2 AS "areaM2", r.max_adults AS "maxAdults", r.max_children AS "maxChildren",
  r.amenities, r.adult_supplement::float8 AS "adultSupplement", r.child_supplement::float8 AS "childSupplement", r.position,
  r.external_id AS "externalId", r.archived_at AS "archivedAt", r.updated_at AS "updatedAt"`;

/** The columns of a unit `r` as `UnitRecord` has them. */
export const UNIT_COLUMNS = sql`r.id, r.name, r.unit_type_id AS "unitTypeId"`;
