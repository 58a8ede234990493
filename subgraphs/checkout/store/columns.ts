import { sql } from 'kysely';
import { microsecondsOf } from '#db/changes.ts';

/** Every column that the SDL shows, under its name in the entity. */
export const COLUMNS = sql`id, team_id AS "teamId", storefront_id AS "storefrontId", property_id AS "propertyId", reference, permalink_id AS "permalinkId", status, test,
  version, check_in AS "checkIn", check_out AS "checkOut", time_zone AS "timeZone", currency, total::float8 AS total, lines, totals,
  due_at_property AS "dueAtProperty",
  adults, children, assigned_units AS "assignedUnits", source_kind AS "sourceKind", source_name AS "sourceName",
  source_external_id AS "sourceExternalId", entered_revision AS "enteredRevision",
  guest_first_name AS "guestFirstName", guest_last_name AS "guestLastName", guest_email AS "guestEmail",
  guest_phone AS "guestPhone", contact_id AS "contactId", agent_profile AS "agentProfile", hold_expires_at AS "holdExpiresAt",
  custom_fields AS "customFields", created_at AS "createdAt", updated_at AS "updatedAt",
  ${microsecondsOf('updated_at')} AS "updatedUs"`;

/** Every column of a contact that the SDL shows, under its name in the entity. */
export const CONTACT_COLUMNS = sql`id, team_id AS "teamId", first_name AS "firstName", last_name AS "lastName", emails, phones,
  locale, country, notes, tags, consent_given AS "consentGiven", consent_at AS "consentAt", consent_source AS "consentSource",
  version, merged_into AS "mergedInto", merged_at AS "mergedAt", redacted_at AS "redactedAt",
  created_at AS "createdAt", updated_at AS "updatedAt", ${microsecondsOf('updated_at')} AS "updatedUs"`;
