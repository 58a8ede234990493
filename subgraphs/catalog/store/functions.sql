-- The only definition of each catalog function and trigger. A changed definition is installed once, after the
-- migrations (db/migrate/definitions.ts); migrations create tables, and can call these functions if they need
-- to.

CREATE OR REPLACE FUNCTION catalog.bump_night()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      BEGIN
        NEW.revision := OLD.revision + 1;
        RETURN NEW;
      END $function$;

-- Gives a changed rate plan's unit type a new revision, even if the plan isn't the default, because apps'
-- copies are now outdated.
CREATE OR REPLACE FUNCTION catalog.bump_sold()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      BEGIN
        UPDATE catalog.unit_type SET revision = revision WHERE id = NEW.unit_type_id;
        RETURN NULL;
      END $function$;

CREATE OR REPLACE FUNCTION catalog.bump_property()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      DECLARE
        changed jsonb := to_jsonb(coalesce(NEW, OLD));
      BEGIN
        UPDATE catalog.unit_type SET revision = revision
        WHERE property_id = (changed->>(CASE TG_TABLE_NAME WHEN 'property' THEN 'id' ELSE 'property_id' END))::integer;
        RETURN NULL;
      END $function$;

CREATE OR REPLACE FUNCTION catalog.bump_storefront()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      DECLARE
        changed jsonb := to_jsonb(coalesce(NEW, OLD));
      BEGIN
        UPDATE catalog.unit_type u SET revision = u.revision FROM catalog.property p
        WHERE p.id = u.property_id AND p.storefront_id
          = (changed->>(CASE TG_TABLE_NAME WHEN 'storefront' THEN 'id' ELSE 'storefront_id' END))::integer;
        RETURN NULL;
      END $function$;

CREATE OR REPLACE FUNCTION catalog.bump_unit_type()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      BEGIN
        NEW.revision := OLD.revision + 1;
        RETURN NEW;
      END $function$;

-- Here and in `hold_stay`, `of_checkout` is the id of a hold: CREATE OR REPLACE can't rename a parameter.
CREATE OR REPLACE FUNCTION catalog.cancel_stay(of_checkout uuid, at_storefront integer, of_team integer)
 RETURNS boolean
 LANGUAGE plpgsql
AS $function$
      DECLARE
        hold record;
      BEGIN
        SELECT h.* INTO hold FROM catalog.stay_holds h JOIN catalog.storefront s ON s.id = h.storefront_id
          WHERE h.id = of_checkout
            AND (at_storefront IS NULL OR s.id = at_storefront) AND (of_team IS NULL OR s.team_id = of_team)
          FOR UPDATE OF h;
        IF NOT FOUND OR hold.state = 'released' THEN RETURN false; END IF;
        IF hold.state = 'held' THEN
          RETURN catalog.end_hold(of_checkout, 'released', at_storefront, of_team);
        END IF;

        PERFORM FROM catalog.night n
          WHERE n.unit_type_id = ANY (hold.unit_type_ids) AND n.night >= hold.check_in AND n.night < hold.check_out
          ORDER BY n.unit_type_id, n.night FOR UPDATE;
        UPDATE catalog.night n
          SET confirmed = n.confirmed - hold.quantities[array_position(hold.unit_type_ids, n.unit_type_id)]
          WHERE n.unit_type_id = ANY (hold.unit_type_ids) AND n.night >= hold.check_in AND n.night < hold.check_out;
        UPDATE catalog.stay_holds SET state = 'released', updated_at = now() WHERE id = of_checkout;
        RETURN true;
      END $function$;

CREATE OR REPLACE FUNCTION catalog.count_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      BEGIN
        NEW.version := OLD.version + 1;
        RETURN NEW;
      END $function$;

-- Puts these unit types' nights on sale, up to the horizon: from `since`, or from the day after their last night. Returns
-- the number of new nights. Without sequential scans, because a session keeps the plan that checks each night's unit type,
-- and may have made it when there were few unit types.
CREATE OR REPLACE FUNCTION catalog.extend_nights(since date, horizon date, unit_types integer[])
 RETURNS integer
 LANGUAGE plpgsql
 SET enable_seqscan TO 'off'
AS $function$
      DECLARE
        made integer;
      BEGIN
        -- A separate statement, so that the next one sees everything committed during the wait.
        PERFORM FROM catalog.unit_type u
          WHERE u.id = ANY (unit_types) AND u.archived_at IS NULL
            AND NOT EXISTS (SELECT FROM catalog.night n WHERE n.unit_type_id = u.id AND n.night = horizon)
          ORDER BY u.id FOR SHARE;
        -- Each unit type's last night is looked up once, before this statement adds nights to scan.
        WITH u AS MATERIALIZED (
          SELECT u.id, u.units, newest.night AS newest, coalesce(newest.night + 1, since) AS first
          FROM catalog.unit_type u
          CROSS JOIN LATERAL (SELECT max(n.night) AS night FROM catalog.night n WHERE n.unit_type_id = u.id) AS newest
          WHERE u.id = ANY (unit_types) AND u.archived_at IS NULL ORDER BY u.id)
        INSERT INTO catalog.night (unit_type_id, night, total, rate, min_stay, max_stay, closed_to_arrival,
            closed_to_departure)
          SELECT u.id, day.night, u.units, past.rate, past.min_stay, past.max_stay,
            coalesce(past.closed_to_arrival, false), coalesce(past.closed_to_departure, false)
          FROM u
          CROSS JOIN LATERAL (SELECT u.first + n AS night FROM generate_series(0, horizon - u.first) AS n) AS day
          -- Looked up for each night (OFFSET), and not for a unit type without nights.
          LEFT JOIN LATERAL (SELECT past.* FROM catalog.night past
            WHERE u.newest IS NOT NULL AND past.unit_type_id = u.id AND past.night = day.night - 364 OFFSET 0) AS past ON true
          ON CONFLICT DO NOTHING;
        GET DIAGNOSTICS made = ROW_COUNT;
        RETURN made;
      END $function$;

-- The same for one unit type or for all, for the previous release's processes.
CREATE OR REPLACE FUNCTION catalog.extend_nights(since date, horizon date, only_unit_type integer DEFAULT NULL::integer)
 RETURNS integer
 LANGUAGE sql
AS $function$
        SELECT catalog.extend_nights(since, horizon,
          ARRAY(SELECT u.id FROM catalog.unit_type u WHERE only_unit_type IS NULL OR u.id = only_unit_type))
      $function$;

-- Extends the nights of the unit types after an id, and drops old nights; returns the last id, or null at the
-- end. Skips locked unit types, which are being changed, until the next run.
CREATE OR REPLACE FUNCTION catalog.keep_nights(after integer, most integer, since date, horizon date, oldest date)
 RETURNS integer
 LANGUAGE plpgsql
AS $function$
      DECLARE
        ids CONSTANT integer[] := ARRAY(SELECT u.id FROM catalog.unit_type u WHERE u.id > after ORDER BY u.id LIMIT most);
      BEGIN
        -- Nights with a booking are kept, regardless of the clock.
        DELETE FROM catalog.night n WHERE n.unit_type_id = ANY (ids) AND n.night < oldest AND n.held = 0 AND n.confirmed = 0;
        PERFORM catalog.extend_nights(since, horizon, ARRAY(SELECT u.id FROM catalog.unit_type u
          WHERE u.id = ANY (ids) AND u.archived_at IS NULL
            AND NOT EXISTS (SELECT FROM catalog.night n WHERE n.unit_type_id = u.id AND n.night = horizon)
          ORDER BY u.id FOR SHARE SKIP LOCKED));
        RETURN ids[cardinality(ids)];
      END $function$;

CREATE OR REPLACE FUNCTION catalog.forget_holder()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      BEGIN
        NEW.guest_email := '';
        NEW.agent_address := NULL;
        NEW.agent_profile := NULL;
        RETURN NEW;
      END $function$;

