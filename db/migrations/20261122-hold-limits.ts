import { Migration } from '@mikro-orm/migrations';

/**
 * How much may sit in unpaid holds: by guest, by an agent's address and profile, and by share of a unit type. Who holds is
 * kept as long as the hold is unpaid and no longer; so is when it ends, for who reads that nights are held.
 */
export class HoldLimits extends Migration {
  override up(): void {
    this.addSql(`
      ALTER TABLE catalog.storefront ADD COLUMN max_held_nights integer CHECK (max_held_nights BETWEEN 1 AND 1000000000);
      ALTER TABLE catalog.storefront ALTER COLUMN max_held_share_percent SET DEFAULT 100;
      -- The default of before.
      UPDATE catalog.storefront SET max_held_share_percent = 100 WHERE max_held_share_percent = 50;

      ALTER TABLE catalog.stay_hold
        ADD COLUMN held_until timestamptz,
        ADD COLUMN unit_nights integer NOT NULL DEFAULT 0,
        ADD COLUMN agent_address text,
        ADD COLUMN agent_profile text;
      UPDATE catalog.stay_hold SET unit_nights = (check_out - check_in) * (SELECT sum(units) FROM unnest(quantities) AS units);
      CREATE INDEX stay_hold_address ON catalog.stay_hold (storefront_id, agent_address)
        INCLUDE (unit_nights, held_until) WHERE state = 'held' AND agent_address IS NOT NULL;
      CREATE INDEX stay_hold_profile ON catalog.stay_hold (storefront_id, agent_profile)
        INCLUDE (unit_nights, held_until) WHERE state = 'held' AND agent_profile IS NOT NULL;

      CREATE FUNCTION catalog.forget_holder() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        NEW.agent_address := NULL;
        NEW.agent_profile := NULL;
        RETURN NEW;
      END $$;
      CREATE TRIGGER forget_holder BEFORE UPDATE OF state ON catalog.stay_hold
        FOR EACH ROW WHEN (NEW.state <> 'held') EXECUTE FUNCTION catalog.forget_holder();

      -- What a guest, an address and a profile hold unpaid at a storefront, and when the next of it ends.
      CREATE FUNCTION catalog.unpaid_holds(
        at_storefront integer, for_guest text, by_address text, by_profile text,
        OUT guest_holds integer, OUT guest_until timestamptz, OUT agent_nights integer, OUT agent_until timestamptz
      ) LANGUAGE sql STABLE AS $$
        SELECT guest.holds, guest.until, greatest(address.nights, profile.nights), least(address.until, profile.until)
        FROM (SELECT count(*)::integer AS holds, min(held_until) AS until FROM catalog.stay_hold
              WHERE storefront_id = at_storefront AND guest_email = for_guest AND state = 'held') AS guest,
             (SELECT coalesce(sum(unit_nights), 0)::integer AS nights, min(held_until) AS until FROM catalog.stay_hold
              WHERE storefront_id = at_storefront AND agent_address = by_address AND state = 'held') AS address,
             (SELECT coalesce(sum(unit_nights), 0)::integer AS nights, min(held_until) AS until FROM catalog.stay_hold
              WHERE storefront_id = at_storefront AND agent_profile = by_profile AND state = 'held') AS profile
      $$;

      -- Outcomes: held; repeated (this checkout holds already, with the quote of then); limited (the guest or the agent
      -- holds too much unpaid); stale (the price was made from something that changed since); sold_out. A hold that is
      -- no agent's is not limited: its money is there.
      DROP FUNCTION catalog.hold_stay;
      CREATE FUNCTION catalog.hold_stay(
        of_checkout uuid, at_storefront integer, for_guest text, of_agent boolean, by_address text, by_profile text,
        usual_nights integer, until timestamptz, unit_types integer[], units integer[], unit_type_revisions integer[],
        first_night date, departure date, night_revisions integer[], with_quote jsonb,
        OUT outcome text, OUT quote jsonb
      ) LANGUAGE plpgsql SET plan_cache_mode = force_generic_plan AS $$
      DECLARE
        limits record;
        unpaid record;
        priced_from integer[];
        enough boolean;
        nights integer := (departure - first_night) * (SELECT sum(u) FROM unnest(units) AS u);
      BEGIN
        -- Holds of one guest, and of one agent, are counted one after the other; the locks in one order for everyone.
        PERFORM pg_advisory_xact_lock(at_storefront, waiting.holder) FROM (
          SELECT DISTINCT hashtext(named) AS holder
          FROM unnest(ARRAY[for_guest, 'address ' || by_address, 'profile ' || by_profile]) AS named
          WHERE named IS NOT NULL ORDER BY 1) AS waiting;
        SELECT h.quote INTO hold_stay.quote FROM catalog.stay_hold h
          WHERE h.checkout_id = of_checkout AND h.storefront_id = at_storefront AND h.state <> 'released';
        IF FOUND THEN outcome := 'repeated'; RETURN; END IF;

        SELECT s.max_holds_per_guest, coalesce(s.max_held_nights, usual_nights) AS max_held_nights,
            s.max_held_share_percent INTO limits
          FROM catalog.storefront s WHERE s.id = at_storefront;
        IF of_agent THEN
          SELECT * INTO unpaid FROM catalog.unpaid_holds(at_storefront, for_guest, by_address, by_profile);
          IF unpaid.guest_holds >= limits.max_holds_per_guest OR unpaid.agent_nights + nights > limits.max_held_nights
          THEN outcome := 'limited'; RETURN; END IF;
        END IF;

        WITH locked AS MATERIALIZED (
          SELECT n.unit_type_id, n.night, n.revision,
            least(n.total - n.closed - n.held - n.confirmed,
                  catalog.hold_cap(n.total, limits.max_held_share_percent) - n.held) AS takeable
          FROM catalog.night n
          WHERE n.unit_type_id = ANY (unit_types) AND n.night >= first_night AND n.night < departure
          ORDER BY n.unit_type_id, n.night
          FOR UPDATE
        )
        SELECT array_agg(l.revision ORDER BY l.unit_type_id, l.night),
          bool_and(l.takeable >= units[array_position(unit_types, l.unit_type_id)])
        INTO priced_from, enough FROM locked l;

        -- Read after the nights are locked: whoever changes a unit type now comes after this hold.
        IF priced_from IS DISTINCT FROM night_revisions OR EXISTS (
          SELECT FROM unnest(unit_types, unit_type_revisions) AS priced (id, revision)
          LEFT JOIN catalog.unit_type u ON u.id = priced.id
          WHERE u.revision IS DISTINCT FROM priced.revision)
        THEN outcome := 'stale'; RETURN; END IF;
        IF NOT enough THEN outcome := 'sold_out'; RETURN; END IF;

        UPDATE catalog.night n SET held = n.held + units[array_position(unit_types, n.unit_type_id)]
          WHERE n.unit_type_id = ANY (unit_types) AND n.night >= first_night AND n.night < departure;
        INSERT INTO catalog.stay_hold AS h (checkout_id, storefront_id, guest_email, state, check_in, check_out,
            unit_type_ids, quantities, quote, held_until, unit_nights, agent_address, agent_profile)
          VALUES (of_checkout, at_storefront, for_guest, 'held', first_night, departure, unit_types, units, with_quote,
            until, nights, by_address, by_profile)
          ON CONFLICT (checkout_id) DO UPDATE SET storefront_id = at_storefront, guest_email = for_guest,
            state = 'held', check_in = first_night, check_out = departure, unit_type_ids = unit_types,
            quantities = units, quote = with_quote, held_until = until, unit_nights = nights,
            agent_address = by_address, agent_profile = by_profile, updated_at = now()
          WHERE h.state = 'released';
        IF NOT FOUND THEN
          RAISE unique_violation USING MESSAGE = 'This checkout is being held by someone else at the same time.';
        END IF;
        outcome := 'held';
        quote := with_quote;
      END $$;
    `);
    // Whose attempt it is, as long as it runs: whoever finishes it after a crash takes the nights in its name.
    this.addSql('ALTER TABLE checkout.sessions ADD COLUMN agent_address text');
  }
}
