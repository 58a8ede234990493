import { Migration } from '@mikro-orm/migrations';

/**
 * `catalog.stay_hold` becomes `catalog.stay_holds`, and its key `checkout_id`, which has always been a hold's id, becomes `id`. Nothing is
 * rewritten. Processes of the release before, and functions until theirs are replaced, use a view under the old names; the purge of old
 * rows reads its `ctid`.
 */
export class StayHolds extends Migration {
  override up(): void {
    this.addSql(`
      ALTER TABLE catalog.stay_hold RENAME TO stay_holds;
      ALTER TABLE catalog.stay_holds RENAME COLUMN checkout_id TO id;
      CREATE VIEW catalog.stay_hold AS
        SELECT ctid, id AS checkout_id, storefront_id, guest_email, state, check_in, check_out, unit_type_ids, quantities, quote,
          created_at, updated_at, announced, held_until, unit_nights, agent_address, agent_profile, by_agent
        FROM catalog.stay_holds;
      CREATE OR REPLACE FUNCTION catalog.give_back()
       RETURNS trigger
       LANGUAGE plpgsql
      AS $function$
      DECLARE
        types integer[];
        nights date[];
        had integer[];
      BEGIN
        SELECT array_agg(k.unit_type_id), array_agg(k.night) INTO types, nights
          FROM catalog.channel_night k WHERE k.hold_id = NEW.id;
        IF types IS NULL THEN RETURN NULL; END IF;
        PERFORM FROM catalog.night n
          WHERE (n.unit_type_id, n.night) IN (SELECT * FROM unnest(types, nights)) ORDER BY n.unit_type_id, n.night FOR UPDATE;
        SELECT array_agg(k.unit_type_id), array_agg(k.night), array_agg(k.taken) INTO types, nights, had
          FROM catalog.channel_night k WHERE k.hold_id = NEW.id;
        DELETE FROM catalog.channel_night k WHERE k.hold_id = NEW.id;
        UPDATE catalog.night n SET confirmed = n.confirmed - given.units
          FROM unnest(types, nights, had) AS given (unit_type_id, night, units)
          WHERE n.unit_type_id = given.unit_type_id AND n.night = given.night AND given.units > 0;
        RETURN NULL;
      END $function$;
    `);
  }
}
