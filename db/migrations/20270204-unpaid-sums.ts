import { Migration } from '@mikro-orm/migrations';

/**
 * Running sums of the unit-nights in unpaid holds, by agent address and profile, so that a hold's limit costs the same
 * however many holds the agent has. A trigger keeps them, so that processes of the previous release do too.
 */
export class UnpaidSums extends Migration {
  override up(): void {
    // The trigger has to begin with the sums: the previous release's processes place holds in the meantime.
    this.addSql(`
      CREATE TABLE catalog.unpaid_sums (
        storefront_id integer NOT NULL REFERENCES catalog.storefront (id) ON DELETE CASCADE,
        kind text NOT NULL CHECK (kind IN ('address', 'profile')),
        holder text NOT NULL,
        unit_nights bigint NOT NULL,
        PRIMARY KEY (storefront_id, kind, holder)
      ) WITH (fillfactor = 50);
      ${COUNT_UNPAID}
      INSERT INTO catalog.unpaid_sums (storefront_id, kind, holder, unit_nights)
      SELECT h.storefront_id, holder.kind, holder.holder, sum(h.unit_nights)
      FROM catalog.stay_holds h,
        LATERAL (VALUES ('address', h.agent_address), ('profile', h.agent_profile)) AS holder (kind, holder)
      WHERE h.state = 'held' AND holder.holder IS NOT NULL
      GROUP BY 1, 2, 3;
    `);
    // The first hold to end is the first entry of its holder, so that naming its time costs the same for any number.
    this.addSql(`
      CREATE INDEX stay_holds_of_address ON catalog.stay_holds (storefront_id, agent_address, held_until)
        WHERE state = 'held' AND agent_address IS NOT NULL;
      CREATE INDEX stay_holds_of_profile ON catalog.stay_holds (storefront_id, agent_profile, held_until)
        WHERE state = 'held' AND agent_profile IS NOT NULL;
      DROP INDEX catalog.stay_hold_address, catalog.stay_hold_profile;
    `);
  }
}

/** The function and trigger of this migration; subgraphs/catalog/store/functions.sql has the current ones. */
const COUNT_UNPAID = `
  CREATE FUNCTION catalog.count_unpaid() RETURNS trigger LANGUAGE plpgsql AS $function$
    BEGIN
      IF TG_OP <> 'INSERT' AND OLD.state = 'held' THEN
        UPDATE catalog.unpaid_sums s SET unit_nights = s.unit_nights - OLD.unit_nights
          FROM (VALUES ('address', OLD.agent_address), ('profile', OLD.agent_profile)) AS was (kind, holder)
          WHERE s.storefront_id = OLD.storefront_id AND s.kind = was.kind AND s.holder = was.holder;
      END IF;
      IF TG_OP <> 'DELETE' AND NEW.state = 'held' THEN
        INSERT INTO catalog.unpaid_sums AS s (storefront_id, kind, holder, unit_nights)
          SELECT NEW.storefront_id, kind, holder, NEW.unit_nights
          FROM (VALUES ('address', NEW.agent_address), ('profile', NEW.agent_profile)) AS now (kind, holder)
          WHERE holder IS NOT NULL
          ON CONFLICT (storefront_id, kind, holder) DO UPDATE SET unit_nights = s.unit_nights + excluded.unit_nights;
      END IF;
      RETURN NULL;
    END $function$;
  CREATE TRIGGER count_unpaid AFTER INSERT OR DELETE OR UPDATE OF state, unit_nights, storefront_id, agent_address, agent_profile
    ON catalog.stay_holds FOR EACH ROW EXECUTE FUNCTION catalog.count_unpaid();
`;
