import { Migration } from '@mikro-orm/migrations';

/**
 * Taking nights, and what becomes of them, in one statement each: the locks are taken in the order (unit type, night),
 * so holds never deadlock, and no lock waits for a client.
 */
export class CatalogHolds extends Migration {
  override up(): void {
    this.addSql(`
      CREATE FUNCTION catalog.hold_cap(total integer, percent integer) RETURNS integer
      LANGUAGE sql IMMUTABLE PARALLEL SAFE
      RETURN CASE WHEN total <= 2 THEN total ELSE greatest(1, total * percent / 100) END;

      -- Outcomes: held; repeated (this checkout holds already, with the quote of then); guest_limit; stale (the price was
      -- made from something that changed since); sold_out.
      CREATE FUNCTION catalog.hold_stay(
        of_checkout uuid, at_storefront integer, for_guest text,
        unit_types integer[], units integer[], unit_type_revisions integer[],
        first_night date, departure date, night_revisions integer[], with_quote jsonb,
        OUT outcome text, OUT quote jsonb
      ) LANGUAGE plpgsql AS $$
      DECLARE
        limits record;
        priced_from integer[];
        enough boolean;
      BEGIN
        -- One guest's holds are counted one after the other.
        PERFORM pg_advisory_xact_lock(at_storefront, hashtext(for_guest));
        SELECT h.quote INTO hold_stay.quote FROM catalog.stay_hold h
          WHERE h.checkout_id = of_checkout AND h.storefront_id = at_storefront AND h.state <> 'released';
        IF FOUND THEN outcome := 'repeated'; RETURN; END IF;

        SELECT s.max_holds_per_guest, s.max_held_share_percent INTO limits
          FROM catalog.storefront s WHERE s.id = at_storefront;
        IF (SELECT count(*) FROM catalog.stay_hold h
            WHERE h.storefront_id = at_storefront AND h.guest_email = for_guest AND h.state = 'held')
           >= limits.max_holds_per_guest
        THEN outcome := 'guest_limit'; RETURN; END IF;

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
            unit_type_ids, quantities, quote)
          VALUES (of_checkout, at_storefront, for_guest, 'held', first_night, departure, unit_types, units, with_quote)
          ON CONFLICT (checkout_id) DO UPDATE SET storefront_id = at_storefront, guest_email = for_guest,
            state = 'held', check_in = first_night, check_out = departure, unit_type_ids = unit_types,
            quantities = units, quote = with_quote, updated_at = now()
          WHERE h.state = 'released';
        IF NOT FOUND THEN
          RAISE unique_violation USING MESSAGE = 'This checkout is being held by someone else at the same time.';
        END IF;
        outcome := 'held';
        quote := with_quote;
      END $$;

      -- Moves a hold to 'confirmed' or 'released' and says whether it is there now. A null storefront or team is any.
      CREATE FUNCTION catalog.settle_hold(of_checkout uuid, to_state text, at_storefront integer, of_team integer)
      RETURNS boolean LANGUAGE plpgsql AS $$
      DECLARE
        hold record;
      BEGIN
        SELECT h.* INTO hold FROM catalog.stay_hold h JOIN catalog.storefront s ON s.id = h.storefront_id
          WHERE h.checkout_id = of_checkout
            AND (at_storefront IS NULL OR s.id = at_storefront) AND (of_team IS NULL OR s.team_id = of_team)
          FOR UPDATE OF h;
        IF NOT FOUND THEN RETURN false; END IF;
        IF hold.state <> 'held' THEN RETURN hold.state = to_state; END IF;

        PERFORM FROM catalog.night n
          WHERE n.unit_type_id = ANY (hold.unit_type_ids) AND n.night >= hold.check_in AND n.night < hold.check_out
          ORDER BY n.unit_type_id, n.night FOR UPDATE;
        UPDATE catalog.night n SET
            held = n.held - hold.quantities[array_position(hold.unit_type_ids, n.unit_type_id)],
            confirmed = n.confirmed + CASE to_state
              WHEN 'confirmed' THEN hold.quantities[array_position(hold.unit_type_ids, n.unit_type_id)] ELSE 0 END
          WHERE n.unit_type_id = ANY (hold.unit_type_ids) AND n.night >= hold.check_in AND n.night < hold.check_out;
        UPDATE catalog.stay_hold SET state = to_state, updated_at = now() WHERE checkout_id = of_checkout;
        RETURN true;
      END $$;

      -- Puts nights on sale up to a date. A new night repeats the rate and restrictions of the night 52 weeks before it
      -- (same weekday, same season), where there is one. Returns how many were made.
      CREATE FUNCTION catalog.extend_nights(since date, horizon date, only_unit_type integer DEFAULT NULL)
      RETURNS integer LANGUAGE plpgsql AS $$
      DECLARE
        made integer;
      BEGIN
        INSERT INTO catalog.night (unit_type_id, night, total, rate, min_stay, max_stay, closed_to_arrival,
            closed_to_departure)
          SELECT u.id, day.night, u.units, past.rate, past.min_stay, past.max_stay,
            coalesce(past.closed_to_arrival, false), coalesce(past.closed_to_departure, false)
          FROM catalog.unit_type u
          CROSS JOIN LATERAL (SELECT max(n.night) AS night FROM catalog.night n WHERE n.unit_type_id = u.id) AS newest
          CROSS JOIN LATERAL generate_series(
            coalesce(newest.night + 1, since)::timestamp, horizon::timestamp, '1 day') AS stamp
          CROSS JOIN LATERAL (SELECT stamp::date AS night) AS day
          LEFT JOIN catalog.night past ON past.unit_type_id = u.id AND past.night = day.night - 364
          WHERE only_unit_type IS NULL OR u.id = only_unit_type
          ORDER BY u.id, day.night
          ON CONFLICT DO NOTHING;
        GET DIAGNOSTICS made = ROW_COUNT;
        RETURN made;
      END $$;
    `);
  }
}