-- Locks agents' unpaid sums until the transaction ends. A change to several agents' sums calls this once for all,
-- after locking the nights: concurrent callers then take the locks in the same order.
CREATE OR REPLACE FUNCTION catalog.lock_agents(at_storefront integer, addresses text[], profiles text[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
      BEGIN
        PERFORM pg_advisory_xact_lock(at_storefront, agent.key) FROM (
          SELECT hashtext('address ' || address) AS key FROM unnest(addresses) AS address WHERE address IS NOT NULL
          UNION SELECT hashtext('profile ' || profile) FROM unnest(profiles) AS profile WHERE profile IS NOT NULL
          ORDER BY key) AS agent;
      END $function$;

-- Keeps `unpaid_sums` equal to the unit-nights in unpaid holds by agent address and by agent profile. A sum of zero is
-- deleted: an address is kept only as long as a hold needs it.
CREATE OR REPLACE FUNCTION catalog.count_unpaid()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      BEGIN
        IF TG_OP <> 'INSERT' AND OLD.state = 'held' AND (OLD.agent_address IS NOT NULL OR OLD.agent_profile IS NOT NULL) THEN
          PERFORM catalog.lock_agents(OLD.storefront_id, ARRAY[OLD.agent_address], ARRAY[OLD.agent_profile]);
          UPDATE catalog.unpaid_sums s SET unit_nights = s.unit_nights - OLD.unit_nights
            FROM (VALUES ('address', OLD.agent_address), ('profile', OLD.agent_profile)) AS was (kind, holder)
            WHERE s.storefront_id = OLD.storefront_id AND s.kind = was.kind AND s.holder = was.holder;
          DELETE FROM catalog.unpaid_sums s
            USING (VALUES ('address', OLD.agent_address), ('profile', OLD.agent_profile)) AS was (kind, holder)
            WHERE s.storefront_id = OLD.storefront_id AND s.kind = was.kind AND s.holder = was.holder
              AND s.unit_nights <= 0;
        END IF;
        IF TG_OP <> 'DELETE' AND NEW.state = 'held' AND (NEW.agent_address IS NOT NULL OR NEW.agent_profile IS NOT NULL) THEN
          PERFORM catalog.lock_agents(NEW.storefront_id, ARRAY[NEW.agent_address], ARRAY[NEW.agent_profile]);
          INSERT INTO catalog.unpaid_sums AS s (storefront_id, kind, holder, unit_nights)
            SELECT NEW.storefront_id, kind, holder, NEW.unit_nights
            FROM (VALUES ('address', NEW.agent_address), ('profile', NEW.agent_profile)) AS named (kind, holder)
            WHERE holder IS NOT NULL
            ON CONFLICT (storefront_id, kind, holder) DO UPDATE SET unit_nights = s.unit_nights + excluded.unit_nights;
        END IF;
        RETURN NULL;
      END $function$;

-- A night's limit on units in unpaid agent holds. The same rule as `holdCap` in rates/domain/availability.ts.
CREATE OR REPLACE FUNCTION catalog.hold_cap(total integer, percent integer)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN (total <= 2) THEN total ELSE GREATEST(1, ((total * percent) / 100)) END;

-- A night's takeable units: free units within the cap on unpaid agent holds. Callers outside the agents' path
-- pass no agent holds and 100 percent, which leaves all free units. Implements the same rule as
-- `takeableUnits` (rates/domain/availability.ts).
CREATE OR REPLACE FUNCTION catalog.takeable_units(total integer, closed integer, held integer, confirmed integer, agent_held integer, percent integer)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN greatest(0, least(total - closed - held - confirmed, catalog.hold_cap(total, percent) - agent_held));

-- The storefronts' unpaid agent holds: their number, the units they occupy on the busiest night, the
-- storefront's units, and when the last hold ends. Storefronts without such holds have no row.
CREATE OR REPLACE FUNCTION catalog.agent_holds(at_storefronts integer[])
 RETURNS TABLE (storefront integer, holds integer, peak integer, units integer, until timestamp with time zone)
 LANGUAGE sql
 STABLE
AS $function$
        WITH held AS MATERIALIZED (
          SELECT h.storefront_id, h.check_in, h.check_out, h.held_until, (SELECT sum(q) FROM unnest(h.quantities) AS q) AS units
          FROM catalog.stay_holds h
          WHERE h.storefront_id = ANY (at_storefronts) AND h.state = 'held' AND h.by_agent
        ), moved AS (
          SELECT m.storefront_id, m.day, sum(m.units) AS units FROM (
            SELECT held.storefront_id, held.check_in AS day, held.units FROM held
            UNION ALL SELECT held.storefront_id, held.check_out, -held.units FROM held) AS m
          GROUP BY 1, 2
        ), occupied AS (
          SELECT moved.storefront_id, sum(moved.units) OVER (PARTITION BY moved.storefront_id ORDER BY moved.day) AS units FROM moved
        )
        SELECT held.storefront_id, count(*)::integer,
          (SELECT max(o.units)::integer FROM occupied o WHERE o.storefront_id = held.storefront_id),
          (SELECT coalesce(sum(u.units), 0)::integer FROM catalog.unit_type u JOIN catalog.property p ON p.id = u.property_id
            WHERE p.storefront_id = held.storefront_id AND u.archived_at IS NULL),
          max(held.held_until)
        FROM held GROUP BY held.storefront_id
      $function$;

-- True if unpaid agent holds occupy more than a quarter of a storefront's units on any night. In that case,
-- the limits per guest, address and profile are halved.
CREATE OR REPLACE FUNCTION catalog.is_pressed(at_storefront integer)
 RETURNS boolean
 LANGUAGE sql
 STABLE
RETURN coalesce((SELECT 4 * a.peak > a.units FROM catalog.agent_holds(ARRAY[at_storefront]) AS a), false);

-- True if a guest's holds or an agent's unit-nights, including this stay's, exceed their limits. Checks for
-- pressure only above half of a limit, so most completions skip that check.
CREATE OR REPLACE FUNCTION catalog.exceeds_limits(at_storefront integer, guest_holds integer, most_holds integer, agent_nights integer, most_nights integer)
 RETURNS boolean
 LANGUAGE sql
 STABLE
RETURN CASE
  WHEN guest_holds >= most_holds OR agent_nights > most_nights THEN true
  WHEN guest_holds >= greatest(1, most_holds / 2) OR agent_nights > greatest(1, most_nights / 2)
    THEN catalog.is_pressed(at_storefront)
  ELSE false
END;

CREATE OR REPLACE FUNCTION catalog.hold_stay(of_checkout uuid, at_storefront integer, for_guest text, of_agent boolean, by_address text, by_profile text, usual_nights integer, until timestamp with time zone, unit_types integer[], units integer[], unit_type_revisions integer[], first_night date, departure date, night_revisions integer[], with_quote jsonb, replaced uuid, OUT outcome text, OUT quote jsonb)
 RETURNS record
 LANGUAGE plpgsql
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
      DECLARE
        limits record;
        guest_holds integer;
        old catalog.stay_holds;
        priced_from integer[];
        enough boolean;
        nights integer := (departure - first_night) * (SELECT sum(u) FROM unnest(units) AS u);
        kept text := 'held';
        agents_hold boolean := of_agent;
      BEGIN
        -- Serializes counting for each guest, and repetitions of a checkout. Everyone takes the locks in the same order:
        -- guest, nights, agent.
        PERFORM pg_advisory_xact_lock(at_storefront, hashtext(for_guest));
        SELECT h.quote INTO hold_stay.quote FROM catalog.stay_holds h
          WHERE h.id = of_checkout AND h.storefront_id = at_storefront AND h.state <> 'released';
        IF FOUND THEN outcome := 'repeated'; RETURN; END IF;
        -- Held until the end: a team that begins to close waits for this hold, and sees it
        -- (commands/close-selling.ts). A suspended team's storefronts take no nights either
        -- (commands/suspend-selling.ts).
        PERFORM FROM catalog.storefront s
          WHERE s.id = at_storefront AND NOT s.team_closing AND NOT s.team_suspended FOR KEY SHARE;
        IF NOT FOUND AND replaced IS NULL THEN outcome := 'closing'; RETURN; END IF;
        IF replaced IS NOT NULL THEN
          SELECT * INTO old FROM catalog.stay_holds h
            WHERE h.id = replaced AND h.storefront_id = at_storefront AND h.state <> 'released' FOR UPDATE;
          IF NOT FOUND THEN outcome := 'gone'; RETURN; END IF;
          kept := old.state;
          agents_hold := of_agent OR old.by_agent;
        END IF;

        SELECT s.max_holds_per_guest, coalesce(s.max_held_nights, usual_nights) AS max_held_nights,
            s.max_held_share_percent INTO limits
          FROM catalog.storefront s WHERE s.id = at_storefront;

        IF replaced IS NOT NULL THEN
          PERFORM FROM catalog.night n
            WHERE (n.unit_type_id = ANY (unit_types) AND n.night >= first_night AND n.night < departure)
              OR (n.unit_type_id = ANY (old.unit_type_ids) AND n.night >= old.check_in AND n.night < old.check_out)
            ORDER BY n.unit_type_id, n.night
            FOR UPDATE;
        END IF;
        WITH locked AS MATERIALIZED (
          SELECT n.unit_type_id, n.night, n.revision, own.units AS own,
            catalog.takeable_units(n.total,
              n.closed + CASE WHEN of_agent THEN (SELECT u.held_back FROM catalog.unit_type u WHERE u.id = n.unit_type_id) ELSE 0 END,
              n.held, n.confirmed, CASE WHEN of_agent THEN n.agent_held ELSE 0 END,
              CASE WHEN of_agent THEN limits.max_held_share_percent ELSE 100 END) AS takeable
          FROM catalog.night n, LATERAL (SELECT CASE
            WHEN replaced IS NOT NULL AND n.night >= old.check_in AND n.night < old.check_out
            THEN coalesce(old.quantities[array_position(old.unit_type_ids, n.unit_type_id)], 0) ELSE 0 END AS units) own
          WHERE n.unit_type_id = ANY (unit_types) AND n.night >= first_night AND n.night < departure
          ORDER BY n.unit_type_id, n.night
          FOR UPDATE OF n
        )
        SELECT array_agg(l.revision ORDER BY l.unit_type_id, l.night),
          bool_and(l.takeable + l.own >= units[array_position(unit_types, l.unit_type_id)])
        INTO priced_from, enough FROM locked l;

        -- Read after the nights are locked: later unit type changes follow this hold.
        IF coalesce(priced_from, '{}') IS DISTINCT FROM night_revisions OR EXISTS (
          SELECT FROM unnest(unit_types, unit_type_revisions) AS priced (id, revision)
          LEFT JOIN catalog.unit_type u ON u.id = priced.id
          WHERE u.revision IS DISTINCT FROM priced.revision)
        THEN outcome := 'stale'; RETURN; END IF;
        IF NOT enough THEN outcome := 'sold_out'; RETURN; END IF;

        -- Serializes counting for each agent. Taken last, because an agent's holds wait for each other from here on.
        PERFORM catalog.lock_agents(at_storefront, ARRAY[by_address, old.agent_address], ARRAY[by_profile, old.agent_profile]);
        IF of_agent THEN
          SELECT count(*) INTO guest_holds FROM catalog.stay_holds h
            WHERE h.storefront_id = at_storefront AND h.guest_email = for_guest AND h.state = 'held';
          IF catalog.exceeds_limits(at_storefront, guest_holds, limits.max_holds_per_guest,
            catalog.unpaid_nights(at_storefront, by_address, by_profile) + nights, limits.max_held_nights)
          THEN outcome := 'limited'; RETURN; END IF;
        END IF;

        IF replaced IS NULL THEN
          UPDATE catalog.night n SET
              held = n.held + units[array_position(unit_types, n.unit_type_id)],
              agent_held = n.agent_held + CASE WHEN agents_hold THEN units[array_position(unit_types, n.unit_type_id)] ELSE 0 END
            WHERE n.unit_type_id = ANY (unit_types) AND n.night >= first_night AND n.night < departure;
        ELSE
          UPDATE catalog.night n SET
              held = n.held + CASE kept WHEN 'held' THEN moved.units ELSE 0 END,
              agent_held = greatest(0, n.agent_held + CASE kept WHEN 'held' THEN moved.of_agents ELSE 0 END),
              confirmed = n.confirmed + CASE kept WHEN 'confirmed' THEN moved.units ELSE 0 END
            FROM (
              SELECT unit_type_id, night, sum(moved.units)::integer AS units, sum(moved.of_agents)::integer AS of_agents FROM (
                SELECT taken.id, d::date, taken.units, CASE WHEN agents_hold THEN taken.units ELSE 0 END
                  FROM unnest(unit_types, units) AS taken (id, units),
                    generate_series(first_night::timestamp, departure - 1, '1 day') AS d
                UNION ALL
                SELECT given.id, d::date, -given.units, CASE WHEN old.by_agent THEN -given.units ELSE 0 END
                  FROM unnest(old.unit_type_ids, old.quantities) AS given (id, units),
                    generate_series(old.check_in::timestamp, old.check_out - 1, '1 day') AS d
              ) AS moved (unit_type_id, night, units, of_agents) GROUP BY 1, 2
              HAVING sum(moved.units) <> 0 OR sum(moved.of_agents) <> 0
            ) AS moved
            WHERE n.unit_type_id = moved.unit_type_id AND n.night = moved.night;
          UPDATE catalog.stay_holds SET state = 'released', updated_at = now() WHERE id = replaced;
        END IF;
        INSERT INTO catalog.stay_holds AS h (id, storefront_id, guest_email, state, check_in, check_out,
            unit_type_ids, quantities, quote, held_until, unit_nights, agent_address, agent_profile, by_agent)
          VALUES (of_checkout, at_storefront, for_guest, kept, first_night, departure, unit_types, units, with_quote,
            until, nights, by_address, by_profile, agents_hold)
          ON CONFLICT (id) DO UPDATE SET storefront_id = at_storefront, guest_email = for_guest,
            state = kept, check_in = first_night, check_out = departure, unit_type_ids = unit_types,
            quantities = units, quote = with_quote, held_until = until, unit_nights = nights,
            agent_address = by_address, agent_profile = by_profile, by_agent = agents_hold, updated_at = now()
          WHERE h.state = 'released';
        IF NOT FOUND THEN
          RAISE unique_violation USING MESSAGE = 'This checkout is being held by someone else at the same time.';
        END IF;
        outcome := 'held';
        quote := with_quote;
      END $function$;

CREATE OR REPLACE FUNCTION catalog.keep_units()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      BEGIN
        DELETE FROM catalog.unit WHERE unit_type_id = NEW.id AND place > NEW.units;
        INSERT INTO catalog.unit (unit_type_id, place, name)
          SELECT NEW.id, place, place::text FROM generate_series(1, NEW.units) AS place
          ON CONFLICT DO NOTHING;
        RETURN NULL;
      END $function$;

CREATE OR REPLACE FUNCTION catalog.note_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      DECLARE
        storefront integer := CASE TG_TABLE_NAME
          WHEN 'property' THEN (to_jsonb(NEW)->>'storefront_id')::integer
          ELSE (SELECT p.storefront_id FROM catalog.property p WHERE p.id = (to_jsonb(NEW)->>'property_id')::integer)
        END;
      BEGIN
        PERFORM note_writer(catalog.writers_of(s.team_id)) FROM catalog.storefront s WHERE s.id = storefront;
        NEW.updated_at := clock_timestamp();
        RETURN NEW;
      END $function$;

-- Matches a feed's nights to its events from today on, under the same locks as a booking: gives back nights
-- no longer needed, and takes needed ones if a unit is free. Returns the first and last changed night, and
-- newly overbooked nights.
CREATE OR REPLACE FUNCTION catalog.take_feed_nights(of_feed integer, today date, OUT first_night date, OUT last_night date, OUT overbooked date[])
 RETURNS record
 LANGUAGE plpgsql
AS $function$
      DECLARE
        feed catalog.ical_feed;
        nights date[];
        wants integer[];
        had integer[];
        takes integer[];
      BEGIN
        SELECT * INTO feed FROM catalog.ical_feed f WHERE f.id = of_feed FOR UPDATE;
        SELECT array_agg(night ORDER BY night), array_agg(units ORDER BY night) INTO nights, wants FROM (
          SELECT night, coalesce(wish.units, 0) AS units
          FROM (
            -- On a single unit, events are a union. Echoes of our own bookings take no nights.
            SELECT day::date AS night, CASE WHEN own.units = 1 THEN 1 ELSE least(count(*) * feed.units, 10000) END::integer AS units
            FROM catalog.unit_type own, catalog.ical_event e,
              generate_series(greatest(e.first_night, today)::timestamp, least(e.departure, today + 1000) - 1, '1 day') AS day
            WHERE own.id = feed.unit_type_id AND e.feed_id = of_feed AND NOT e.echo AND feed.removed_at IS NULL
            GROUP BY 1, own.units) AS wish
          FULL JOIN (
            SELECT k.night, k.wanted, k.taken FROM catalog.ical_night k
            WHERE k.unit_type_id = feed.unit_type_id AND k.feed_id = of_feed AND k.night >= today) AS kept USING (night)
          WHERE coalesce(wish.units, 0) <> coalesce(kept.taken, 0) OR coalesce(wish.units, 0) <> coalesce(kept.wanted, 0)) AS changing;

        PERFORM FROM catalog.night n WHERE n.unit_type_id = feed.unit_type_id AND n.night = ANY (nights)
          ORDER BY n.unit_type_id, n.night FOR UPDATE;
        -- Read after the nights are locked: a released night passes its units to waiting feeds.
        SELECT array_agg(n.night ORDER BY n.night), array_agg(wish.units ORDER BY n.night),
            array_agg(coalesce(kept.taken, 0) ORDER BY n.night),
            array_agg(least(wish.units, coalesce(kept.taken, 0)
              + catalog.takeable_units(n.total, n.closed, n.held, n.confirmed, 0, 100)) ORDER BY n.night),
            array_agg(n.night ORDER BY n.night) FILTER (WHERE wish.units > coalesce(kept.wanted, 0)
              AND wish.units > coalesce(kept.taken, 0) + catalog.takeable_units(n.total, n.closed, n.held, n.confirmed, 0, 100))
          INTO nights, wants, had, takes, overbooked
          FROM unnest(nights, wants) AS wish (night, units)
          JOIN catalog.night n ON n.unit_type_id = feed.unit_type_id AND n.night = wish.night
          LEFT JOIN catalog.ical_night kept
            ON kept.unit_type_id = n.unit_type_id AND kept.night = n.night AND kept.feed_id = of_feed;
        overbooked := coalesce(overbooked, '{}');
        INSERT INTO catalog.ical_night (unit_type_id, night, feed_id, wanted, taken)
          SELECT feed.unit_type_id, now.night, of_feed, now.wants, now.takes FROM unnest(nights, wants, takes) AS now (night, wants, takes)
          ON CONFLICT (unit_type_id, night, feed_id) DO UPDATE SET wanted = excluded.wanted, taken = excluded.taken;
        DELETE FROM catalog.ical_night k
          WHERE k.unit_type_id = feed.unit_type_id AND k.feed_id = of_feed AND k.night = ANY (nights) AND k.wanted = 0;
        UPDATE catalog.night n SET confirmed = n.confirmed + now.takes - now.had
          FROM unnest(nights, takes, had) AS now (night, takes, had)
          WHERE n.unit_type_id = feed.unit_type_id AND n.night = now.night AND now.takes <> now.had;
        SELECT min(now.night), max(now.night) INTO first_night, last_night
          FROM unnest(nights, takes, had) AS now (night, takes, had) WHERE now.takes <> now.had;
      END $function$;

-- Passes freed units to units that are out of order, then to waiting channel reservations, oldest first, then to
-- feeds, before anyone can book them.
CREATE OR REPLACE FUNCTION catalog.take_waiting()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      DECLARE
        free integer := catalog.takeable_units(NEW.total, NEW.closed, NEW.held, NEW.confirmed, 0, 100);
        waiting record;
      BEGIN
        FOR waiting IN SELECT c.unit_id FROM catalog.closed_unit_nights c
          WHERE c.unit_type_id = NEW.unit_type_id AND c.night = NEW.night AND NOT c.taken ORDER BY c.unit_id
        LOOP
          EXIT WHEN free <= 0;
          UPDATE catalog.closed_unit_nights c SET taken = true WHERE c.unit_id = waiting.unit_id AND c.night = NEW.night;
          NEW.confirmed := NEW.confirmed + 1;
          free := free - 1;
        END LOOP;
        FOR waiting IN SELECT k.hold_id, k.wanted - k.taken AS units FROM catalog.channel_night k
          WHERE k.unit_type_id = NEW.unit_type_id AND k.night = NEW.night AND k.taken < k.wanted ORDER BY k.since, k.hold_id
        LOOP
          EXIT WHEN free <= 0;
          waiting.units := least(waiting.units, free);
          UPDATE catalog.channel_night k SET taken = k.taken + waiting.units
            WHERE k.unit_type_id = NEW.unit_type_id AND k.night = NEW.night AND k.hold_id = waiting.hold_id;
          NEW.confirmed := NEW.confirmed + waiting.units;
          free := free - waiting.units;
        END LOOP;
        FOR waiting IN SELECT k.feed_id, least(k.wanted - k.taken, free) AS units FROM catalog.ical_night k
          WHERE k.unit_type_id = NEW.unit_type_id AND k.night = NEW.night AND k.taken < k.wanted ORDER BY k.feed_id
        LOOP
          EXIT WHEN free <= 0;
          waiting.units := least(waiting.units, free);
          UPDATE catalog.ical_night k SET taken = k.taken + waiting.units
            WHERE k.unit_type_id = NEW.unit_type_id AND k.night = NEW.night AND k.feed_id = waiting.feed_id;
          NEW.confirmed := NEW.confirmed + waiting.units;
          free := free - waiting.units;
        END LOOP;
        RETURN NEW;
      END $function$;

-- Takes a channel reservation's nights as a hold, in place of another hold if it replaces one: it takes the
-- free units on each night and waits for the rest, or takes none if it isn't allowed to wait. Each night is
-- listed once per unit type. Without nights, it is an empty hold, released from the start. The hold counts
-- its units by night in channel_night and not in its own quantities, so that ending it gives back exactly the
-- units it has. Outcomes: taken; sold_out; no_nights (some aren't on sale); gone (the hold it replaces has
-- ended); closing (the team has stopped selling). Repeating it returns taken.
CREATE OR REPLACE FUNCTION catalog.take_channel_stay(of_hold uuid, of_connection integer, at_storefront integer, replaced uuid, may_wait boolean, first_night date, departure date, unit_types integer[], on_nights date[], units integer[], booked_at timestamp with time zone, OUT outcome text, OUT overbooked date[])
 RETURNS record
 LANGUAGE plpgsql
AS $function$
      DECLARE
        kept text := CASE WHEN cardinality(on_nights) = 0 THEN 'released' ELSE 'held' END;
        types integer[];
        nights date[];
        wants integer[];
        had integer[];
        takes integer[];
        missed integer[];
        on_sale integer;
      BEGIN
        overbooked := '{}';
        -- Serializes concurrent calls with the same hold.
        PERFORM pg_advisory_xact_lock(7310891, hashtext(of_hold::text));
        PERFORM FROM catalog.stay_holds h WHERE h.id = of_hold AND h.state <> 'released';
        IF FOUND THEN outcome := 'taken'; RETURN; END IF;
        PERFORM FROM catalog.storefront s
          WHERE s.id = at_storefront AND NOT s.team_closing AND NOT s.team_suspended FOR KEY SHARE;
        IF NOT FOUND AND replaced IS NULL AND kept = 'held' THEN outcome := 'closing'; RETURN; END IF;
        IF replaced IS NOT NULL THEN
          SELECT h.state INTO kept FROM catalog.stay_holds h
            WHERE h.id = replaced AND h.state <> 'released' FOR UPDATE;
          IF NOT FOUND THEN outcome := 'gone'; RETURN; END IF;
        END IF;

        SELECT array_agg(moved.unit_type_id), array_agg(moved.night) INTO types, nights FROM (
          SELECT w.unit_type_id, w.night FROM unnest(unit_types, on_nights) AS w (unit_type_id, night)
          UNION SELECT k.unit_type_id, k.night FROM catalog.channel_night k WHERE k.hold_id = replaced
          ORDER BY 1, 2) AS moved;
        PERFORM FROM catalog.night n
          WHERE (n.unit_type_id, n.night) IN (SELECT * FROM unnest(types, nights)) ORDER BY n.unit_type_id, n.night FOR UPDATE;
        -- Read after the nights are locked: a released night passes its units to waiting reservations.
        SELECT count(wish.night), array_agg(n.unit_type_id ORDER BY n.unit_type_id, n.night),
            array_agg(n.night ORDER BY n.unit_type_id, n.night),
            array_agg(coalesce(wish.units, 0) ORDER BY n.unit_type_id, n.night),
            array_agg(coalesce(old.taken, 0) ORDER BY n.unit_type_id, n.night),
            array_agg(coalesce(old.wanted - old.taken, 0) ORDER BY n.unit_type_id, n.night),
            array_agg(least(coalesce(wish.units, 0), coalesce(old.taken, 0)
              + catalog.takeable_units(n.total, n.closed, n.held, n.confirmed, 0, 100)) ORDER BY n.unit_type_id, n.night)
          INTO on_sale, types, nights, wants, had, missed, takes
          FROM unnest(types, nights) AS moved (unit_type_id, night)
          JOIN catalog.night n USING (unit_type_id, night)
          LEFT JOIN unnest(unit_types, on_nights, units) AS wish (unit_type_id, night, units) USING (unit_type_id, night)
          LEFT JOIN catalog.channel_night old
            ON old.hold_id = replaced AND old.unit_type_id = n.unit_type_id AND old.night = n.night;
        IF on_sale < cardinality(on_nights) THEN outcome := 'no_nights'; RETURN; END IF;
        SELECT coalesce(array_agg(DISTINCT now.night ORDER BY now.night), '{}') INTO overbooked
          FROM unnest(nights, wants, takes, missed) AS now (night, wants, takes, missed)
          WHERE now.takes < now.wants AND now.wants - now.takes > now.missed;
        IF NOT may_wait AND cardinality(overbooked) > 0 THEN outcome := 'sold_out'; RETURN; END IF;

        -- Released units go to other holds that are waiting for them, not back to this one.
        DELETE FROM catalog.channel_night k WHERE k.hold_id = replaced;
        UPDATE catalog.night n SET confirmed = n.confirmed + now.takes - now.had
          FROM unnest(types, nights, takes, had) AS now (unit_type_id, night, takes, had)
          WHERE n.unit_type_id = now.unit_type_id AND n.night = now.night AND now.takes <> now.had;
        UPDATE catalog.stay_holds SET state = 'released', updated_at = now() WHERE id = replaced;
        INSERT INTO catalog.stay_holds AS h (id, storefront_id, guest_email, state, check_in, check_out,
            unit_type_ids, quantities, quote, held_until, unit_nights)
          SELECT of_hold, at_storefront, '', kept, first_night, departure, sold.ids, array_fill(0, ARRAY[cardinality(sold.ids)]),
            '{}', now(), 0
          FROM (SELECT coalesce(array_agg(DISTINCT id ORDER BY id), '{}') AS ids FROM unnest(unit_types) AS id) AS sold
          ON CONFLICT (id) DO UPDATE SET state = kept, check_in = first_night, check_out = departure,
            unit_type_ids = excluded.unit_type_ids, quantities = excluded.quantities, held_until = now(), updated_at = now()
          WHERE h.state = 'released';
        IF NOT FOUND THEN
          RAISE unique_violation USING MESSAGE = 'This reservation is being taken by someone else at the same time.';
        END IF;
        INSERT INTO catalog.channel_night (unit_type_id, night, hold_id, connection_id, wanted, taken, since)
          SELECT now.unit_type_id, now.night, of_hold, of_connection, now.wants, now.takes, booked_at
          FROM unnest(types, nights, wants, takes) AS now (unit_type_id, night, wants, takes) WHERE now.wants > 0;
        outcome := 'taken';
      END $function$;

-- Gives back a channel reservation's units on each night after its hold ends.
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

-- Gives back a confirmed hold's nights from `from_night` on, because its guests left early or never arrived, and
-- remembers them, so that `retake_nights` can take exactly the same ones again. Repeating it changes nothing.
CREATE OR REPLACE FUNCTION catalog.free_nights(of_hold uuid, from_night date, at_storefront integer, of_team integer, OUT done boolean, OUT first_night date, OUT last_night date)
 RETURNS record
 LANGUAGE plpgsql
AS $function$
      DECLARE
        hold catalog.stay_holds;
        types integer[];
        nights date[];
        had integer[];
      BEGIN
        SELECT h.* INTO hold FROM catalog.stay_holds h JOIN catalog.storefront s ON s.id = h.storefront_id
          WHERE h.id = of_hold AND h.state = 'confirmed'
            AND (at_storefront IS NULL OR s.id = at_storefront) AND (of_team IS NULL OR s.team_id = of_team)
          FOR UPDATE OF h;
        done := FOUND;
        IF NOT done THEN RETURN; END IF;

        PERFORM FROM catalog.night n
          WHERE n.unit_type_id = ANY (hold.unit_type_ids) AND n.night >= from_night
            AND (n.night < hold.check_out OR EXISTS (SELECT FROM catalog.channel_night k
              WHERE k.hold_id = of_hold AND k.unit_type_id = n.unit_type_id AND k.night = n.night))
          ORDER BY n.unit_type_id, n.night FOR UPDATE;
        SELECT array_agg(gone.id), array_agg(gone.night), array_agg(gone.has), min(gone.night), max(gone.night)
          INTO types, nights, had, first_night, last_night
          FROM (
            SELECT sold.id, day::date AS night, sold.units AS has
              FROM unnest(hold.unit_type_ids, hold.quantities) AS sold (id, units),
                generate_series(greatest(from_night, hold.check_in)::timestamp, hold.check_out - 1, '1 day') AS day
              WHERE sold.units > 0
            UNION ALL
            SELECT k.unit_type_id, k.night, k.taken FROM catalog.channel_night k
              WHERE k.hold_id = of_hold AND k.night >= from_night
          ) AS gone;
        IF types IS NULL THEN RETURN; END IF;
        INSERT INTO catalog.freed_nights (hold_id, unit_type_id, night, units, connection_id, since)
          SELECT of_hold, gone.id, gone.night, coalesce(k.wanted, gone.has), k.connection_id, k.since
          FROM unnest(types, nights, had) AS gone (id, night, has)
          LEFT JOIN catalog.channel_night k ON k.hold_id = of_hold AND k.unit_type_id = gone.id AND k.night = gone.night;
        -- Deleted first, so that none of the units goes back to this hold.
        DELETE FROM catalog.channel_night k WHERE k.hold_id = of_hold AND k.night >= from_night;
        UPDATE catalog.night n SET confirmed = n.confirmed - gone.has
          FROM unnest(types, nights, had) AS gone (id, night, has)
          WHERE n.unit_type_id = gone.id AND n.night = gone.night AND gone.has > 0;
        UPDATE catalog.stay_holds h SET check_out = least(h.check_out, greatest(from_night, h.check_in)), updated_at = now()
          WHERE h.id = of_hold;
      END $function$;

-- Takes the nights again that `free_nights` gave back, all or none. Repeating it changes nothing.
CREATE OR REPLACE FUNCTION catalog.retake_nights(of_hold uuid, at_storefront integer, of_team integer, OUT done boolean, OUT first_night date, OUT last_night date)
 RETURNS record
 LANGUAGE plpgsql
AS $function$
      DECLARE
        enough boolean;
      BEGIN
        PERFORM FROM catalog.stay_holds h JOIN catalog.storefront s ON s.id = h.storefront_id
          WHERE h.id = of_hold AND h.state = 'confirmed'
            AND (at_storefront IS NULL OR s.id = at_storefront) AND (of_team IS NULL OR s.team_id = of_team)
          FOR UPDATE OF h;
        done := FOUND;
        IF NOT done THEN RETURN; END IF;

        WITH locked AS MATERIALIZED (
          SELECT n.night, f.units,
            catalog.takeable_units(n.total, n.closed, n.held, n.confirmed, 0, 100) AS takeable
          FROM catalog.night n
          JOIN catalog.freed_nights f ON f.unit_type_id = n.unit_type_id AND f.night = n.night
          WHERE f.hold_id = of_hold ORDER BY n.unit_type_id, n.night FOR UPDATE OF n
        )
        SELECT coalesce(bool_and(l.takeable >= l.units), true), min(l.night), max(l.night)
          INTO enough, first_night, last_night FROM locked l;
        IF NOT enough THEN
          done := false;
          RETURN;
        END IF;
        UPDATE catalog.night n SET confirmed = n.confirmed + f.units FROM catalog.freed_nights f
          WHERE f.hold_id = of_hold AND n.unit_type_id = f.unit_type_id AND n.night = f.night;
        INSERT INTO catalog.channel_night (unit_type_id, night, hold_id, connection_id, wanted, taken, since)
          SELECT f.unit_type_id, f.night, of_hold, f.connection_id, f.units, f.units, f.since
          FROM catalog.freed_nights f WHERE f.hold_id = of_hold AND f.connection_id IS NOT NULL;
        UPDATE catalog.stay_holds h SET check_out = greatest(h.check_out, last_night + 1), updated_at = now()
          WHERE h.id = of_hold;
        DELETE FROM catalog.freed_nights f WHERE f.hold_id = of_hold;
      END $function$;

-- Closes a unit's nights from `first` to `last`, both included, because it's out of order, and opens its others;
-- without nights, it opens all. A night takes one of the unit type's free units, or waits for one. `displaced` are
-- the holds of bookings that lost the unit. Returns the first and last night that changed. Repeating it, or
-- an older version than the last, changes nothing.
CREATE OR REPLACE FUNCTION catalog.close_unit(of_unit integer, of_type integer, first date, last date, displaced uuid[], at_version integer, OUT first_night date, OUT last_night date)
 RETURNS record
 LANGUAGE plpgsql
AS $function$
      DECLARE
        opened date[];
        freed date[];
        closing date[];
      BEGIN
        UPDATE catalog.unit SET nights_version = at_version WHERE id = of_unit AND nights_version <= at_version;
        IF NOT FOUND THEN RETURN; END IF;
        SELECT array_agg(c.night ORDER BY c.night) INTO opened FROM catalog.closed_unit_nights c
          WHERE c.unit_id = of_unit AND c.night >= current_date - 1
            AND (first IS NULL OR c.night NOT BETWEEN first AND last);
        SELECT array_agg(n.night ORDER BY n.night) INTO closing FROM catalog.night n
          WHERE n.unit_type_id = of_type AND n.night BETWEEN first AND last
            AND NOT EXISTS (SELECT FROM catalog.closed_unit_nights c WHERE c.unit_id = of_unit AND c.night = n.night);
        PERFORM FROM catalog.night n
          WHERE n.unit_type_id = of_type AND n.night = ANY (coalesce(opened, '{}') || coalesce(closing, '{}'))
          ORDER BY n.unit_type_id, n.night FOR UPDATE;

        WITH gone AS (
          DELETE FROM catalog.closed_unit_nights c WHERE c.unit_id = of_unit AND c.night = ANY (opened)
          RETURNING c.night, c.taken)
        SELECT array_agg(gone.night) INTO freed FROM gone WHERE gone.taken;
        UPDATE catalog.night n SET confirmed = n.confirmed - 1 WHERE n.unit_type_id = of_type AND n.night = ANY (freed);

        INSERT INTO catalog.closed_unit_nights (unit_id, night, unit_type_id, taken)
          SELECT of_unit, n.night, of_type, catalog.takeable_units(n.total, n.closed, n.held, n.confirmed, 0, 100) > 0
          FROM catalog.night n WHERE n.unit_type_id = of_type AND n.night = ANY (closing);
        UPDATE catalog.night n SET confirmed = n.confirmed + 1 FROM catalog.closed_unit_nights c
          WHERE c.unit_id = of_unit AND c.night = ANY (closing) AND c.taken
            AND n.unit_type_id = of_type AND n.night = c.night;
        UPDATE catalog.closed_unit_nights c SET hold_id = (
            SELECT h.id FROM catalog.stay_holds h
            WHERE h.id = ANY (displaced) AND h.state <> 'released' AND c.night >= h.check_in AND c.night < h.check_out
            ORDER BY h.id LIMIT 1)
          WHERE c.unit_id = of_unit;
        SELECT min(moved), max(moved) INTO first_night, last_night
          FROM unnest(coalesce(opened, '{}') || coalesce(closing, '{}')) AS moved;
      END $function$;

-- Confirms or releases an unpaid hold. Returns true if the hold is in that state now.
CREATE OR REPLACE FUNCTION catalog.end_hold(of_hold uuid, to_state text, at_storefront integer, of_team integer)
 RETURNS boolean
 LANGUAGE plpgsql
AS $function$
      DECLARE
        hold record;
      BEGIN
        SELECT h.* INTO hold FROM catalog.stay_holds h JOIN catalog.storefront s ON s.id = h.storefront_id
          WHERE h.id = of_hold
            AND (at_storefront IS NULL OR s.id = at_storefront) AND (of_team IS NULL OR s.team_id = of_team)
          FOR UPDATE OF h;
        IF NOT FOUND THEN RETURN false; END IF;
        IF hold.state <> 'held' THEN RETURN hold.state = to_state; END IF;

        PERFORM FROM catalog.night n
          WHERE n.unit_type_id = ANY (hold.unit_type_ids) AND n.night >= hold.check_in AND n.night < hold.check_out
          ORDER BY n.unit_type_id, n.night FOR UPDATE;
        UPDATE catalog.night n SET
            held = n.held - hold.quantities[array_position(hold.unit_type_ids, n.unit_type_id)],
            -- Never below zero: a hold placed while this release migrated the database wasn't counted.
            agent_held = greatest(0, n.agent_held
              - CASE WHEN hold.by_agent THEN hold.quantities[array_position(hold.unit_type_ids, n.unit_type_id)] ELSE 0 END),
            confirmed = n.confirmed + CASE to_state
              WHEN 'confirmed' THEN hold.quantities[array_position(hold.unit_type_ids, n.unit_type_id)] ELSE 0 END
          WHERE n.unit_type_id = ANY (hold.unit_type_ids) AND n.night >= hold.check_in AND n.night < hold.check_out;
        UPDATE catalog.stay_holds SET state = to_state, updated_at = now() WHERE id = of_hold;
        RETURN true;
      END $function$;

-- The old name of `catalog.end_hold`, for processes of the previous release.
CREATE OR REPLACE FUNCTION catalog.settle_hold(of_checkout uuid, to_state text, at_storefront integer, of_team integer)
 RETURNS boolean
 LANGUAGE sql
AS $function$
        SELECT catalog.end_hold(of_checkout, to_state, at_storefront, of_team)
      $function$;

-- Lock key for writers of a team's rows that apps poll (db/functions.sql).
CREATE OR REPLACE FUNCTION catalog.writers_of(team integer)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE
RETURN -4 * team - 1;

-- The time before which all changes to a team's rows are visible to statements that begin now.
CREATE OR REPLACE FUNCTION catalog.visible_before(team integer)
 RETURNS timestamp with time zone
 LANGUAGE sql
RETURN visible_before(catalog.writers_of(team));

-- The old name of `visible_before`, for processes of the previous release.
CREATE OR REPLACE FUNCTION catalog.settled_until(team integer)
 RETURNS timestamp with time zone
 LANGUAGE sql
AS $function$
        SELECT catalog.visible_before(team)
      $function$;

CREATE OR REPLACE FUNCTION catalog.tell_everything()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      BEGIN
        PERFORM pg_notify('catalog', 'everything');
        RETURN NULL;
      END $function$;

CREATE OR REPLACE FUNCTION catalog.tell_nights()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      BEGIN
        INSERT INTO catalog.night_change (unit_type_id, first_night, last_night)
          SELECT unit_type_id, min(night), max(night) FROM rows GROUP BY unit_type_id;
        RETURN NULL;
      END $function$;

CREATE OR REPLACE FUNCTION catalog.tell_storefront()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      DECLARE
        changed jsonb := to_jsonb(coalesce(NEW, OLD));
        storefront integer;
        property integer := CASE TG_TABLE_NAME WHEN 'property' THEN changed->>'id' ELSE changed->>'property_id' END;
      BEGIN
        storefront := CASE TG_TABLE_NAME
          WHEN 'storefront' THEN (changed->>'id')::integer
          WHEN 'property' THEN (changed->>'storefront_id')::integer
          WHEN 'storefront_domain' THEN (changed->>'storefront_id')::integer
          WHEN 'cancellation_policy' THEN (changed->>'storefront_id')::integer
          WHEN 'injection_placement' THEN (changed->>'storefront_id')::integer
          WHEN 'storefront_looks' THEN (changed->>'storefront_id')::integer
          WHEN 'storefront_themes' THEN (changed->>'storefront_id')::integer
          ELSE (SELECT p.storefront_id FROM catalog.property p WHERE p.id = property)
        END;
        IF storefront IS NOT NULL THEN
          PERFORM pg_notify('catalog', format('storefront %s', storefront) || coalesce(' property ' || property, ''));
        END IF;
        RETURN NULL;
      END $function$;

-- An agent's unit-nights in unpaid holds: the greater of the sums of its address and of its profile.
CREATE OR REPLACE FUNCTION catalog.unpaid_nights(at_storefront integer, by_address text, by_profile text)
 RETURNS integer
 LANGUAGE sql
 STABLE
RETURN greatest(
  (SELECT s.unit_nights::integer FROM catalog.unpaid_sums s
    WHERE s.storefront_id = at_storefront AND s.kind = 'address' AND s.holder = by_address),
  (SELECT s.unit_nights::integer FROM catalog.unpaid_sums s
    WHERE s.storefront_id = at_storefront AND s.kind = 'profile' AND s.holder = by_profile), 0);

-- A guest's unpaid holds and an agent's unit-nights in unpaid holds, with the times when the first of them ends.
CREATE OR REPLACE FUNCTION catalog.unpaid_holds(at_storefront integer, for_guest text, by_address text, by_profile text, OUT guest_holds integer, OUT guest_until timestamp with time zone, OUT agent_nights integer, OUT agent_until timestamp with time zone)
 RETURNS record
 LANGUAGE sql
 STABLE
AS $function$
        SELECT guest.holds, guest.until, catalog.unpaid_nights(at_storefront, by_address, by_profile), least(
          (SELECT h.held_until FROM catalog.stay_holds h
            WHERE h.storefront_id = at_storefront AND h.agent_address = by_address AND h.state = 'held'
            ORDER BY h.held_until LIMIT 1),
          (SELECT h.held_until FROM catalog.stay_holds h
            WHERE h.storefront_id = at_storefront AND h.agent_profile = by_profile AND h.state = 'held'
            ORDER BY h.held_until LIMIT 1))
        FROM (SELECT count(*)::integer AS holds, min(held_until) AS until FROM catalog.stay_holds
              WHERE storefront_id = at_storefront AND guest_email = for_guest AND state = 'held') AS guest
      $function$;

CREATE OR REPLACE TRIGGER bump AFTER UPDATE OF terms ON catalog.cancellation_policy
  FOR EACH ROW WHEN (old.terms IS DISTINCT FROM new.terms)
  EXECUTE FUNCTION catalog.bump_storefront();
CREATE OR REPLACE TRIGGER tell AFTER INSERT OR DELETE OR UPDATE ON catalog.cancellation_policy
  FOR EACH ROW
  EXECUTE FUNCTION catalog.tell_storefront();
CREATE OR REPLACE TRIGGER tell_truncated AFTER TRUNCATE ON catalog.cancellation_policy
  FOR EACH STATEMENT
  EXECUTE FUNCTION catalog.tell_everything();
CREATE OR REPLACE TRIGGER bump AFTER INSERT OR DELETE OR UPDATE ON catalog.fee
  FOR EACH ROW
  EXECUTE FUNCTION catalog.bump_property();
CREATE OR REPLACE TRIGGER tell AFTER INSERT OR DELETE OR UPDATE ON catalog.fee
  FOR EACH ROW
  EXECUTE FUNCTION catalog.tell_storefront();
CREATE OR REPLACE TRIGGER tell_truncated AFTER TRUNCATE ON catalog.fee
  FOR EACH STATEMENT
  EXECUTE FUNCTION catalog.tell_everything();
CREATE OR REPLACE TRIGGER tell AFTER INSERT OR DELETE OR UPDATE ON catalog.injection_placement
  FOR EACH ROW
  EXECUTE FUNCTION catalog.tell_storefront();
CREATE OR REPLACE TRIGGER tell_truncated AFTER TRUNCATE ON catalog.injection_placement
  FOR EACH STATEMENT
  EXECUTE FUNCTION catalog.tell_everything();
CREATE OR REPLACE TRIGGER bump BEFORE UPDATE ON catalog.night
  FOR EACH ROW WHEN (
    old.rate IS DISTINCT FROM new.rate
    OR old.min_stay IS DISTINCT FROM new.min_stay
    OR old.max_stay IS DISTINCT FROM new.max_stay
    OR old.closed_to_arrival IS DISTINCT FROM new.closed_to_arrival
    OR old.closed_to_departure IS DISTINCT FROM new.closed_to_departure
    OR old.stop_sell IS DISTINCT FROM new.stop_sell
  ) EXECUTE FUNCTION catalog.bump_night();
CREATE OR REPLACE TRIGGER take_waiting BEFORE UPDATE ON catalog.night
  FOR EACH ROW WHEN (catalog.takeable_units(new.total, new.closed, new.held, new.confirmed, 0, 100)
    > catalog.takeable_units(old.total, old.closed, old.held, old.confirmed, 0, 100))
  EXECUTE FUNCTION catalog.take_waiting();
CREATE OR REPLACE TRIGGER tell_deleted AFTER DELETE ON catalog.night REFERENCING OLD TABLE AS rows
  FOR EACH STATEMENT
  EXECUTE FUNCTION catalog.tell_nights();
CREATE OR REPLACE TRIGGER tell_inserted AFTER INSERT ON catalog.night REFERENCING NEW TABLE AS rows
  FOR EACH STATEMENT
  EXECUTE FUNCTION catalog.tell_nights();
CREATE OR REPLACE TRIGGER tell_truncated AFTER TRUNCATE ON catalog.night
  FOR EACH STATEMENT
  EXECUTE FUNCTION catalog.tell_everything();
CREATE OR REPLACE TRIGGER tell_updated AFTER UPDATE ON catalog.night REFERENCING NEW TABLE AS rows
  FOR EACH STATEMENT
  EXECUTE FUNCTION catalog.tell_nights();
CREATE OR REPLACE TRIGGER bump AFTER UPDATE OF currency, time_zone ON catalog.property
  FOR EACH ROW
  EXECUTE FUNCTION catalog.bump_property();
CREATE OR REPLACE TRIGGER count_changed BEFORE UPDATE ON catalog.property
  FOR EACH ROW WHEN ((to_jsonb(OLD) - 'guest_ready_since') IS DISTINCT FROM (to_jsonb(NEW) - 'guest_ready_since'))
  EXECUTE FUNCTION catalog.count_change();
CREATE OR REPLACE TRIGGER note_changed BEFORE UPDATE ON catalog.property
  FOR EACH ROW WHEN ((to_jsonb(OLD) - 'guest_ready_since') IS DISTINCT FROM (to_jsonb(NEW) - 'guest_ready_since'))
  EXECUTE FUNCTION catalog.note_change();
CREATE OR REPLACE TRIGGER note_inserted BEFORE INSERT ON catalog.property
  FOR EACH ROW
  EXECUTE FUNCTION catalog.note_change();
CREATE OR REPLACE TRIGGER tell AFTER INSERT OR DELETE OR UPDATE ON catalog.property
  FOR EACH ROW
  EXECUTE FUNCTION catalog.tell_storefront();
CREATE OR REPLACE TRIGGER tell_truncated AFTER TRUNCATE ON catalog.property
  FOR EACH STATEMENT
  EXECUTE FUNCTION catalog.tell_everything();
CREATE OR REPLACE TRIGGER bump AFTER INSERT OR UPDATE ON catalog.rate_plan
  FOR EACH ROW
  EXECUTE FUNCTION catalog.bump_sold();
CREATE OR REPLACE TRIGGER tell_truncated AFTER TRUNCATE ON catalog.rate_plan
  FOR EACH STATEMENT
  EXECUTE FUNCTION catalog.tell_everything();
CREATE OR REPLACE TRIGGER count_unpaid AFTER INSERT OR DELETE OR UPDATE OF state, unit_nights, storefront_id, agent_address, agent_profile ON catalog.stay_holds
  FOR EACH ROW
  EXECUTE FUNCTION catalog.count_unpaid();
CREATE OR REPLACE TRIGGER forget_holder BEFORE UPDATE OF state ON catalog.stay_holds
  FOR EACH ROW WHEN (new.state <> 'held'::text)
  EXECUTE FUNCTION catalog.forget_holder();
CREATE OR REPLACE TRIGGER give_back AFTER UPDATE OF state ON catalog.stay_holds
  FOR EACH ROW WHEN (new.state = 'released'::text AND old.state <> 'released'::text)
  EXECUTE FUNCTION catalog.give_back();
CREATE OR REPLACE TRIGGER bump AFTER UPDATE OF cancellation_policy_id ON catalog.storefront
  FOR EACH ROW WHEN (old.cancellation_policy_id IS DISTINCT FROM new.cancellation_policy_id)
  EXECUTE FUNCTION catalog.bump_storefront();
CREATE OR REPLACE TRIGGER tell AFTER INSERT OR DELETE OR UPDATE ON catalog.storefront
  FOR EACH ROW
  EXECUTE FUNCTION catalog.tell_storefront();
CREATE OR REPLACE TRIGGER tell_truncated AFTER TRUNCATE ON catalog.storefront
  FOR EACH STATEMENT
  EXECUTE FUNCTION catalog.tell_everything();
CREATE OR REPLACE TRIGGER tell AFTER INSERT OR DELETE OR UPDATE ON catalog.storefront_domain
  FOR EACH ROW
  EXECUTE FUNCTION catalog.tell_storefront();
CREATE OR REPLACE TRIGGER tell_truncated AFTER TRUNCATE ON catalog.storefront_domain
  FOR EACH STATEMENT
  EXECUTE FUNCTION catalog.tell_everything();
CREATE OR REPLACE TRIGGER tell AFTER INSERT OR DELETE OR UPDATE OF live ON catalog.storefront_looks
  FOR EACH ROW
  EXECUTE FUNCTION catalog.tell_storefront();
CREATE OR REPLACE TRIGGER tell_truncated AFTER TRUNCATE ON catalog.storefront_looks
  FOR EACH STATEMENT
  EXECUTE FUNCTION catalog.tell_everything();
CREATE OR REPLACE TRIGGER tell AFTER INSERT OR DELETE OR UPDATE OF status, sha256, settings ON catalog.storefront_themes
  FOR EACH ROW
  EXECUTE FUNCTION catalog.tell_storefront();
CREATE OR REPLACE TRIGGER tell_truncated AFTER TRUNCATE ON catalog.storefront_themes
  FOR EACH STATEMENT
  EXECUTE FUNCTION catalog.tell_everything();
CREATE OR REPLACE TRIGGER bump AFTER INSERT OR DELETE OR UPDATE ON catalog.tax
  FOR EACH ROW
  EXECUTE FUNCTION catalog.bump_property();
CREATE OR REPLACE TRIGGER tell AFTER INSERT OR DELETE OR UPDATE ON catalog.tax
  FOR EACH ROW
  EXECUTE FUNCTION catalog.tell_storefront();
CREATE OR REPLACE TRIGGER tell_truncated AFTER TRUNCATE ON catalog.tax
  FOR EACH STATEMENT
  EXECUTE FUNCTION catalog.tell_everything();
CREATE OR REPLACE TRIGGER bump BEFORE UPDATE ON catalog.unit_type
  FOR EACH ROW
  EXECUTE FUNCTION catalog.bump_unit_type();
CREATE OR REPLACE TRIGGER keep_units AFTER INSERT OR UPDATE OF units ON catalog.unit_type
  FOR EACH ROW
  EXECUTE FUNCTION catalog.keep_units();
CREATE OR REPLACE TRIGGER note_changed BEFORE UPDATE ON catalog.unit_type
  FOR EACH ROW
  EXECUTE FUNCTION catalog.note_change();
CREATE OR REPLACE TRIGGER note_inserted BEFORE INSERT ON catalog.unit_type
  FOR EACH ROW
  EXECUTE FUNCTION catalog.note_change();
CREATE OR REPLACE TRIGGER tell AFTER INSERT OR DELETE OR UPDATE ON catalog.unit_type
  FOR EACH ROW
  EXECUTE FUNCTION catalog.tell_storefront();
CREATE OR REPLACE TRIGGER tell_truncated AFTER TRUNCATE ON catalog.unit_type
  FOR EACH STATEMENT
  EXECUTE FUNCTION catalog.tell_everything();
