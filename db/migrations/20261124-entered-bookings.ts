import { Migration } from '@mikro-orm/migrations';

/**
 * Bookings that hosts and apps enter, and changes of bookings: a hold can take the place of another, which is one statement, so
 * that the nights are never free in between. A change that is under way is kept on its booking, for whoever finishes it after a
 * crash. And a hold whose booking was not made is released only once nobody can make it any more.
 */
export class EnteredBookings extends Migration {
  override up(): void {
    this.addSql(`
      ALTER TABLE checkout.bookings
        ALTER COLUMN checkout_id DROP NOT NULL,
        ADD COLUMN entered_by integer,
        ADD COLUMN entered_revision integer,
        ADD COLUMN changing jsonb,
        ADD COLUMN changing_since timestamptz,
        ADD CONSTRAINT bookings_changing CHECK ((changing IS NULL) = (changing_since IS NULL));
      CREATE UNIQUE INDEX bookings_entered ON checkout.bookings (team_id, coalesce(entered_by, 0), source_external_id)
        WHERE entered_revision IS NOT NULL AND source_external_id IS NOT NULL;
      CREATE INDEX bookings_under_change ON checkout.bookings (changing_since) WHERE changing IS NOT NULL;
      ALTER TABLE checkout.stray_holds ADD COLUMN releasing boolean NOT NULL DEFAULT false;

      -- Outcomes: held; repeated (this checkout holds already, with the quote of then); limited (the guest or the agent
      -- holds too much unpaid); stale (the price was made from something that changed since); sold_out; gone (what it is to
      -- take the place of is not held any more). A hold that is no agent's is not limited. One that takes the place of
      -- another is confirmed where that was.
      DROP FUNCTION catalog.hold_stay;
      CREATE FUNCTION catalog.hold_stay(
        of_checkout uuid, at_storefront integer, for_guest text, of_agent boolean, by_address text, by_profile text,
        usual_nights integer, until timestamptz, unit_types integer[], units integer[], unit_type_revisions integer[],
        first_night date, departure date, night_revisions integer[], with_quote jsonb, replaced uuid,
        OUT outcome text, OUT quote jsonb
      ) LANGUAGE plpgsql SET plan_cache_mode = force_generic_plan AS $$
      DECLARE
        limits record;
        unpaid record;
        old catalog.stay_hold;
        priced_from integer[];
        enough boolean;
        nights integer := (departure - first_night) * (SELECT sum(u) FROM unnest(units) AS u);
        kept text := 'held';
      BEGIN
        -- Holds of one guest, and of one agent, are counted one after the other; the locks in one order for everyone.
        PERFORM pg_advisory_xact_lock(at_storefront, waiting.holder) FROM (
          SELECT DISTINCT hashtext(named) AS holder
          FROM unnest(ARRAY[for_guest, 'address ' || by_address, 'profile ' || by_profile]) AS named
          WHERE named IS NOT NULL ORDER BY 1) AS waiting;
        SELECT h.quote INTO hold_stay.quote FROM catalog.stay_hold h
          WHERE h.checkout_id = of_checkout AND h.storefront_id = at_storefront AND h.state <> 'released';
        IF FOUND THEN outcome := 'repeated'; RETURN; END IF;
        IF replaced IS NOT NULL THEN
          SELECT * INTO old FROM catalog.stay_hold h
            WHERE h.checkout_id = replaced AND h.storefront_id = at_storefront AND h.state <> 'released' FOR UPDATE;
          IF NOT FOUND THEN outcome := 'gone'; RETURN; END IF;
          kept := old.state;
        END IF;

        SELECT s.max_holds_per_guest, coalesce(s.max_held_nights, usual_nights) AS max_held_nights,
            s.max_held_share_percent INTO limits
          FROM catalog.storefront s WHERE s.id = at_storefront;
        IF of_agent THEN
          SELECT * INTO unpaid FROM catalog.unpaid_holds(at_storefront, for_guest, by_address, by_profile);
          IF unpaid.guest_holds >= limits.max_holds_per_guest OR unpaid.agent_nights + nights > limits.max_held_nights
          THEN outcome := 'limited'; RETURN; END IF;
        END IF;

        IF replaced IS NOT NULL THEN
          PERFORM FROM catalog.night n
            WHERE (n.unit_type_id = ANY (unit_types) AND n.night >= first_night AND n.night < departure)
              OR (n.unit_type_id = ANY (old.unit_type_ids) AND n.night >= old.check_in AND n.night < old.check_out)
            ORDER BY n.unit_type_id, n.night
            FOR UPDATE;
        END IF;
        WITH locked AS MATERIALIZED (
          SELECT n.unit_type_id, n.night, n.revision, own.units AS own,
            least(n.total - n.closed - n.held - n.confirmed + own.units,
                  CASE WHEN of_agent THEN catalog.hold_cap(n.total, limits.max_held_share_percent) - n.held END) AS takeable
          FROM catalog.night n, LATERAL (SELECT CASE
            WHEN replaced IS NOT NULL AND n.night >= old.check_in AND n.night < old.check_out
            THEN coalesce(old.quantities[array_position(old.unit_type_ids, n.unit_type_id)], 0) ELSE 0 END AS units) own
          WHERE n.unit_type_id = ANY (unit_types) AND n.night >= first_night AND n.night < departure
          ORDER BY n.unit_type_id, n.night
          FOR UPDATE OF n
        )
        SELECT array_agg(l.revision ORDER BY l.unit_type_id, l.night),
          bool_and(greatest(l.takeable, l.own) >= units[array_position(unit_types, l.unit_type_id)])
        INTO priced_from, enough FROM locked l;

        -- Read after the nights are locked: whoever changes a unit type now comes after this hold.
        IF priced_from IS DISTINCT FROM night_revisions OR EXISTS (
          SELECT FROM unnest(unit_types, unit_type_revisions) AS priced (id, revision)
          LEFT JOIN catalog.unit_type u ON u.id = priced.id
          WHERE u.revision IS DISTINCT FROM priced.revision)
        THEN outcome := 'stale'; RETURN; END IF;
        IF NOT enough THEN outcome := 'sold_out'; RETURN; END IF;

        IF replaced IS NULL THEN
          UPDATE catalog.night n SET held = n.held + units[array_position(unit_types, n.unit_type_id)]
            WHERE n.unit_type_id = ANY (unit_types) AND n.night >= first_night AND n.night < departure;
        ELSE
          UPDATE catalog.night n SET
              held = n.held + CASE kept WHEN 'held' THEN moved.units ELSE 0 END,
              confirmed = n.confirmed + CASE kept WHEN 'confirmed' THEN moved.units ELSE 0 END
            FROM (
              SELECT unit_type_id, night, sum(moved.units)::integer AS units FROM (
                SELECT taken.id, d::date, taken.units
                  FROM unnest(unit_types, units) AS taken (id, units),
                    generate_series(first_night::timestamp, departure - 1, '1 day') AS d
                UNION ALL
                SELECT given.id, d::date, -given.units
                  FROM unnest(old.unit_type_ids, old.quantities) AS given (id, units),
                    generate_series(old.check_in::timestamp, old.check_out - 1, '1 day') AS d
              ) AS moved (unit_type_id, night, units) GROUP BY 1, 2 HAVING sum(moved.units) <> 0
            ) AS moved
            WHERE n.unit_type_id = moved.unit_type_id AND n.night = moved.night;
          UPDATE catalog.stay_hold SET state = 'released', updated_at = now() WHERE checkout_id = replaced;
        END IF;
        INSERT INTO catalog.stay_hold AS h (checkout_id, storefront_id, guest_email, state, check_in, check_out,
            unit_type_ids, quantities, quote, held_until, unit_nights, agent_address, agent_profile)
          VALUES (of_checkout, at_storefront, for_guest, kept, first_night, departure, unit_types, units, with_quote,
            until, nights, by_address, by_profile)
          ON CONFLICT (checkout_id) DO UPDATE SET storefront_id = at_storefront, guest_email = for_guest,
            state = kept, check_in = first_night, check_out = departure, unit_type_ids = unit_types,
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
  }
}
