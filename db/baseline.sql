-- Written by "npm run tool baseline": docs/contributing/migrations.md#the-baseline


CREATE SCHEMA apps;

CREATE SCHEMA catalog;

CREATE SCHEMA checkout;

CREATE SCHEMA payments;

CREATE SCHEMA tasks;

CREATE EXTENSION IF NOT EXISTS pg_trgm;

CREATE FUNCTION apps.add_ledger_entry() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
DECLARE
  sold_as text := CASE WHEN NEW.theme_id IS NULL THEN 'app' ELSE 'theme' END;
  sold integer := coalesce(NEW.theme_id, NEW.app_id);
  net bigint := NEW.amount - NEW.share;
  charged_on date;
  on_invoice bigint;
  is_paid boolean;
BEGIN
  SELECT day, invoice_id INTO charged_on, on_invoice FROM apps.charges WHERE id = NEW.charge_id;
  is_paid := EXISTS (
    SELECT FROM apps.app_invoices WHERE id = coalesce(on_invoice, NEW.invoice_id) AND status = 'paid');
  INSERT INTO apps.app_balances AS b (product, product_id, currency, earned, pending)
  VALUES (sold_as, sold, NEW.currency, CASE WHEN is_paid THEN net ELSE 0 END, CASE WHEN is_paid THEN 0 ELSE net END)
  ON CONFLICT (product, product_id, currency)
  DO UPDATE SET earned = b.earned + excluded.earned, pending = b.pending + excluded.pending;
  INSERT INTO apps.app_revenue AS r (month, currency, product, product_id, amount, share)
  VALUES (date_trunc('month', coalesce(charged_on, (NEW.at AT TIME ZONE 'UTC')::date))::date,
    NEW.currency, sold_as, sold, NEW.amount, NEW.share)
  ON CONFLICT (month, currency, product, product_id)
  DO UPDATE SET amount = r.amount + excluded.amount, share = r.share + excluded.share;
  RETURN NULL;
END $$;

CREATE FUNCTION apps.count_paid_invoice() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
DECLARE
  direction integer := CASE WHEN NEW.status = 'paid' THEN 1 ELSE -1 END;
BEGIN
  INSERT INTO apps.app_balances AS b (product, product_id, currency, earned, pending)
  SELECT CASE WHEN theme_id IS NULL THEN 'app' ELSE 'theme' END, coalesce(theme_id, app_id), currency,
    direction * sum(amount - share), -direction * sum(amount - share) FROM (
    SELECT e.* FROM apps.charges c JOIN apps.ledger_entries e ON e.charge_id = c.id WHERE c.invoice_id = NEW.id
    UNION ALL
    SELECT e.* FROM apps.ledger_entries e WHERE e.invoice_id = NEW.id
  ) entries
  GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
  ON CONFLICT (product, product_id, currency)
  DO UPDATE SET earned = b.earned + excluded.earned, pending = b.pending + excluded.pending;
  RETURN NULL;
END $$;

CREATE FUNCTION apps.count_payout() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  INSERT INTO apps.app_balances AS b (product, product_id, currency, paid_out)
  VALUES (CASE WHEN NEW.theme_id IS NULL THEN 'app' ELSE 'theme' END, coalesce(NEW.theme_id, NEW.app_id), NEW.currency, NEW.amount)
  ON CONFLICT (product, product_id, currency) DO UPDATE SET paid_out = b.paid_out + excluded.paid_out;
  RETURN NULL;
END $$;

CREATE FUNCTION apps.number_version() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
      BEGIN
        -- Whoever adds a version has locked its app, so no other takes the same number.
        SELECT coalesce(max(number), 0) + 1 INTO NEW.number FROM apps.app_versions WHERE app_id = NEW.app_id;
        RETURN NEW;
      END $$;

CREATE FUNCTION catalog.bump_night() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
      BEGIN
        NEW.revision := OLD.revision + 1;
        RETURN NEW;
      END $$;

CREATE FUNCTION catalog.bump_property() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
      DECLARE
        changed jsonb := to_jsonb(coalesce(NEW, OLD));
      BEGIN
        UPDATE catalog.unit_type SET revision = revision
        WHERE property_id = (changed->>(CASE TG_TABLE_NAME WHEN 'property' THEN 'id' ELSE 'property_id' END))::integer;
        RETURN NULL;
      END $$;

CREATE FUNCTION catalog.bump_unit_type() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
      BEGIN
        NEW.revision := OLD.revision + 1;
        RETURN NEW;
      END $$;

CREATE FUNCTION catalog.cancel_stay(of_checkout uuid, at_storefront integer, of_team integer) RETURNS boolean
    LANGUAGE plpgsql
    AS $$
      DECLARE
        hold record;
      BEGIN
        SELECT h.* INTO hold FROM catalog.stay_hold h JOIN catalog.storefront s ON s.id = h.storefront_id
          WHERE h.checkout_id = of_checkout
            AND (at_storefront IS NULL OR s.id = at_storefront) AND (of_team IS NULL OR s.team_id = of_team)
          FOR UPDATE OF h;
        IF NOT FOUND OR hold.state = 'released' THEN RETURN false; END IF;
        IF hold.state = 'held' THEN
          RETURN catalog.settle_hold(of_checkout, 'released', at_storefront, of_team);
        END IF;

        PERFORM FROM catalog.night n
          WHERE n.unit_type_id = ANY (hold.unit_type_ids) AND n.night >= hold.check_in AND n.night < hold.check_out
          ORDER BY n.unit_type_id, n.night FOR UPDATE;
        UPDATE catalog.night n
          SET confirmed = n.confirmed - hold.quantities[array_position(hold.unit_type_ids, n.unit_type_id)]
          WHERE n.unit_type_id = ANY (hold.unit_type_ids) AND n.night >= hold.check_in AND n.night < hold.check_out;
        UPDATE catalog.stay_hold SET state = 'released', updated_at = now() WHERE checkout_id = of_checkout;
        RETURN true;
      END $$;

CREATE FUNCTION catalog.count_change() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
      BEGIN
        NEW.version := OLD.version + 1;
        RETURN NEW;
      END $$;

CREATE FUNCTION catalog.count_unpaid() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
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
    END $$;

CREATE FUNCTION catalog.extend_nights(since date, horizon date, only_unit_type integer DEFAULT NULL::integer) RETURNS integer
    LANGUAGE plpgsql
    AS $$
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

CREATE FUNCTION catalog.forget_holder() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
      BEGIN
        NEW.guest_email := '';
        NEW.agent_address := NULL;
        NEW.agent_profile := NULL;
        RETURN NEW;
      END $$;

CREATE FUNCTION catalog.give_back() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
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
      END $$;

CREATE FUNCTION catalog.hold_cap(total integer, percent integer) RETURNS integer
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN CASE WHEN (total <= 2) THEN total ELSE GREATEST(1, ((total * percent) / 100)) END;

CREATE FUNCTION catalog.hold_stay(of_checkout uuid, at_storefront integer, for_guest text, of_agent boolean, by_address text, by_profile text, usual_nights integer, until timestamp with time zone, unit_types integer[], units integer[], unit_type_revisions integer[], first_night date, departure date, night_revisions integer[], with_quote jsonb, replaced uuid, OUT outcome text, OUT quote jsonb) RETURNS record
    LANGUAGE plpgsql
    SET plan_cache_mode TO 'force_generic_plan'
    AS $$
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

CREATE FUNCTION catalog.keep_units() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
      BEGIN
        DELETE FROM catalog.unit WHERE unit_type_id = NEW.id AND place > NEW.units;
        INSERT INTO catalog.unit (unit_type_id, place, name)
          SELECT NEW.id, place, place::text FROM generate_series(1, NEW.units) AS place
          ON CONFLICT DO NOTHING;
        RETURN NULL;
      END $$;

CREATE FUNCTION catalog.note_change() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
      DECLARE
        storefront integer := CASE TG_TABLE_NAME
          WHEN 'property' THEN (to_jsonb(NEW)->>'storefront_id')::integer
          ELSE (SELECT p.storefront_id FROM catalog.property p WHERE p.id = (to_jsonb(NEW)->>'property_id')::integer)
        END;
      BEGIN
        PERFORM pg_advisory_xact_lock_shared(7310886, s.team_id) FROM catalog.storefront s WHERE s.id = storefront;
        NEW.updated_at := clock_timestamp();
        RETURN NEW;
      END $$;

CREATE FUNCTION catalog.settle_hold(of_checkout uuid, to_state text, at_storefront integer, of_team integer) RETURNS boolean
    LANGUAGE plpgsql
    AS $$
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

CREATE FUNCTION catalog.settled_until(team integer) RETURNS timestamp with time zone
    LANGUAGE plpgsql
    AS $$
      BEGIN
        PERFORM pg_advisory_xact_lock(7310886, team);
        RETURN clock_timestamp();
      END $$;

CREATE FUNCTION catalog.tell_everything() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
      BEGIN
        PERFORM pg_notify('catalog', 'everything');
        RETURN NULL;
      END $$;

CREATE FUNCTION catalog.tell_nights() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
      BEGIN
        INSERT INTO catalog.night_change (unit_type_id, first_night, last_night)
          SELECT unit_type_id, min(night), max(night) FROM rows GROUP BY unit_type_id;
        RETURN NULL;
      END $$;

CREATE FUNCTION catalog.tell_storefront() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
      DECLARE
        changed jsonb := to_jsonb(coalesce(NEW, OLD));
        storefront integer;
      BEGIN
        storefront := CASE TG_TABLE_NAME
          WHEN 'storefront' THEN (changed->>'id')::integer
          WHEN 'property' THEN (changed->>'storefront_id')::integer
          ELSE (SELECT p.storefront_id FROM catalog.property p WHERE p.id = (changed->>'property_id')::integer)
        END;
        IF storefront IS NOT NULL THEN
          PERFORM pg_notify('catalog', format('storefront %s', storefront));
        END IF;
        RETURN NULL;
      END $$;

CREATE FUNCTION catalog.unpaid_holds(at_storefront integer, for_guest text, by_address text, by_profile text, OUT guest_holds integer, OUT guest_until timestamp with time zone, OUT agent_nights integer, OUT agent_until timestamp with time zone) RETURNS record
    LANGUAGE sql STABLE
    AS $$
        SELECT guest.holds, guest.until, greatest(address.nights, profile.nights), least(address.until, profile.until)
        FROM (SELECT count(*)::integer AS holds, min(held_until) AS until FROM catalog.stay_hold
              WHERE storefront_id = at_storefront AND guest_email = for_guest AND state = 'held') AS guest,
             (SELECT coalesce(sum(unit_nights), 0)::integer AS nights, min(held_until) AS until FROM catalog.stay_hold
              WHERE storefront_id = at_storefront AND agent_address = by_address AND state = 'held') AS address,
             (SELECT coalesce(sum(unit_nights), 0)::integer AS nights, min(held_until) AS until FROM catalog.stay_hold
              WHERE storefront_id = at_storefront AND agent_profile = by_profile AND state = 'held') AS profile
      $$;

CREATE FUNCTION checkout.adopt_guests(most integer) RETURNS integer
    LANGUAGE plpgsql
    AS $$
      DECLARE
        booking record;
        adopted integer := 0;
      BEGIN
        FOR booking IN SELECT * FROM checkout.bookings b WHERE b.contact_id IS NULL ORDER BY b.id LIMIT most
          FOR UPDATE SKIP LOCKED
        LOOP
          UPDATE checkout.bookings SET contact_id = checkout.contact_of(booking.team_id, booking.guest_first_name,
              booking.guest_last_name, booking.guest_email, booking.guest_phone, booking.created_at)
            WHERE id = booking.id;
          adopted := adopted + 1;
        END LOOP;
        RETURN adopted;
      END $$;

CREATE FUNCTION checkout.booked_unit_types(lines json) RETURNS integer[]
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    AS $$
        SELECT ARRAY(SELECT (line ->> 'unitTypeId')::integer FROM json_array_elements(lines) line)
      $$;

CREATE FUNCTION checkout.contact_of(team integer, first text, last text, email text, phone text, since timestamp with time zone) RETURNS integer
    LANGUAGE plpgsql
    AS $$
      DECLARE
        mail text := checkout.normal_email(email);
        number text := checkout.normal_phone(phone);
        found integer;
      BEGIN
        PERFORM pg_advisory_xact_lock_shared(7310889, team);
        PERFORM pg_advisory_xact_lock(7310890, waiting.holder) FROM (
          SELECT DISTINCT hashtext(team || ' ' || given) AS holder FROM unnest(ARRAY[mail, number]) AS given
          WHERE given IS NOT NULL ORDER BY 1) AS waiting;

        SELECT k.contact_id INTO found FROM checkout.contact_keys k
          WHERE k.team_id = team AND k.kind = 'email' AND k.value = mail;
        IF found IS NULL THEN
          SELECT min(k.contact_id) INTO found FROM checkout.contact_keys k
            WHERE k.team_id = team AND k.kind = 'phone' AND k.value = number;
        END IF;
        IF found IS NULL THEN
          INSERT INTO checkout.contacts (team_id, first_name, last_name, emails, phones, created_at, updated_at)
            VALUES (team, first, last, array_remove(ARRAY[mail], NULL), array_remove(ARRAY[number], NULL), since, since)
            RETURNING id INTO found;
          RETURN found;
        END IF;
        UPDATE checkout.contacts c SET version = c.version + 1,
            emails = CASE WHEN mail = ANY (c.emails) OR cardinality(c.emails) >= 20 THEN c.emails ELSE array_remove(c.emails || mail, NULL) END,
            phones = CASE WHEN number = ANY (c.phones) OR cardinality(c.phones) >= 20 THEN c.phones ELSE array_remove(c.phones || number, NULL) END
          WHERE c.id = found
            AND ((mail <> ALL (c.emails) AND cardinality(c.emails) < 20) OR (number <> ALL (c.phones) AND cardinality(c.phones) < 20));
        RETURN found;
      END $$;

CREATE FUNCTION checkout.contact_text(first_name text, last_name text, emails text[], phones text[]) RETURNS text
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    AS $$
        SELECT lower(concat_ws(' ', first_name, last_name, array_to_string(emails || phones, ' ')))
      $$;

CREATE FUNCTION checkout.keep_contact_keys() RETURNS trigger
    LANGUAGE plpgsql
    AS $_$
      DECLARE
        findable boolean := NEW.merged_into IS NULL;
      BEGIN
        DELETE FROM checkout.contact_keys WHERE contact_id = NEW.id
          AND NOT (findable AND value = ANY (CASE kind WHEN 'email' THEN NEW.emails ELSE NEW.phones END));
        IF findable THEN
          INSERT INTO checkout.contact_keys (contact_id, kind, value, team_id)
            SELECT NEW.id, 'email', email, NEW.team_id FROM unnest(NEW.emails) AS email
            UNION ALL
            SELECT NEW.id, 'phone', phone, NEW.team_id FROM unnest(NEW.phones) AS phone WHERE phone ~ '^\+[1-9][0-9]{6,14}$'
            ON CONFLICT ON CONSTRAINT contact_keys_once DO NOTHING;
        END IF;
        RETURN NULL;
      END $_$;

CREATE FUNCTION checkout.keep_nights_settled() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
      BEGIN
        IF TG_OP = 'INSERT' THEN
          NEW.nights_synced_at := coalesce(NEW.nights_synced_at, NEW.nights_settled_at);
        ELSIF NEW.nights_settled_at IS DISTINCT FROM OLD.nights_settled_at THEN
          NEW.nights_synced_at := NEW.nights_settled_at;
        END IF;
        NEW.nights_settled_at := NEW.nights_synced_at;
        RETURN NEW;
      END $$;

CREATE FUNCTION checkout.lock_contacts(team integer) RETURNS void
    LANGUAGE sql
    AS $$
        SELECT pg_advisory_xact_lock(7310889, team)
      $$;

CREATE FUNCTION checkout.normal_email(given text) RETURNS text
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN NULLIF(lower(btrim(given)), ''::text);

CREATE FUNCTION checkout.normal_phone(given text) RETURNS text
    LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE
    AS $_$
      DECLARE
        international text := regexp_replace(btrim(given), '^00', '+');
        digits text;
      BEGIN
        IF international !~ '^\+[0-9 ().\-/]+$' THEN RETURN nullif(btrim(given), ''); END IF;
        digits := regexp_replace(regexp_replace(international, '\(0\)', ''), '[^0-9]', '', 'g');
        RETURN CASE WHEN digits ~ '^[1-9][0-9]{6,14}$' THEN '+' || digits ELSE btrim(given) END;
      END $_$;

CREATE FUNCTION checkout.note_change() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
      BEGIN
        PERFORM pg_advisory_xact_lock_shared(7310885, NEW.team_id);
        NEW.updated_at := clock_timestamp();
        RETURN NEW;
      END $$;

CREATE FUNCTION checkout.settled_until(team integer) RETURNS timestamp with time zone
    LANGUAGE plpgsql
    AS $$
      BEGIN
        PERFORM pg_advisory_xact_lock(7310885, team);
        RETURN clock_timestamp();
      END $$;

CREATE TABLE apps.access_tokens (
    id bigint NOT NULL,
    account_id integer NOT NULL,
    name text NOT NULL,
    abilities text[] NOT NULL,
    token_hash text NOT NULL,
    hint text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    last_used_at timestamp with time zone,
    revoked_at timestamp with time zone,
    client_id text
);

ALTER TABLE apps.access_tokens ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME apps.access_tokens_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE apps.account_events (
    id bigint NOT NULL,
    account_id integer NOT NULL,
    kind text NOT NULL,
    at timestamp with time zone NOT NULL,
    address text,
    detail text
);

ALTER TABLE apps.account_events ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME apps.account_events_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE apps.accounts (
    id integer NOT NULL,
    email text NOT NULL,
    name text NOT NULL,
    password_hash text NOT NULL,
    operator boolean DEFAULT false NOT NULL,
    created_at timestamp with time zone NOT NULL,
    status text DEFAULT 'active'::text NOT NULL,
    verified_at timestamp with time zone,
    locale text,
    time_zone text,
    password_disputed boolean DEFAULT false NOT NULL,
    CONSTRAINT accounts_email_check CHECK ((email = lower(email))),
    CONSTRAINT accounts_status_check CHECK ((status = ANY (ARRAY['unverified'::text, 'active'::text, 'locked'::text, 'deleted'::text])))
);

ALTER TABLE apps.accounts ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME apps.accounts_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE apps.app_balances (
    product text NOT NULL,
    product_id integer NOT NULL,
    currency text NOT NULL,
    earned bigint DEFAULT 0 NOT NULL,
    pending bigint DEFAULT 0 NOT NULL,
    paid_out bigint DEFAULT 0 NOT NULL,
    CONSTRAINT app_balances_product_check CHECK ((product = ANY (ARRAY['app'::text, 'theme'::text])))
)
WITH (fillfactor='80');

CREATE TABLE apps.app_invoice_series (
    kind text NOT NULL,
    year integer NOT NULL,
    last integer NOT NULL
);

CREATE TABLE apps.app_invoices (
    id bigint NOT NULL,
    team_id integer NOT NULL,
    kind text NOT NULL,
    number text NOT NULL,
    status text NOT NULL,
    currency text NOT NULL,
    month date NOT NULL,
    lines jsonb NOT NULL,
    tax bigint NOT NULL,
    total bigint NOT NULL,
    credited bigint DEFAULT 0 NOT NULL,
    issued_at timestamp with time zone NOT NULL,
    due_at timestamp with time zone NOT NULL,
    paid_at timestamp with time zone,
    permalink_id uuid NOT NULL,
    credit_note_of bigint,
    paid_session_id uuid,
    paid_amount bigint,
    paid_through text,
    issuer jsonb,
    recipient jsonb,
    owed bigint,
    reopened_at timestamp with time zone,
    CONSTRAINT app_invoices_check CHECK (((credited >= 0) AND (credited <= GREATEST(total, (0)::bigint)))),
    CONSTRAINT app_invoices_check1 CHECK (((kind = 'credit_note'::text) = (credit_note_of IS NOT NULL))),
    CONSTRAINT app_invoices_check2 CHECK (((status = 'paid'::text) = (paid_at IS NOT NULL))),
    CONSTRAINT app_invoices_kind_check CHECK ((kind = ANY (ARRAY['statement'::text, 'credit_note'::text]))),
    CONSTRAINT app_invoices_owed_check CHECK ((owed > 0)),
    CONSTRAINT app_invoices_status_check CHECK ((status = ANY (ARRAY['open'::text, 'paid'::text, 'credited'::text])))
);

ALTER TABLE apps.app_invoices ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME apps.app_invoices_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE apps.app_payouts (
    id bigint NOT NULL,
    app_id integer,
    currency text NOT NULL,
    amount bigint NOT NULL,
    reference text NOT NULL,
    marked_by integer NOT NULL,
    at timestamp with time zone NOT NULL,
    theme_id integer,
    CONSTRAINT app_payouts_amount_check CHECK ((amount > 0)),
    CONSTRAINT app_payouts_product CHECK ((num_nonnulls(app_id, theme_id) = 1))
);

ALTER TABLE apps.app_payouts ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME apps.app_payouts_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE apps.app_revenue (
    month date NOT NULL,
    currency text NOT NULL,
    product text NOT NULL,
    product_id integer NOT NULL,
    amount bigint NOT NULL,
    share bigint NOT NULL,
    CONSTRAINT app_revenue_product_check CHECK ((product = ANY (ARRAY['app'::text, 'theme'::text])))
)
WITH (fillfactor='80');

CREATE TABLE apps.app_versions (
    id integer NOT NULL,
    app_id integer NOT NULL,
    status text NOT NULL,
    manifest jsonb NOT NULL,
    scope_escalation boolean NOT NULL,
    created_at timestamp with time zone NOT NULL,
    submitted_at timestamp with time zone,
    released_at timestamp with time zone,
    reviewed_by integer,
    rejection_reason text,
    number integer NOT NULL,
    documents jsonb,
    CONSTRAINT app_versions_status_check CHECK ((status = ANY (ARRAY['draft'::text, 'in_review'::text, 'approved'::text, 'rejected'::text, 'withdrawn'::text])))
);

ALTER TABLE apps.app_versions ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME apps.app_versions_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE apps.apps (
    id integer NOT NULL,
    account_id integer NOT NULL,
    slug text NOT NULL,
    name text NOT NULL,
    type text NOT NULL,
    distribution text NOT NULL,
    client_id text NOT NULL,
    client_secret_sealed text NOT NULL,
    live_version_id integer,
    created_at timestamp with time zone NOT NULL,
    billing text DEFAULT 'free'::text NOT NULL,
    failures_mailed_at timestamp with time zone,
    default_api_version text,
    CONSTRAINT apps_billing_check CHECK ((billing = ANY (ARRAY['free'::text, 'external'::text, 'platform'::text])))
);

ALTER TABLE apps.apps ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME apps.apps_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE apps.authorization_codes (
    id bigint NOT NULL,
    code_hash text NOT NULL,
    app_id integer NOT NULL,
    team_id integer NOT NULL,
    account_id integer NOT NULL,
    redirect_uri text NOT NULL,
    scopes text[] NOT NULL,
    capabilities text[] NOT NULL,
    code_challenge text,
    created_at timestamp with time zone NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    consumed_at timestamp with time zone,
    runtime_token_hash text,
    settings_sealed text,
    install_id integer,
    installed_at timestamp with time zone
);

ALTER TABLE apps.authorization_codes ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME apps.authorization_codes_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE apps.charges (
    id bigint NOT NULL,
    team_id integer NOT NULL,
    app_id integer,
    subscription_id bigint,
    currency text NOT NULL,
    day date NOT NULL,
    description text NOT NULL,
    amount bigint NOT NULL,
    taxable boolean NOT NULL,
    invoice_id bigint,
    theme_id integer
);

ALTER TABLE apps.charges ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME apps.charges_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE apps.deliveries (
    id bigint NOT NULL,
    install_id integer NOT NULL,
    event_id uuid NOT NULL,
    topic text NOT NULL,
    resource_key text NOT NULL,
    body text NOT NULL,
    status text NOT NULL,
    attempts integer DEFAULT 0 NOT NULL,
    sent_at timestamp with time zone,
    signature text,
    delivered_at timestamp with time zone,
    last_status_code integer,
    latency_ms integer,
    next_attempt_at timestamp with time zone,
    created_at timestamp with time zone NOT NULL,
    last_error text,
    attempts_before integer DEFAULT 0 NOT NULL,
    claimed_until timestamp with time zone,
    handed_over boolean DEFAULT false NOT NULL,
    traceparent text,
    CONSTRAINT deliveries_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'delivered'::text, 'retrying'::text, 'failed'::text, 'forwarded'::text])))
)
WITH (fillfactor='50');

ALTER TABLE apps.deliveries ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME apps.deliveries_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE apps.delivery_hours (
    install_id integer NOT NULL,
    hour timestamp with time zone NOT NULL,
    delivered integer NOT NULL,
    failed integer NOT NULL,
    latency_ms_sum bigint NOT NULL
)
WITH (fillfactor='70');

CREATE TABLE apps.device_codes (
    device_code_hash text NOT NULL,
    user_code_hash text NOT NULL,
    client_id text NOT NULL,
    name text,
    address text NOT NULL,
    status text DEFAULT 'waiting'::text NOT NULL,
    account_id integer,
    interval_seconds integer NOT NULL,
    polled_at timestamp with time zone,
    created_at timestamp with time zone NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    CONSTRAINT device_codes_status_check CHECK ((status = ANY (ARRAY['waiting'::text, 'approved'::text, 'denied'::text])))
);

CREATE TABLE apps.factors (
    id integer NOT NULL,
    account_id integer NOT NULL,
    kind text NOT NULL,
    name text,
    secret_sealed text,
    code_hash text,
    credential_id text,
    public_key bytea,
    counter bigint,
    last_step bigint,
    created_at timestamp with time zone NOT NULL,
    confirmed_at timestamp with time zone,
    used_at timestamp with time zone,
    transports text[],
    code_digest text,
    CONSTRAINT factors_kind_check CHECK ((kind = ANY (ARRAY['totp'::text, 'passkey'::text, 'recovery'::text])))
);

ALTER TABLE apps.factors ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME apps.factors_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE apps.host_sessions (
    id bigint NOT NULL,
    account_id integer NOT NULL,
    token_hash text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    amr text[] DEFAULT '{pwd}'::text[] NOT NULL,
    elevated_until timestamp with time zone,
    awaits_factor boolean DEFAULT false NOT NULL,
    address text,
    user_agent text
);

ALTER TABLE apps.host_sessions ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME apps.host_sessions_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE apps.install_settings (
    id bigint NOT NULL,
    install_id integer NOT NULL,
    per text NOT NULL,
    object_id integer NOT NULL,
    key text NOT NULL,
    type text NOT NULL,
    value text,
    value_sealed text,
    hint text,
    bytes integer NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    removed_at timestamp with time zone,
    CONSTRAINT install_settings_check CHECK (((value IS NULL) <> (value_sealed IS NULL))),
    CONSTRAINT install_settings_check1 CHECK (((per = 'install'::text) = (object_id = 0))),
    CONSTRAINT install_settings_per_check CHECK ((per = ANY (ARRAY['install'::text, 'property'::text, 'unit_type'::text, 'connection'::text, 'placement'::text])))
);

ALTER TABLE apps.install_settings ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME apps.install_settings_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE apps.installs (
    id integer NOT NULL,
    app_id integer NOT NULL,
    team_id integer NOT NULL,
    is_active boolean NOT NULL,
    is_dev_install boolean NOT NULL,
    scopes text[] NOT NULL,
    capabilities text[] NOT NULL,
    webhook_secret_sealed text NOT NULL,
    forward_until timestamp with time zone,
    installed_at timestamp with time zone NOT NULL,
    uninstalled_at timestamp with time zone,
    task_types_version integer DEFAULT 0 NOT NULL,
    task_types_seen text[] DEFAULT '{}'::text[] NOT NULL,
    settings_version integer DEFAULT 0 NOT NULL,
    frozen_at timestamp with time zone
);

ALTER TABLE apps.installs ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME apps.installs_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE apps.ledger_entries (
    id bigint NOT NULL,
    app_id integer,
    kind text NOT NULL,
    currency text NOT NULL,
    amount bigint NOT NULL,
    share bigint NOT NULL,
    charge_id bigint,
    invoice_id bigint,
    at timestamp with time zone NOT NULL,
    theme_id integer,
    CONSTRAINT ledger_entries_kind_check CHECK ((kind = ANY (ARRAY['charge'::text, 'refund'::text]))),
    CONSTRAINT ledger_entries_product CHECK ((num_nonnulls(app_id, theme_id) = 1))
);

ALTER TABLE apps.ledger_entries ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME apps.ledger_entries_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE apps.listing_media (
    id integer NOT NULL,
    app_id integer NOT NULL,
    kind text NOT NULL,
    sha256 text NOT NULL,
    bytes integer NOT NULL,
    status text NOT NULL,
    problem text,
    attempts integer DEFAULT 0 NOT NULL,
    width integer,
    height integer,
    removed_at timestamp with time zone,
    updated_at timestamp with time zone NOT NULL,
    alt text,
    CONSTRAINT listing_media_bytes_check CHECK ((bytes >= 0)),
    CONSTRAINT listing_media_check CHECK (((status = 'ready'::text) = ((width IS NOT NULL) AND (height IS NOT NULL)))),
    CONSTRAINT listing_media_check1 CHECK (((status = 'rejected'::text) = (problem IS NOT NULL))),
    CONSTRAINT listing_media_kind_check CHECK ((kind = ANY (ARRAY['icon'::text, 'gallery'::text]))),
    CONSTRAINT listing_media_sha256_check CHECK ((sha256 ~ '^[0-9a-f]{64}$'::text))
);

ALTER TABLE apps.listing_media ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME apps.listing_media_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE apps.listings (
    app_id integer NOT NULL,
    draft jsonb NOT NULL,
    draft_status text NOT NULL,
    revision integer NOT NULL,
    published jsonb,
    is_unlisted boolean DEFAULT false NOT NULL,
    suspension_reason text,
    rejection_reason text,
    reviewed_by integer,
    submitted_at timestamp with time zone,
    published_at timestamp with time zone,
    CONSTRAINT listings_check CHECK (((draft_status <> 'published'::text) OR (published IS NOT NULL))),
    CONSTRAINT listings_check1 CHECK (((published IS NOT NULL) OR (NOT is_unlisted))),
    CONSTRAINT listings_check2 CHECK (((draft_status = 'rejected'::text) = (rejection_reason IS NOT NULL))),
    CONSTRAINT listings_check3 CHECK (((draft_status <> 'in_review'::text) OR (submitted_at IS NOT NULL))),
    CONSTRAINT listings_draft_status_check CHECK ((draft_status = ANY (ARRAY['draft'::text, 'in_review'::text, 'rejected'::text, 'published'::text])))
);

CREATE TABLE apps.mail_tokens (
    id bigint NOT NULL,
    account_id integer,
    purpose text NOT NULL,
    token_hash text NOT NULL,
    email text,
    created_at timestamp with time zone NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    used_at timestamp with time zone,
    since timestamp with time zone,
    CONSTRAINT mail_tokens_check CHECK (((account_id IS NULL) = (purpose = 'setup'::text))),
    CONSTRAINT mail_tokens_purpose_check CHECK ((purpose = ANY (ARRAY['verify'::text, 'reset'::text, 'change'::text, 'undo'::text, 'stop'::text, 'setup'::text, 'recover'::text])))
);

ALTER TABLE apps.mail_tokens ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME apps.mail_tokens_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE apps.mails (
    id bigint NOT NULL,
    key text NOT NULL,
    recipient text NOT NULL,
    template text NOT NULL,
    params jsonb NOT NULL,
    link_sealed text,
    booking_id bigint,
    status text DEFAULT 'queued'::text NOT NULL,
    attempts integer DEFAULT 0 NOT NULL,
    last_error text,
    created_at timestamp with time zone NOT NULL,
    due_at timestamp with time zone NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    claimed_until timestamp with time zone,
    ended_at timestamp with time zone,
    request_id uuid,
    conversation_id bigint,
    message_id bigint,
    budget text,
    notice jsonb,
    CONSTRAINT mails_check CHECK (((status = 'queued'::text) = (ended_at IS NULL))),
    CONSTRAINT mails_status_check CHECK ((status = ANY (ARRAY['queued'::text, 'sent'::text, 'failed'::text])))
);

ALTER TABLE apps.mails ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME apps.mails_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE apps.memberships (
    account_id integer NOT NULL,
    team_id integer NOT NULL,
    created_at timestamp with time zone NOT NULL,
    role text DEFAULT 'owner'::text NOT NULL,
    property_ids integer[],
    muted text[] DEFAULT '{}'::text[] NOT NULL,
    CONSTRAINT memberships_check CHECK (((role <> 'owner'::text) OR (property_ids IS NULL))),
    CONSTRAINT memberships_property_ids_check CHECK ((cardinality(property_ids) > 0)),
    CONSTRAINT memberships_role_check CHECK ((role = ANY (ARRAY['owner'::text, 'manager'::text, 'front_desk'::text, 'housekeeping'::text, 'revenue'::text, 'developer'::text])))
);

CREATE TABLE apps.passkey_challenges (
    session_id bigint NOT NULL,
    purpose text NOT NULL,
    challenge text NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    CONSTRAINT passkey_challenges_purpose_check CHECK ((purpose = ANY (ARRAY['create'::text, 'get'::text])))
);

CREATE TABLE apps.past_installs (
    id bigint NOT NULL,
    app_id integer NOT NULL,
    installed_at timestamp with time zone NOT NULL,
    uninstalled_at timestamp with time zone NOT NULL
);

ALTER TABLE apps.past_installs ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME apps.past_installs_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE apps.plans (
    id integer NOT NULL,
    app_id integer,
    key text NOT NULL,
    version integer NOT NULL,
    is_current boolean NOT NULL,
    "position" integer NOT NULL,
    name text NOT NULL,
    description text NOT NULL,
    currency text NOT NULL,
    "interval" text NOT NULL,
    amount bigint NOT NULL,
    usage jsonb NOT NULL,
    capped_amount bigint,
    trial_days integer NOT NULL,
    per_unit text NOT NULL,
    features jsonb NOT NULL,
    active boolean NOT NULL,
    created_at timestamp with time zone NOT NULL,
    theme_id integer,
    CONSTRAINT plans_amount_check CHECK ((amount >= 0)),
    CONSTRAINT plans_capped_amount_check CHECK ((capped_amount >= 0)),
    CONSTRAINT plans_interval_check CHECK (("interval" = ANY (ARRAY['month'::text, 'year'::text, 'once'::text]))),
    CONSTRAINT plans_per_unit_check CHECK ((per_unit = ANY (ARRAY['none'::text, 'property'::text, 'unit'::text]))),
    CONSTRAINT plans_product CHECK ((num_nonnulls(app_id, theme_id) = 1)),
    CONSTRAINT plans_trial_days_check CHECK (((trial_days >= 0) AND (trial_days <= 60)))
);

ALTER TABLE apps.plans ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME apps.plans_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE apps.platform (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    one boolean DEFAULT true NOT NULL,
    CONSTRAINT platform_one_check CHECK (one)
);

CREATE TABLE apps.queue_samples (
    at timestamp with time zone NOT NULL,
    oldest_seconds integer NOT NULL,
    waiting integer NOT NULL,
    failing integer NOT NULL,
    failed integer NOT NULL
);

CREATE TABLE apps.runtime_tokens (
    id bigint NOT NULL,
    install_id integer NOT NULL,
    token_hash text NOT NULL,
    hint text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    revoked_at timestamp with time zone
);

ALTER TABLE apps.runtime_tokens ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME apps.runtime_tokens_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE apps.setting_versions (
    install_id integer NOT NULL,
    per text NOT NULL,
    object_id integer NOT NULL,
    version integer NOT NULL
);

CREATE TABLE apps.sign_in_failures (
    key text NOT NULL,
    failures integer NOT NULL,
    ends_at timestamp with time zone NOT NULL
);

CREATE TABLE apps.statement_payments (
    session_id uuid NOT NULL,
    invoice_id bigint NOT NULL,
    amount bigint NOT NULL,
    reversed bigint DEFAULT 0 NOT NULL,
    version integer DEFAULT 0 NOT NULL,
    at timestamp with time zone NOT NULL,
    CONSTRAINT statement_payments_amount_check CHECK ((amount > 0)),
    CONSTRAINT statement_payments_check CHECK (((reversed >= 0) AND (reversed <= amount)))
);

CREATE TABLE apps.subscriptions (
    id bigint NOT NULL,
    install_id integer,
    app_id integer,
    team_id integer NOT NULL,
    plan_id integer NOT NULL,
    next_plan_id integer,
    status text NOT NULL,
    test boolean NOT NULL,
    quantity integer NOT NULL,
    started_at timestamp with time zone NOT NULL,
    trial_ends_at timestamp with time zone,
    anchor date NOT NULL,
    period_start date NOT NULL,
    period_end date,
    is_charged boolean DEFAULT false NOT NULL,
    cancel_at timestamp with time zone,
    usage jsonb DEFAULT '{}'::jsonb NOT NULL,
    usage_amount bigint DEFAULT 0 NOT NULL,
    capped_amount bigint,
    usage_month date,
    usage_records integer DEFAULT 0 NOT NULL,
    past_due_at timestamp with time zone,
    ended_at timestamp with time zone,
    version integer DEFAULT 1 NOT NULL,
    theme_id integer,
    reserved_at timestamp with time zone,
    CONSTRAINT subscriptions_check CHECK (((usage_amount = 0) OR (usage_amount <= capped_amount))),
    CONSTRAINT subscriptions_check1 CHECK (((status = 'cancelled'::text) = (ended_at IS NOT NULL))),
    CONSTRAINT subscriptions_product CHECK (((num_nonnulls(app_id, theme_id) = 1) AND (num_nonnulls(install_id, theme_id) = 1))),
    CONSTRAINT subscriptions_quantity_check CHECK ((quantity >= 0)),
    CONSTRAINT subscriptions_status_check CHECK ((status = ANY (ARRAY['trial'::text, 'active'::text, 'past_due'::text, 'frozen'::text, 'cancelled'::text])))
);

ALTER TABLE apps.subscriptions ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME apps.subscriptions_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE apps.team_invitations (
    id integer NOT NULL,
    team_id integer NOT NULL,
    invited_by integer NOT NULL,
    name text NOT NULL,
    token_hash text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    role text DEFAULT 'owner'::text NOT NULL,
    email text,
    property_ids integer[],
    status text DEFAULT 'waiting'::text NOT NULL,
    ended_at timestamp with time zone,
    shown_token_hash text,
    CONSTRAINT team_invitations_check CHECK (((status = 'waiting'::text) = (ended_at IS NULL))),
    CONSTRAINT team_invitations_property_ids_check CHECK ((cardinality(property_ids) > 0)),
    CONSTRAINT team_invitations_role_check CHECK ((role = ANY (ARRAY['owner'::text, 'manager'::text, 'front_desk'::text, 'housekeeping'::text, 'revenue'::text, 'developer'::text]))),
    CONSTRAINT team_invitations_status_check CHECK ((status = ANY (ARRAY['waiting'::text, 'accepted'::text, 'revoked'::text])))
);

ALTER TABLE apps.team_invitations ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME apps.team_invitations_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE apps.teams (
    id integer NOT NULL,
    slug text NOT NULL,
    name text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    require_second_factor boolean DEFAULT false NOT NULL,
    status text DEFAULT 'active'::text NOT NULL,
    closes_at timestamp with time zone,
    suspended_at timestamp with time zone,
    suspension_reason text,
    suspension_version integer DEFAULT 0 NOT NULL,
    legal_name text,
    tax_id text,
    address text,
    CONSTRAINT teams_check CHECK (((status = 'active'::text) = (closes_at IS NULL))),
    CONSTRAINT teams_check1 CHECK (((suspended_at IS NULL) = (suspension_reason IS NULL))),
    CONSTRAINT teams_status_check CHECK ((status = ANY (ARRAY['active'::text, 'closing'::text, 'closed'::text])))
);

ALTER TABLE apps.teams ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME apps.teams_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE apps.theme_copies (
    id integer NOT NULL,
    account_id integer NOT NULL,
    storefront_id integer NOT NULL,
    slug text NOT NULL,
    sha256 text NOT NULL,
    version integer NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    CONSTRAINT theme_copies_sha256_check CHECK ((sha256 ~ '^[0-9a-f]{64}$'::text)),
    CONSTRAINT theme_copies_version_check CHECK ((version > 0))
);

ALTER TABLE apps.theme_copies ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME apps.theme_copies_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE apps.theme_trial_days (
    team_id integer NOT NULL,
    theme_id integer NOT NULL,
    test boolean NOT NULL,
    day date NOT NULL
);

CREATE TABLE apps.theme_versions (
    id integer NOT NULL,
    theme_id integer NOT NULL,
    number integer NOT NULL,
    label text NOT NULL,
    name text NOT NULL,
    status text NOT NULL,
    sha256 text NOT NULL,
    files jsonb NOT NULL,
    settings jsonb NOT NULL,
    created_at timestamp with time zone NOT NULL,
    submitted_at timestamp with time zone,
    released_at timestamp with time zone,
    reviewed_by integer,
    rejection_reason text,
    CONSTRAINT theme_versions_sha256_check CHECK ((sha256 ~ '^[0-9a-f]{64}$'::text)),
    CONSTRAINT theme_versions_status_check CHECK ((status = ANY (ARRAY['draft'::text, 'in_review'::text, 'approved'::text, 'rejected'::text, 'withdrawn'::text])))
);

ALTER TABLE apps.theme_versions ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME apps.theme_versions_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE apps.themes (
    id integer NOT NULL,
    account_id integer NOT NULL,
    slug text NOT NULL,
    name text NOT NULL,
    distribution text NOT NULL,
    live_version_id integer,
    created_at timestamp with time zone NOT NULL,
    CONSTRAINT themes_distribution_check CHECK ((distribution = ANY (ARRAY['private'::text, 'public'::text])))
);

ALTER TABLE apps.themes ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME apps.themes_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE apps.trial_days (
    team_id integer NOT NULL,
    app_id integer NOT NULL,
    test boolean NOT NULL,
    day date NOT NULL
);

CREATE TABLE apps.usage_records (
    id bigint NOT NULL,
    install_id integer NOT NULL,
    subscription_id bigint NOT NULL,
    usage_key text NOT NULL,
    quantity integer NOT NULL,
    amount bigint NOT NULL,
    description text,
    idempotency_key text NOT NULL,
    at timestamp with time zone NOT NULL,
    created_at timestamp with time zone NOT NULL,
    CONSTRAINT usage_records_quantity_check CHECK ((quantity > 0))
);

ALTER TABLE apps.usage_records ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME apps.usage_records_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE apps.webhook_hours (
    hour timestamp with time zone NOT NULL,
    delivered integer NOT NULL,
    failed integer NOT NULL
);

CREATE UNLOGGED TABLE catalog.acp_timestamp (
    storefront_id integer NOT NULL,
    signed_at bigint NOT NULL,
    used_at timestamp with time zone NOT NULL
);

CREATE TABLE catalog.cancellation_policy (
    id integer NOT NULL,
    storefront_id integer NOT NULL,
    name text NOT NULL,
    terms jsonb NOT NULL,
    external_id text,
    archived_at timestamp with time zone
);

ALTER TABLE catalog.cancellation_policy ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME catalog.cancellation_policy_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE SEQUENCE catalog.change_version
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

CREATE TABLE catalog.channel_change (
    connection_id integer NOT NULL,
    unit_type_id integer NOT NULL,
    nights datemultirange NOT NULL,
    since timestamp with time zone NOT NULL
);

CREATE TABLE catalog.channel_connection (
    id integer NOT NULL,
    team_id integer NOT NULL,
    property_id integer NOT NULL,
    install_id integer NOT NULL,
    app_slug text NOT NULL,
    name text NOT NULL,
    channel_property_id text NOT NULL,
    currency text NOT NULL,
    status text NOT NULL,
    overbooking text NOT NULL,
    collects text NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    created_at timestamp with time zone NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    stop_sell_below integer DEFAULT 0 NOT NULL,
    horizon_days integer,
    degraded_since timestamp with time zone,
    hold_back_units integer DEFAULT 1 NOT NULL,
    awaits_full boolean DEFAULT false NOT NULL,
    CONSTRAINT channel_connection_collects_check CHECK ((collects = ANY (ARRAY['channel'::text, 'property'::text]))),
    CONSTRAINT channel_connection_hold_back_units_check CHECK (((hold_back_units >= 0) AND (hold_back_units <= 100))),
    CONSTRAINT channel_connection_horizon_days_check CHECK (((horizon_days >= 1) AND (horizon_days <= 730))),
    CONSTRAINT channel_connection_overbooking_check CHECK ((overbooking = ANY (ARRAY['flag'::text, 'refuse'::text]))),
    CONSTRAINT channel_connection_status_check CHECK ((status = ANY (ARRAY['testing'::text, 'active'::text, 'paused'::text, 'disconnected'::text]))),
    CONSTRAINT channel_connection_stop_sell_below_check CHECK (((stop_sell_below >= 0) AND (stop_sell_below <= 100)))
);

ALTER TABLE catalog.channel_connection ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME catalog.channel_connection_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE UNLOGGED TABLE catalog.channel_look (
    one boolean DEFAULT true NOT NULL,
    snapshot pg_snapshot NOT NULL,
    at timestamp with time zone NOT NULL,
    CONSTRAINT channel_look_one_check CHECK (one)
);

CREATE TABLE catalog.channel_message (
    id uuid NOT NULL,
    connection_id integer NOT NULL,
    sequence integer NOT NULL,
    mode text NOT NULL,
    changes integer NOT NULL,
    outcome text NOT NULL,
    status integer,
    problem text,
    sent_at timestamp with time zone NOT NULL,
    answered_at timestamp with time zone,
    CONSTRAINT channel_message_mode_check CHECK ((mode = ANY (ARRAY['delta'::text, 'full'::text]))),
    CONSTRAINT channel_message_outcome_check CHECK ((outcome = ANY (ARRAY['sending'::text, 'waiting'::text, 'accepted'::text, 'partly_accepted'::text, 'failed'::text])))
);

CREATE TABLE catalog.channel_night (
    unit_type_id integer NOT NULL,
    night date NOT NULL,
    hold_id uuid NOT NULL,
    connection_id integer NOT NULL,
    wanted integer NOT NULL,
    taken integer NOT NULL,
    since timestamp with time zone NOT NULL,
    CONSTRAINT channel_night_check CHECK (((taken >= 0) AND (taken <= wanted))),
    CONSTRAINT channel_night_wanted_check CHECK ((wanted > 0))
);

CREATE TABLE catalog.channel_push (
    connection_id integer NOT NULL,
    features text[] NOT NULL,
    horizon_days integer NOT NULL,
    sequence integer DEFAULT 0 NOT NULL,
    full_wanted boolean DEFAULT false NOT NULL,
    full_running boolean DEFAULT false NOT NULL,
    full_day date,
    next_attempt_at timestamp with time zone,
    waiting_since timestamp with time zone,
    claimed_until timestamp with time zone,
    message_id uuid,
    sending jsonb,
    places jsonb,
    failures integer DEFAULT 0 NOT NULL,
    last_accepted_at timestamp with time zone,
    last_full_at timestamp with time zone,
    last_error text,
    sync_requests jsonb DEFAULT '[]'::jsonb NOT NULL,
    comparable boolean DEFAULT false NOT NULL
);

CREATE TABLE catalog.channel_rate (
    connection_id integer NOT NULL,
    channel_room_id text NOT NULL,
    channel_rate_id text NOT NULL,
    rate_plan_id integer,
    percent_bp integer DEFAULT 0 NOT NULL,
    add_minor bigint DEFAULT 0 NOT NULL,
    round_to integer,
    problem text,
    CONSTRAINT channel_rate_round_to_check CHECK ((round_to > 0))
);

CREATE TABLE catalog.channel_room (
    connection_id integer NOT NULL,
    channel_room_id text NOT NULL,
    unit_type_id integer NOT NULL,
    seen text,
    problem text
);

CREATE TABLE catalog.channel_unmapped_room (
    connection_id integer NOT NULL,
    channel_room_id text NOT NULL,
    channel_rate_id text DEFAULT ''::text NOT NULL
);

CREATE TABLE catalog.closed_unit_nights (
    unit_id integer NOT NULL,
    night date NOT NULL,
    unit_type_id integer NOT NULL,
    taken boolean NOT NULL,
    hold_id uuid
);

CREATE TABLE catalog.fee (
    id integer NOT NULL,
    property_id integer NOT NULL,
    name text NOT NULL,
    basis text NOT NULL,
    amount bigint NOT NULL,
    taxable boolean DEFAULT false NOT NULL,
    collect text DEFAULT 'booking'::text NOT NULL,
    valid_from date,
    valid_until date,
    external_id text,
    optional boolean DEFAULT false NOT NULL,
    max_per_booking integer,
    CONSTRAINT fee_amount_check CHECK (((amount >= 0) AND (amount <= 1000000000))),
    CONSTRAINT fee_basis_check CHECK ((basis = ANY (ARRAY['per_stay'::text, 'per_night'::text, 'per_unit_per_stay'::text, 'per_guest_per_night'::text]))),
    CONSTRAINT fee_check CHECK ((valid_from <= valid_until)),
    CONSTRAINT fee_collect_check CHECK ((collect = ANY (ARRAY['booking'::text, 'property'::text])))
);

ALTER TABLE catalog.fee ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME catalog.fee_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE catalog.freed_nights (
    hold_id uuid NOT NULL,
    unit_type_id integer NOT NULL,
    night date NOT NULL,
    units integer NOT NULL,
    connection_id integer,
    since timestamp with time zone,
    CONSTRAINT freed_nights_units_check CHECK ((units > 0))
);

CREATE TABLE catalog.ical_event (
    feed_id integer NOT NULL,
    external_id text NOT NULL,
    first_night date NOT NULL,
    departure date NOT NULL,
    absent boolean DEFAULT false NOT NULL,
    missed integer DEFAULT 0 NOT NULL,
    via text DEFAULT ''::text NOT NULL,
    absent_since timestamp with time zone,
    echo boolean DEFAULT false NOT NULL,
    CONSTRAINT ical_event_check CHECK ((departure > first_night))
);

CREATE TABLE catalog.ical_export (
    id integer NOT NULL,
    unit_type_id integer NOT NULL,
    feed_id integer,
    calendar_id text NOT NULL,
    token_sealed text NOT NULL,
    token_hash text NOT NULL,
    content_hash text,
    changed_at timestamp with time zone NOT NULL
);

ALTER TABLE catalog.ical_export ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME catalog.ical_export_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE catalog.ical_feed (
    id integer NOT NULL,
    unit_type_id integer NOT NULL,
    name text NOT NULL,
    url_sealed text,
    url_hash text NOT NULL,
    units integer NOT NULL,
    hold_back_units integer NOT NULL,
    status text DEFAULT 'fresh'::text NOT NULL,
    problem text,
    missed integer DEFAULT 0 NOT NULL,
    shrunk_from integer,
    holds_back boolean DEFAULT false NOT NULL,
    etag text,
    last_modified text,
    read_whole_at timestamp with time zone,
    created_at timestamp with time zone NOT NULL,
    last_read_at timestamp with time zone,
    last_good_at timestamp with time zone,
    next_read_at timestamp with time zone NOT NULL,
    removed_at timestamp with time zone,
    calendar_id text,
    noted text,
    noted_line text,
    slow integer DEFAULT 0 NOT NULL,
    CONSTRAINT ical_feed_hold_back_units_check CHECK (((hold_back_units >= 0) AND (hold_back_units <= 100))),
    CONSTRAINT ical_feed_status_check CHECK ((status = ANY (ARRAY['fresh'::text, 'late'::text, 'failing'::text, 'paused'::text]))),
    CONSTRAINT ical_feed_units_check CHECK (((units >= 1) AND (units <= 100)))
);

ALTER TABLE catalog.ical_feed ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME catalog.ical_feed_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE catalog.ical_night (
    unit_type_id integer NOT NULL,
    night date NOT NULL,
    feed_id integer NOT NULL,
    wanted integer NOT NULL,
    taken integer NOT NULL,
    CONSTRAINT ical_night_check CHECK (((taken >= 0) AND (taken <= wanted)))
);

CREATE TABLE catalog.ical_shown (
    export_id integer NOT NULL,
    check_in date NOT NULL,
    check_out date NOT NULL,
    gone_at timestamp with time zone,
    CONSTRAINT ical_shown_check CHECK ((check_out > check_in))
);

CREATE TABLE catalog.injection_check (
    app_slug text NOT NULL,
    url text NOT NULL,
    status text NOT NULL,
    loads integer DEFAULT 0 NOT NULL,
    failed integer DEFAULT 0 NOT NULL,
    next_at timestamp with time zone NOT NULL,
    CONSTRAINT injection_check_status_check CHECK ((status = ANY (ARRAY['looking'::text, 'fine'::text, 'failing'::text])))
);

CREATE TABLE catalog.injection_placement (
    id integer NOT NULL,
    team_id integer NOT NULL,
    storefront_id integer NOT NULL,
    install_id integer NOT NULL,
    app_slug text NOT NULL,
    app_name text NOT NULL,
    handle text NOT NULL,
    name text NOT NULL,
    kind text NOT NULL,
    target text NOT NULL,
    url text,
    integrity text,
    min_height integer NOT NULL,
    max_height integer NOT NULL,
    lazy boolean NOT NULL,
    consent text NOT NULL,
    meta_name text,
    meta_content text,
    status text NOT NULL,
    "position" integer NOT NULL,
    off_property_ids jsonb DEFAULT '[]'::jsonb NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    created_at timestamp with time zone NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    CONSTRAINT injection_placement_consent_check CHECK ((consent = ANY (ARRAY['necessary'::text, 'preferences'::text, 'statistics'::text, 'marketing'::text]))),
    CONSTRAINT injection_placement_kind_check CHECK ((kind = ANY (ARRAY['frame'::text, 'script'::text, 'link'::text, 'meta'::text]))),
    CONSTRAINT injection_placement_status_check CHECK ((status = ANY (ARRAY['draft'::text, 'published'::text, 'suspended'::text])))
);

ALTER TABLE catalog.injection_placement ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME catalog.injection_placement_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE catalog.injection_suspension (
    app_slug text NOT NULL,
    reason text NOT NULL,
    created_at timestamp with time zone NOT NULL
);

CREATE TABLE catalog.media (
    id integer NOT NULL,
    team_id integer NOT NULL,
    sha256 text NOT NULL,
    bytes bigint NOT NULL,
    status text NOT NULL,
    problem text,
    attempts integer DEFAULT 0 NOT NULL,
    width integer,
    height integer,
    alt text,
    focus_x double precision DEFAULT 0.5 NOT NULL,
    focus_y double precision DEFAULT 0.5 NOT NULL,
    removed_at timestamp with time zone,
    updated_at timestamp with time zone NOT NULL,
    source_url text,
    on_invoices boolean DEFAULT false NOT NULL,
    CONSTRAINT media_bytes_check CHECK ((bytes >= 0)),
    CONSTRAINT media_check CHECK (((status = 'ready'::text) = ((width IS NOT NULL) AND (height IS NOT NULL)))),
    CONSTRAINT media_check1 CHECK (((status = 'rejected'::text) = (problem IS NOT NULL))),
    CONSTRAINT media_focus_x_check CHECK (((focus_x >= (0)::double precision) AND (focus_x <= (1)::double precision))),
    CONSTRAINT media_focus_y_check CHECK (((focus_y >= (0)::double precision) AND (focus_y <= (1)::double precision))),
    CONSTRAINT media_sha256_check CHECK ((sha256 ~ '^[0-9a-f]{64}$'::text))
);

ALTER TABLE catalog.media ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME catalog.media_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE catalog.night (
    unit_type_id integer NOT NULL,
    night date NOT NULL,
    rate bigint,
    total integer NOT NULL,
    closed integer DEFAULT 0 NOT NULL,
    held integer DEFAULT 0 NOT NULL,
    confirmed integer DEFAULT 0 NOT NULL,
    min_stay integer,
    max_stay integer,
    closed_to_arrival boolean DEFAULT false NOT NULL,
    closed_to_departure boolean DEFAULT false NOT NULL,
    stop_sell boolean DEFAULT false NOT NULL,
    revision integer DEFAULT 1 NOT NULL,
    closed_reason text,
    agent_held integer DEFAULT 0 NOT NULL,
    CONSTRAINT night_closed_check CHECK (((closed >= 0) AND (closed <= 10000))),
    CONSTRAINT night_closed_reason_check CHECK ((length(closed_reason) <= 200)),
    CONSTRAINT night_closed_within CHECK ((closed <= total)),
    CONSTRAINT night_confirmed_check CHECK ((confirmed >= 0)),
    CONSTRAINT night_held_check CHECK ((held >= 0)),
    CONSTRAINT night_max_stay_check CHECK (((max_stay >= 1) AND (max_stay <= 365))),
    CONSTRAINT night_min_stay_check CHECK (((min_stay >= 1) AND (min_stay <= 365))),
    CONSTRAINT night_not_oversold CHECK (((held + confirmed) <= total)),
    CONSTRAINT night_rate_check CHECK (((rate >= 0) AND (rate <= '100000000000'::bigint))),
    CONSTRAINT night_total_check CHECK (((total >= 0) AND (total <= 10000)))
)
WITH (fillfactor='75');

CREATE UNLOGGED TABLE catalog.night_change (
    xid xid8 DEFAULT pg_current_xact_id() NOT NULL,
    unit_type_id integer NOT NULL,
    first_night date NOT NULL,
    last_night date NOT NULL,
    changed_at timestamp with time zone DEFAULT now() NOT NULL
);

CREATE TABLE catalog.property (
    id integer NOT NULL,
    storefront_id integer NOT NULL,
    name text NOT NULL,
    time_zone text NOT NULL,
    currency text NOT NULL,
    guest_ready boolean DEFAULT true NOT NULL,
    guest_ready_since timestamp with time zone,
    custom_fields jsonb DEFAULT '[]'::jsonb NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    kind text,
    address jsonb,
    geo jsonb,
    check_in_from text,
    check_in_until text,
    check_out_until text,
    descriptions jsonb DEFAULT '[]'::jsonb NOT NULL,
    amenities jsonb DEFAULT '[]'::jsonb NOT NULL,
    house_rules jsonb,
    licences jsonb DEFAULT '[]'::jsonb NOT NULL,
    contact jsonb,
    external_id text,
    archived_at timestamp with time zone,
    media_ids integer[] DEFAULT '{}'::integer[] NOT NULL,
    tax_cancellation_fees boolean DEFAULT false NOT NULL,
    manual_check_in boolean DEFAULT false NOT NULL,
    auto_assign_units boolean DEFAULT true NOT NULL,
    CONSTRAINT property_currency_check CHECK ((currency ~ '^[A-Z]{3}$'::text))
);

ALTER TABLE catalog.property ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME catalog.property_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE catalog.rate_plan (
    id integer NOT NULL,
    name text NOT NULL,
    week_discount integer,
    month_discount integer,
    unit_type_id integer NOT NULL,
    description text DEFAULT ''::text NOT NULL,
    meal_plan text,
    cancellation_policy_id integer,
    payment_mode text DEFAULT 'now'::text NOT NULL,
    adjust_bp integer DEFAULT 0 NOT NULL,
    adjust_amount bigint DEFAULT 0 NOT NULL,
    min_stay integer,
    max_stay integer,
    min_advance integer,
    max_advance integer,
    active boolean DEFAULT true NOT NULL,
    external_id text,
    archived_at timestamp with time zone,
    deposit_percent integer,
    balance_days_before integer,
    CONSTRAINT rate_plan_adjust_amount_check CHECK (((adjust_amount >= '-1000000000'::integer) AND (adjust_amount <= 1000000000))),
    CONSTRAINT rate_plan_adjust_bp_check CHECK (((adjust_bp >= '-10000'::integer) AND (adjust_bp <= 20000))),
    CONSTRAINT rate_plan_balance_days_before_check CHECK (((balance_days_before >= 0) AND (balance_days_before <= 365))),
    CONSTRAINT rate_plan_check CHECK ((min_stay <= max_stay)),
    CONSTRAINT rate_plan_check1 CHECK ((min_advance <= max_advance)),
    CONSTRAINT rate_plan_check2 CHECK (((payment_mode = 'deposit'::text) = ((deposit_percent IS NOT NULL) AND (balance_days_before IS NOT NULL)))),
    CONSTRAINT rate_plan_deposit_percent_check CHECK (((deposit_percent >= 1) AND (deposit_percent <= 99))),
    CONSTRAINT rate_plan_max_advance_check CHECK (((max_advance >= 0) AND (max_advance <= 730))),
    CONSTRAINT rate_plan_max_stay_check CHECK (((max_stay >= 1) AND (max_stay <= 365))),
    CONSTRAINT rate_plan_meal_plan_check CHECK ((meal_plan = ANY (ARRAY['room_only'::text, 'breakfast'::text, 'half_board'::text, 'full_board'::text, 'all_inclusive'::text]))),
    CONSTRAINT rate_plan_min_advance_check CHECK (((min_advance >= 0) AND (min_advance <= 730))),
    CONSTRAINT rate_plan_min_stay_check CHECK (((min_stay >= 1) AND (min_stay <= 365))),
    CONSTRAINT rate_plan_month_discount_check CHECK (((month_discount >= 0) AND (month_discount <= 10000))),
    CONSTRAINT rate_plan_payment_mode_check CHECK ((payment_mode = ANY (ARRAY['now'::text, 'deposit'::text, 'at_property'::text]))),
    CONSTRAINT rate_plan_week_discount_check CHECK (((week_discount >= 0) AND (week_discount <= 10000)))
);

ALTER TABLE catalog.rate_plan ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME catalog.rate_plan_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE catalog.stay_holds (
    id uuid NOT NULL,
    storefront_id integer NOT NULL,
    guest_email text NOT NULL,
    state text NOT NULL,
    check_in date NOT NULL,
    check_out date NOT NULL,
    unit_type_ids integer[] NOT NULL,
    quantities integer[] NOT NULL,
    quote jsonb NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    announced boolean DEFAULT false NOT NULL,
    held_until timestamp with time zone,
    unit_nights integer DEFAULT 0 NOT NULL,
    agent_address text,
    agent_profile text,
    by_agent boolean DEFAULT false NOT NULL,
    CONSTRAINT stay_hold_state_check CHECK ((state = ANY (ARRAY['held'::text, 'confirmed'::text, 'released'::text])))
);

CREATE VIEW catalog.stay_hold AS
 SELECT stay_holds.ctid,
    stay_holds.id AS checkout_id,
    stay_holds.storefront_id,
    stay_holds.guest_email,
    stay_holds.state,
    stay_holds.check_in,
    stay_holds.check_out,
    stay_holds.unit_type_ids,
    stay_holds.quantities,
    stay_holds.quote,
    stay_holds.created_at,
    stay_holds.updated_at,
    stay_holds.announced,
    stay_holds.held_until,
    stay_holds.unit_nights,
    stay_holds.agent_address,
    stay_holds.agent_profile,
    stay_holds.by_agent
   FROM catalog.stay_holds;

CREATE TABLE catalog.storefront (
    id integer NOT NULL,
    team_id integer NOT NULL,
    domain text NOT NULL,
    name text NOT NULL,
    agent_bookings boolean DEFAULT false NOT NULL,
    instant_booking boolean DEFAULT false NOT NULL,
    maintenance boolean DEFAULT false NOT NULL,
    maintenance_retry_after integer DEFAULT 300 NOT NULL,
    acp_enabled boolean DEFAULT false NOT NULL,
    acp_api_key_hash text,
    acp_api_key_hint text,
    acp_signing_secret text,
    policies jsonb DEFAULT '[]'::jsonb NOT NULL,
    max_holds_per_guest integer DEFAULT 10 NOT NULL,
    max_held_share_percent integer DEFAULT 50 NOT NULL,
    signing_kid text NOT NULL,
    signing_x text NOT NULL,
    signing_y text NOT NULL,
    signing_key text NOT NULL,
    max_held_nights integer,
    sandbox boolean DEFAULT false NOT NULL,
    slug text,
    opened_at timestamp with time zone,
    closed_at timestamp with time zone,
    request_mode text DEFAULT 'ask'::text NOT NULL,
    cancellation_policy_id integer,
    version integer DEFAULT 1 NOT NULL,
    suspended_at timestamp with time zone,
    suspension_reason text,
    respond_within_seconds integer DEFAULT 86400 NOT NULL,
    pay_within_seconds integer DEFAULT 86400 NOT NULL,
    min_notice_seconds integer DEFAULT 0 NOT NULL,
    request_questions json DEFAULT '[]'::json NOT NULL,
    team_closing boolean DEFAULT false NOT NULL,
    lodging_draft boolean DEFAULT false NOT NULL,
    team_suspended boolean DEFAULT false NOT NULL,
    team_suspension_version integer DEFAULT 0 NOT NULL,
    locale text DEFAULT 'en'::text NOT NULL,
    guest_changes text DEFAULT 'request'::text NOT NULL,
    guest_cancellation boolean DEFAULT true NOT NULL,
    automatic_refunds boolean DEFAULT true NOT NULL,
    CONSTRAINT storefront_check CHECK (((suspended_at IS NULL) = (suspension_reason IS NULL))),
    CONSTRAINT storefront_domain_check CHECK ((domain = lower(domain))),
    CONSTRAINT storefront_maintenance_retry_after_check CHECK ((maintenance_retry_after > 0)),
    CONSTRAINT storefront_max_held_nights_check CHECK (((max_held_nights >= 1) AND (max_held_nights <= 1000000000))),
    CONSTRAINT storefront_max_held_share_percent_check CHECK (((max_held_share_percent >= 1) AND (max_held_share_percent <= 100))),
    CONSTRAINT storefront_max_holds_per_guest_check CHECK ((max_holds_per_guest >= 1)),
    CONSTRAINT storefront_min_notice_seconds_check CHECK (((min_notice_seconds >= 0) AND (min_notice_seconds <= 31536000))),
    CONSTRAINT storefront_pay_within_seconds_check CHECK (((pay_within_seconds >= 1) AND (pay_within_seconds <= 259200))),
    CONSTRAINT storefront_request_mode_check CHECK ((request_mode = ANY (ARRAY['ask'::text, 'hold'::text]))),
    CONSTRAINT storefront_respond_within_seconds_check CHECK (((respond_within_seconds >= 1) AND (respond_within_seconds <= 259200)))
);

CREATE TABLE catalog.storefront_domain (
    id integer NOT NULL,
    storefront_id integer NOT NULL,
    domain text NOT NULL,
    challenge text NOT NULL,
    status text DEFAULT 'pending'::text NOT NULL,
    problem text,
    created_at timestamp with time zone NOT NULL,
    verified_at timestamp with time zone,
    active_at timestamp with time zone,
    failing_since timestamp with time zone,
    removed_at timestamp with time zone,
    last_good_at timestamp with time zone,
    last_checked_at timestamp with time zone,
    next_check_at timestamp with time zone NOT NULL,
    attempts integer DEFAULT 0 NOT NULL,
    CONSTRAINT storefront_domain_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'verified'::text, 'active'::text, 'failing'::text, 'removed'::text])))
);

CREATE SEQUENCE catalog.storefront_domain_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

ALTER SEQUENCE catalog.storefront_domain_id_seq OWNED BY catalog.storefront_domain.id;

ALTER TABLE catalog.storefront ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME catalog.storefront_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE catalog.storefront_looks (
    storefront_id integer NOT NULL,
    version integer NOT NULL,
    draft jsonb NOT NULL,
    live jsonb,
    history jsonb DEFAULT '[]'::jsonb NOT NULL,
    media_ids integer[] DEFAULT '{}'::integer[] NOT NULL,
    CONSTRAINT storefront_looks_history_check CHECK ((jsonb_array_length(history) <= 5)),
    CONSTRAINT storefront_looks_version_check CHECK ((version > 0))
);

CREATE TABLE catalog.storefront_themes (
    id integer NOT NULL,
    storefront_id integer NOT NULL,
    team_id integer NOT NULL,
    slug text NOT NULL,
    name text NOT NULL,
    number integer NOT NULL,
    label text NOT NULL,
    sha256 text NOT NULL,
    status text NOT NULL,
    settings jsonb DEFAULT '{}'::jsonb NOT NULL,
    settings_version integer NOT NULL,
    published_at timestamp with time zone,
    replaced_at timestamp with time zone,
    problem text,
    failures jsonb DEFAULT '[]'::jsonb NOT NULL,
    created_at timestamp with time zone NOT NULL,
    CONSTRAINT storefront_themes_check CHECK (((status = ANY (ARRAY['published'::text, 'previous'::text])) <= (published_at IS NOT NULL))),
    CONSTRAINT storefront_themes_check1 CHECK (((status = 'previous'::text) = (replaced_at IS NOT NULL))),
    CONSTRAINT storefront_themes_failures_check CHECK ((jsonb_array_length(failures) <= 20)),
    CONSTRAINT storefront_themes_number_check CHECK ((number > 0)),
    CONSTRAINT storefront_themes_settings_version_check CHECK ((settings_version > 0)),
    CONSTRAINT storefront_themes_sha256_check CHECK ((sha256 ~ '^[0-9a-f]{64}$'::text)),
    CONSTRAINT storefront_themes_status_check CHECK ((status = ANY (ARRAY['installed'::text, 'draft'::text, 'published'::text, 'previous'::text])))
);

ALTER TABLE catalog.storefront_themes ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME catalog.storefront_themes_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE catalog.tax (
    id integer NOT NULL,
    property_id integer NOT NULL,
    name text NOT NULL,
    inclusive boolean DEFAULT false NOT NULL,
    basis_points integer,
    amount_per_adult_night bigint,
    exempt_under_age integer,
    collect text DEFAULT 'booking'::text NOT NULL,
    valid_from date,
    valid_until date,
    external_id text,
    percent numeric(6,3),
    max_nights integer,
    CONSTRAINT tax_amount_per_adult_night_check CHECK (((amount_per_adult_night >= 0) AND (amount_per_adult_night <= 1000000000))),
    CONSTRAINT tax_basis_points_check CHECK (((basis_points >= 0) AND (basis_points <= 10000))),
    CONSTRAINT tax_check CHECK (((basis_points IS NULL) <> (amount_per_adult_night IS NULL))),
    CONSTRAINT tax_check1 CHECK ((valid_from <= valid_until)),
    CONSTRAINT tax_check2 CHECK (((collect = 'booking'::text) OR (NOT inclusive))),
    CONSTRAINT tax_collect_check CHECK ((collect = ANY (ARRAY['booking'::text, 'property'::text]))),
    CONSTRAINT tax_exempt_under_age_check CHECK (((exempt_under_age >= 0) AND (exempt_under_age <= 18))),
    CONSTRAINT tax_max_nights_check CHECK ((max_nights > 0)),
    CONSTRAINT tax_percent_check CHECK (((percent >= (0)::numeric) AND (percent <= (100)::numeric)))
);

ALTER TABLE catalog.tax ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME catalog.tax_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE catalog.transfer (
    id integer NOT NULL,
    team_id integer NOT NULL,
    account_id integer NOT NULL,
    storefront_id integer NOT NULL,
    direction text NOT NULL,
    kind text NOT NULL,
    status text NOT NULL,
    problem text,
    properties integer DEFAULT 0 NOT NULL,
    applied integer DEFAULT 0 NOT NULL,
    claimed_until timestamp with time zone,
    created_at timestamp with time zone NOT NULL,
    source_url text,
    announced_sha256 text,
    attempts smallint DEFAULT 0 NOT NULL,
    webhooks boolean DEFAULT false NOT NULL,
    CONSTRAINT transfer_direction_check CHECK ((direction = ANY (ARRAY['import'::text, 'export'::text]))),
    CONSTRAINT transfer_status_check CHECK ((status = ANY (ARRAY['announced'::text, 'received'::text, 'waiting'::text, 'uploaded'::text, 'checked'::text, 'applying'::text, 'running'::text, 'done'::text, 'failed'::text])))
);

CREATE SEQUENCE catalog.transfer_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

ALTER SEQUENCE catalog.transfer_id_seq OWNED BY catalog.transfer.id;

CREATE TABLE catalog.transfer_piece (
    transfer_id integer NOT NULL,
    n integer NOT NULL,
    content bytea NOT NULL
);

CREATE TABLE catalog.transfer_row (
    transfer_id integer NOT NULL,
    n integer NOT NULL,
    property integer NOT NULL,
    line integer,
    path text NOT NULL,
    kind text NOT NULL,
    external_id text,
    action text NOT NULL,
    field text,
    code text,
    message text,
    CONSTRAINT transfer_row_action_check CHECK ((action = ANY (ARRAY['create'::text, 'update'::text, 'same'::text, 'error'::text])))
);

CREATE TABLE catalog.unit (
    id integer NOT NULL,
    unit_type_id integer NOT NULL,
    place integer NOT NULL,
    name text NOT NULL,
    nights_version integer DEFAULT 0 NOT NULL
);

ALTER TABLE catalog.unit ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME catalog.unit_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE catalog.unit_type (
    id integer NOT NULL,
    property_id integer NOT NULL,
    rate_plan_id integer,
    name text NOT NULL,
    description text NOT NULL,
    max_guests integer NOT NULL,
    base_guests integer NOT NULL,
    adult_supplement bigint DEFAULT 0 NOT NULL,
    child_supplement bigint DEFAULT 0 NOT NULL,
    units integer NOT NULL,
    base_rate bigint NOT NULL,
    active boolean DEFAULT true NOT NULL,
    revision integer DEFAULT 1 NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    kind text,
    bedrooms integer,
    beds jsonb DEFAULT '[]'::jsonb NOT NULL,
    bathrooms integer,
    area_m2 integer,
    max_adults integer,
    max_children integer,
    descriptions jsonb DEFAULT '[]'::jsonb NOT NULL,
    amenities jsonb DEFAULT '[]'::jsonb NOT NULL,
    "position" integer DEFAULT 0 NOT NULL,
    external_id text,
    archived_at timestamp with time zone,
    media_ids integer[] DEFAULT '{}'::integer[] NOT NULL,
    held_back integer DEFAULT 0 NOT NULL,
    child_age_bands jsonb DEFAULT '[]'::jsonb NOT NULL,
    CONSTRAINT unit_type_adult_supplement_check CHECK (((adult_supplement >= 0) AND (adult_supplement <= 1000000000))),
    CONSTRAINT unit_type_archived_off CHECK (((archived_at IS NULL) OR (NOT active))),
    CONSTRAINT unit_type_base_guests_check CHECK (((base_guests >= 0) AND (base_guests <= 100))),
    CONSTRAINT unit_type_base_rate_check CHECK (((base_rate >= 0) AND (base_rate <= '100000000000'::bigint))),
    CONSTRAINT unit_type_child_supplement_check CHECK (((child_supplement >= 0) AND (child_supplement <= 1000000000))),
    CONSTRAINT unit_type_held_back_check CHECK ((held_back >= 0)),
    CONSTRAINT unit_type_max_adults_check CHECK ((max_adults >= 1)),
    CONSTRAINT unit_type_max_children_check CHECK ((max_children >= 0)),
    CONSTRAINT unit_type_max_guests_check CHECK (((max_guests >= 1) AND (max_guests <= 100))),
    CONSTRAINT unit_type_units_check CHECK (((units >= 0) AND (units <= 10000)))
);

ALTER TABLE catalog.unit_type ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME catalog.unit_type_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE catalog.unpaid_sums (
    storefront_id integer NOT NULL,
    kind text NOT NULL,
    holder text NOT NULL,
    unit_nights bigint NOT NULL,
    CONSTRAINT unpaid_sums_kind_check CHECK ((kind = ANY (ARRAY['address'::text, 'profile'::text])))
)
WITH (fillfactor='50');

CREATE TABLE checkout.attachments (
    id bigint NOT NULL,
    team_id integer NOT NULL,
    sender text NOT NULL,
    message_id bigint,
    "position" integer DEFAULT 0 NOT NULL,
    name text NOT NULL,
    type text,
    bytes integer,
    sha256 text,
    source_url text,
    status text NOT NULL,
    removed_at timestamp with time zone,
    created_at timestamp with time zone NOT NULL,
    attempts smallint DEFAULT 0 NOT NULL,
    next_attempt_at timestamp with time zone,
    reserved_bytes integer DEFAULT 0 NOT NULL,
    CONSTRAINT attachments_check CHECK (((status = 'ready'::text) = (type IS NOT NULL))),
    CONSTRAINT attachments_status_check CHECK ((status = ANY (ARRAY['announced'::text, 'ready'::text, 'rejected'::text, 'infected'::text, 'fetching'::text, 'unavailable'::text])))
);

ALTER TABLE checkout.attachments ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME checkout.attachments_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE checkout.booking_change_requests (
    id bigint NOT NULL,
    team_id integer NOT NULL,
    property_id integer NOT NULL,
    booking_id bigint NOT NULL,
    status text NOT NULL,
    replaces uuid NOT NULL,
    stay jsonb NOT NULL,
    agreed jsonb NOT NULL,
    arrival_time text,
    total bigint NOT NULL,
    difference bigint NOT NULL,
    fingerprint text NOT NULL,
    decline_reason text,
    expires_at timestamp with time zone NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    created_at timestamp with time zone NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    CONSTRAINT booking_change_requests_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'accepted'::text, 'declined'::text, 'expired'::text, 'withdrawn'::text])))
);

ALTER TABLE checkout.booking_change_requests ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME checkout.booking_change_requests_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE checkout.booking_requests (
    number bigint NOT NULL,
    id uuid NOT NULL,
    storefront_id integer NOT NULL,
    team_id integer NOT NULL,
    property_id integer NOT NULL,
    reference text NOT NULL,
    status text NOT NULL,
    test boolean NOT NULL,
    unit_type_id integer NOT NULL,
    units integer NOT NULL,
    check_in date NOT NULL,
    check_out date NOT NULL,
    time_zone text NOT NULL,
    adults integer NOT NULL,
    children integer NOT NULL,
    currency text NOT NULL,
    total bigint NOT NULL,
    quote json NOT NULL,
    guest_first_name text NOT NULL,
    guest_last_name text NOT NULL,
    guest_email text,
    guest_phone text,
    message text,
    locale text,
    terms_accepted_at timestamp with time zone NOT NULL,
    hold_id uuid,
    respond_by timestamp with time zone,
    pay_by timestamp with time zone,
    decline_reason text,
    decline_text text,
    booking_id bigint,
    nearest json DEFAULT '[]'::json NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    created_at timestamp with time zone NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    answers json DEFAULT '[]'::json NOT NULL,
    arrival_time text,
    CONSTRAINT booking_requests_check CHECK (((status = ANY (ARRAY['accepted'::text, 'booked'::text, 'lapsed'::text])) = (booking_id IS NOT NULL))),
    CONSTRAINT booking_requests_check1 CHECK (((status <> 'pending'::text) OR (respond_by IS NOT NULL))),
    CONSTRAINT booking_requests_status_check CHECK ((status = ANY (ARRAY['unverified'::text, 'pending'::text, 'accepted'::text, 'booked'::text, 'lapsed'::text, 'declined'::text, 'withdrawn'::text, 'expired'::text, 'failed'::text])))
);

ALTER TABLE checkout.booking_requests ALTER COLUMN number ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME checkout.booking_requests_number_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE checkout.booking_views (
    id bigint NOT NULL,
    team_id integer NOT NULL,
    account_id integer NOT NULL,
    name text NOT NULL,
    shared boolean NOT NULL,
    filter jsonb NOT NULL,
    "order" text NOT NULL,
    columns jsonb,
    created_at timestamp with time zone NOT NULL,
    updated_at timestamp with time zone NOT NULL
);

ALTER TABLE checkout.booking_views ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME checkout.booking_views_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE checkout.bookings (
    id bigint NOT NULL,
    checkout_id uuid,
    hold_id uuid NOT NULL,
    storefront_id integer NOT NULL,
    team_id integer NOT NULL,
    property_id integer NOT NULL,
    reference text NOT NULL,
    permalink_id uuid NOT NULL,
    status text NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    check_in date NOT NULL,
    check_out date NOT NULL,
    currency text NOT NULL,
    total bigint NOT NULL,
    lines json NOT NULL,
    totals json NOT NULL,
    guest_first_name text NOT NULL,
    guest_last_name text NOT NULL,
    guest_email text,
    guest_phone text,
    agent_profile text,
    hold_expires_at timestamp with time zone NOT NULL,
    nights_synced_at timestamp with time zone,
    created_at timestamp with time zone NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    custom_fields jsonb DEFAULT '[]'::jsonb NOT NULL,
    time_zone text DEFAULT 'UTC'::text NOT NULL,
    checked_in_at timestamp with time zone,
    checked_out_at timestamp with time zone,
    first_hold_expires_at timestamp with time zone,
    test boolean DEFAULT false NOT NULL,
    adults integer DEFAULT 0 NOT NULL,
    children integer DEFAULT 0 NOT NULL,
    assigned_units jsonb DEFAULT '[]'::jsonb NOT NULL,
    source_kind text DEFAULT 'agent'::text NOT NULL,
    source_name text,
    source_external_id text,
    contact_id bigint,
    entered_by integer,
    entered_revision integer,
    changing jsonb,
    changing_since timestamp with time zone,
    refund_due bigint,
    due_at_property json DEFAULT '[]'::json NOT NULL,
    payment_mode text DEFAULT 'now'::text NOT NULL,
    due_now bigint DEFAULT 0 NOT NULL,
    balance_due_on date,
    paid bigint DEFAULT 0 NOT NULL,
    guest_locale text,
    pincode text,
    channel_connection_id integer,
    channel_revision integer,
    channel jsonb,
    nights_settled_at timestamp with time zone,
    charged bigint,
    excess_paid bigint DEFAULT 0 NOT NULL,
    refunded bigint DEFAULT 0 NOT NULL,
    folio_version integer DEFAULT 0 NOT NULL,
    arrival_time text,
    cancelled_at timestamp with time zone,
    cancelled_by text,
    cancel_reason text,
    cancellation_fee bigint,
    stay_state text,
    stay_checked_in_at timestamp with time zone,
    stay_checked_out_at timestamp with time zone,
    stay_assumed boolean DEFAULT true NOT NULL,
    assume_after timestamp with time zone,
    nights_until date,
    stay_undo jsonb,
    source_label text,
    price_mode text,
    price_reason text,
    note text,
    mails_guest boolean DEFAULT false NOT NULL,
    entry_payment text,
    import_id integer,
    CONSTRAINT bookings_cancellation_fee_check CHECK ((cancellation_fee >= 0)),
    CONSTRAINT bookings_changing CHECK (((changing IS NULL) = (changing_since IS NULL))),
    CONSTRAINT bookings_channel_whole CHECK ((((channel_connection_id IS NULL) = (channel_revision IS NULL)) AND ((channel_revision IS NULL) = (channel IS NULL)))),
    CONSTRAINT bookings_due_now_check CHECK ((due_now >= 0)),
    CONSTRAINT bookings_paid_check CHECK ((paid >= 0)),
    CONSTRAINT bookings_payment_mode_check CHECK ((payment_mode = ANY (ARRAY['now'::text, 'deposit'::text, 'at_property'::text]))),
    CONSTRAINT bookings_source_kind_check CHECK ((source_kind = ANY (ARRAY['agent'::text, 'direct'::text, 'host'::text, 'request'::text, 'channel'::text]))),
    CONSTRAINT bookings_status_check CHECK ((status = ANY (ARRAY['held'::text, 'confirmed'::text, 'released'::text, 'cancelled'::text])))
)
WITH (fillfactor='80');

ALTER TABLE checkout.bookings ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME checkout.bookings_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE checkout.contact_keys (
    contact_id bigint NOT NULL,
    kind text NOT NULL,
    value text NOT NULL,
    team_id integer NOT NULL,
    CONSTRAINT contact_keys_kind_check CHECK ((kind = ANY (ARRAY['email'::text, 'phone'::text])))
);

CREATE TABLE checkout.contacts (
    id bigint NOT NULL,
    team_id integer NOT NULL,
    first_name text,
    last_name text,
    emails text[] DEFAULT '{}'::text[] NOT NULL,
    phones text[] DEFAULT '{}'::text[] NOT NULL,
    locale text,
    country text,
    notes text,
    tags text[] DEFAULT '{}'::text[] NOT NULL,
    consent_given boolean DEFAULT false NOT NULL,
    consent_at timestamp with time zone,
    consent_source text,
    version integer DEFAULT 1 NOT NULL,
    merged_into bigint,
    merged_at timestamp with time zone,
    merged_phones text[] DEFAULT '{}'::text[] NOT NULL,
    redacted_at timestamp with time zone,
    created_at timestamp with time zone NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    CONSTRAINT contacts_check CHECK (((merged_into IS NULL) = (merged_at IS NULL)))
);

ALTER TABLE checkout.contacts ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME checkout.contacts_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE checkout.conversation_stays (
    id bigint NOT NULL,
    conversation_id bigint NOT NULL,
    booking_id bigint,
    request_id uuid,
    CONSTRAINT conversation_stays_check CHECK (((booking_id IS NULL) <> (request_id IS NULL)))
);

ALTER TABLE checkout.conversation_stays ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME checkout.conversation_stays_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE checkout.conversations (
    id bigint NOT NULL,
    team_id integer NOT NULL,
    contact_id bigint NOT NULL,
    provider text NOT NULL,
    external_id text,
    subject text,
    status text NOT NULL,
    unit_type_id integer,
    assignee_id integer,
    assignee_name text,
    last_message_at timestamp with time zone NOT NULL,
    guest_wrote_at timestamp with time zone,
    waiting_since timestamp with time zone,
    unread integer DEFAULT 0 NOT NULL,
    draft json,
    version integer DEFAULT 1 NOT NULL,
    created_at timestamp with time zone NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    CONSTRAINT conversations_check CHECK (((provider = 'platform'::text) = (external_id IS NULL))),
    CONSTRAINT conversations_status_check CHECK ((status = ANY (ARRAY['open'::text, 'answered'::text, 'closed'::text, 'spam'::text]))),
    CONSTRAINT conversations_unread_check CHECK ((unread >= 0))
);

ALTER TABLE checkout.conversations ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME checkout.conversations_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE checkout.folio_entries (
    number bigint NOT NULL,
    id text NOT NULL,
    team_id integer NOT NULL,
    booking_id bigint NOT NULL,
    entry text NOT NULL,
    kind text,
    method text,
    name text,
    amount bigint NOT NULL,
    quantity integer DEFAULT 1 NOT NULL,
    tax_ids text[] DEFAULT '{}'::text[] NOT NULL,
    date date,
    sold boolean DEFAULT false NOT NULL,
    added_to text,
    reverses text,
    received_at timestamp with time zone,
    reference text,
    payment_session_id uuid,
    accepted boolean DEFAULT true NOT NULL,
    status text,
    refund_session_id uuid,
    created_at timestamp with time zone NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    dispute_amount bigint,
    dispute_status text,
    dispute_reference text,
    fee_id integer,
    refunded_at timestamp with time zone,
    CONSTRAINT folio_entries_entry_check CHECK ((entry = ANY (ARRAY['charge'::text, 'payment'::text, 'refund'::text])))
);

ALTER TABLE checkout.folio_entries ALTER COLUMN number ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME checkout.folio_entries_number_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE checkout.idempotency (
    storefront_id integer NOT NULL,
    surface text NOT NULL,
    operation text NOT NULL,
    checkout_id uuid NOT NULL,
    key_hash text NOT NULL,
    fingerprint text NOT NULL,
    answer json,
    created_at timestamp with time zone NOT NULL
);

CREATE TABLE checkout.invoice_series (
    team_id integer NOT NULL,
    series text NOT NULL,
    year integer NOT NULL,
    last integer NOT NULL
);

CREATE TABLE checkout.invoices (
    id bigint NOT NULL,
    team_id integer NOT NULL,
    booking_id bigint NOT NULL,
    property_id integer NOT NULL,
    kind text NOT NULL,
    series text NOT NULL,
    year integer NOT NULL,
    sequence integer NOT NULL,
    number text NOT NULL,
    issued_at timestamp with time zone NOT NULL,
    issued_on date NOT NULL,
    currency text NOT NULL,
    total bigint NOT NULL,
    balance bigint NOT NULL,
    credited bigint DEFAULT 0 NOT NULL,
    is_open boolean NOT NULL,
    credit_note_of bigint,
    document jsonb NOT NULL,
    CONSTRAINT invoices_check CHECK (((year)::numeric = EXTRACT(year FROM issued_on))),
    CONSTRAINT invoices_check1 CHECK (((credited >= 0) AND ((credited = 0) OR (credited <= total)))),
    CONSTRAINT invoices_check2 CHECK ((is_open = ((kind = 'invoice'::text) AND (credited < total)))),
    CONSTRAINT invoices_check3 CHECK (((kind = 'credit_note'::text) = (credit_note_of IS NOT NULL))),
    CONSTRAINT invoices_kind_check CHECK ((kind = ANY (ARRAY['invoice'::text, 'credit_note'::text])))
);

ALTER TABLE checkout.invoices ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME checkout.invoices_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE checkout.merged_bookings (
    contact_id bigint NOT NULL,
    booking_id bigint NOT NULL
);

CREATE TABLE checkout.merged_conversations (
    contact_id bigint NOT NULL,
    conversation_id bigint NOT NULL
);

CREATE TABLE checkout.message_rules (
    id bigint NOT NULL,
    team_id integer NOT NULL,
    name text NOT NULL,
    template_id bigint NOT NULL,
    trigger text NOT NULL,
    hours integer,
    days integer,
    at text,
    filters jsonb NOT NULL,
    channel text NOT NULL,
    active boolean NOT NULL,
    began_at timestamp with time zone NOT NULL,
    created_at timestamp with time zone NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    CONSTRAINT message_rules_channel_check CHECK ((channel = ANY (ARRAY['conversation'::text, 'email'::text])))
);

ALTER TABLE checkout.message_rules ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME checkout.message_rules_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE checkout.message_templates (
    id bigint NOT NULL,
    team_id integer NOT NULL,
    name text NOT NULL,
    texts jsonb NOT NULL,
    created_at timestamp with time zone NOT NULL,
    updated_at timestamp with time zone NOT NULL
);

ALTER TABLE checkout.message_templates ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME checkout.message_templates_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE checkout.messages (
    id bigint NOT NULL,
    conversation_id bigint NOT NULL,
    team_id integer NOT NULL,
    direction text NOT NULL,
    author_kind text NOT NULL,
    author_name text,
    account_id integer,
    install_id integer,
    text text NOT NULL,
    external_id text,
    sent_at timestamp with time zone NOT NULL,
    status text NOT NULL,
    failure_code text,
    failure_text text,
    in_reply_to bigint,
    booking_id bigint,
    request_id uuid,
    sender text,
    idempotency_key text,
    attempts integer DEFAULT 0 NOT NULL,
    next_attempt_at timestamp with time zone,
    created_at timestamp with time zone NOT NULL,
    taken_at timestamp with time zone,
    CONSTRAINT messages_author_kind_check CHECK ((author_kind = ANY (ARRAY['guest'::text, 'host'::text, 'app'::text, 'automation'::text]))),
    CONSTRAINT messages_check CHECK (((status = 'failed'::text) = (failure_code IS NOT NULL))),
    CONSTRAINT messages_check1 CHECK (((sender IS NULL) = (idempotency_key IS NULL))),
    CONSTRAINT messages_direction_check CHECK ((direction = ANY (ARRAY['in'::text, 'out'::text, 'note'::text]))),
    CONSTRAINT messages_status_check CHECK ((status = ANY (ARRAY['queued'::text, 'sending'::text, 'sent'::text, 'delivered'::text, 'read'::text, 'failed'::text])))
);

ALTER TABLE checkout.messages ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME checkout.messages_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE checkout.payments (
    session_id uuid NOT NULL,
    booking_id bigint NOT NULL,
    outcome text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    CONSTRAINT payments_outcome_check CHECK ((outcome = ANY (ARRAY['confirmed'::text, 'balance_paid'::text, 'booking_released'::text, 'booking_cancelled'::text, 'already_paid'::text, 'amount_too_low'::text])))
);

CREATE TABLE checkout.report_bookings (
    booking_id bigint NOT NULL,
    team_id integer NOT NULL,
    sales jsonb NOT NULL
);

CREATE TABLE checkout.report_cells (
    team_id integer NOT NULL,
    basis text NOT NULL,
    dimension text NOT NULL,
    day date NOT NULL,
    property_id integer NOT NULL,
    key text NOT NULL,
    currency text NOT NULL,
    sold bigint NOT NULL,
    revenue bigint NOT NULL,
    bookings bigint DEFAULT 0 NOT NULL,
    days bigint DEFAULT 0 NOT NULL,
    CONSTRAINT report_cells_basis_check CHECK ((basis = ANY (ARRAY['stay'::text, 'booking'::text])))
)
WITH (fillfactor='80');

CREATE TABLE checkout.report_progress (
    team_id integer NOT NULL,
    bookings_at timestamp with time zone DEFAULT '-infinity'::timestamp with time zone NOT NULL,
    booking_id bigint DEFAULT 0 NOT NULL,
    contacts_at timestamp with time zone DEFAULT '-infinity'::timestamp with time zone NOT NULL,
    contact_id bigint DEFAULT 0 NOT NULL
);

CREATE TABLE checkout.rule_messages (
    id bigint NOT NULL,
    team_id integer NOT NULL,
    rule_id bigint NOT NULL,
    template_id bigint NOT NULL,
    booking_id bigint NOT NULL,
    event text NOT NULL,
    status text NOT NULL,
    reason text,
    empty_variables text[] DEFAULT '{}'::text[] NOT NULL,
    due_at timestamp with time zone NOT NULL,
    next_attempt_at timestamp with time zone NOT NULL,
    attempts integer DEFAULT 0 NOT NULL,
    ended_at timestamp with time zone,
    created_at timestamp with time zone NOT NULL,
    CONSTRAINT rule_messages_status_check CHECK ((status = ANY (ARRAY['waiting'::text, 'sent'::text, 'skipped'::text])))
);

ALTER TABLE checkout.rule_messages ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME checkout.rule_messages_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE checkout.sessions (
    id uuid NOT NULL,
    storefront_id integer NOT NULL,
    team_id integer NOT NULL,
    surface text NOT NULL,
    agent_profile text,
    status text NOT NULL,
    lines json NOT NULL,
    buyer json,
    quote json NOT NULL,
    notice json,
    revision integer DEFAULT 1 NOT NULL,
    hold_id uuid,
    completing_since timestamp with time zone,
    recovering_since timestamp with time zone,
    created_at timestamp with time zone NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    agent_address text,
    locale text,
    guests json,
    arrival_time text,
    extras json,
    CONSTRAINT sessions_check CHECK (((status = 'complete_in_progress'::text) = (completing_since IS NOT NULL))),
    CONSTRAINT sessions_check1 CHECK (((status <> ALL (ARRAY['complete_in_progress'::text, 'completed'::text])) OR (hold_id IS NOT NULL))),
    CONSTRAINT sessions_status_check CHECK ((status = ANY (ARRAY['incomplete'::text, 'ready_for_complete'::text, 'complete_in_progress'::text, 'completed'::text, 'canceled'::text])))
)
WITH (fillfactor='70');

CREATE TABLE checkout.stray_holds (
    hold_id uuid NOT NULL,
    since timestamp with time zone NOT NULL,
    releasing boolean DEFAULT false NOT NULL
);

CREATE TABLE checkout.task_photos (
    id bigint NOT NULL,
    team_id integer NOT NULL,
    task_id bigint NOT NULL,
    name text NOT NULL,
    type text NOT NULL,
    bytes integer NOT NULL,
    author_name text NOT NULL,
    removed_at timestamp with time zone,
    created_at timestamp with time zone NOT NULL
);

CREATE TABLE checkout.unit_statuses (
    unit_id integer NOT NULL,
    team_id integer NOT NULL,
    property_id integer NOT NULL,
    unit_type_id integer NOT NULL,
    time_zone text NOT NULL,
    status text NOT NULL,
    out_from date,
    out_until date,
    out_reason text,
    displaced jsonb DEFAULT '[]'::jsonb NOT NULL,
    left_booking_id bigint,
    left_at timestamp with time zone,
    status_before text,
    nights_version integer DEFAULT 0 NOT NULL,
    nights_synced boolean DEFAULT true NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    CONSTRAINT unit_statuses_status_check CHECK ((status = ANY (ARRAY['clean'::text, 'dirty'::text, 'inspected'::text])))
);

CREATE TABLE payments.method (
    id integer NOT NULL,
    storefront_id integer NOT NULL,
    team_id integer NOT NULL,
    kind text NOT NULL,
    enabled boolean NOT NULL,
    effect text NOT NULL,
    hold_hours integer NOT NULL,
    details_sealed text,
    updated_at timestamp(3) with time zone NOT NULL,
    CONSTRAINT method_effect_check CHECK ((effect = ANY (ARRAY['confirm'::text, 'extend_hold'::text]))),
    CONSTRAINT method_hold_hours_check CHECK (((hold_hours >= 1) AND (hold_hours <= 336))),
    CONSTRAINT method_kind_check CHECK ((kind = ANY (ARRAY['pay_at_property'::text, 'bank_transfer'::text, 'test'::text])))
);

CREATE SEQUENCE payments.method_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

ALTER SEQUENCE payments.method_id_seq OWNED BY payments.method.id;

CREATE TABLE payments.refund (
    id uuid NOT NULL,
    session_id uuid NOT NULL,
    team_id integer NOT NULL,
    install_id integer,
    amount bigint NOT NULL,
    currency text NOT NULL,
    reason text NOT NULL,
    status text NOT NULL,
    reference text,
    reject_code text,
    reject_message text,
    attempts integer DEFAULT 0 NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL,
    paid_back_at timestamp(3) with time zone,
    paid_back_by integer,
    paid_back_amount bigint,
    paid_back_note text,
    CONSTRAINT refund_amount_check CHECK ((amount > 0)),
    CONSTRAINT refund_paid_back CHECK ((num_nulls(paid_back_at, paid_back_by, paid_back_amount, paid_back_note) = ANY (ARRAY[0, 4]))),
    CONSTRAINT refund_paid_back_amount_check CHECK ((paid_back_amount > 0)),
    CONSTRAINT refund_status_check CHECK ((status = ANY (ARRAY['INITIATED'::text, 'REQUESTED'::text, 'MANUAL'::text, 'RESOLVED'::text, 'REJECTED'::text])))
);

CREATE TABLE payments.reversals (
    session_id uuid NOT NULL,
    reference text NOT NULL,
    team_id integer NOT NULL,
    status text NOT NULL,
    amount bigint NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL,
    CONSTRAINT reversals_amount_check CHECK ((amount > 0)),
    CONSTRAINT reversals_status_check CHECK ((status = ANY (ARRAY['disputed'::text, 'dispute_won'::text, 'dispute_lost'::text, 'refunded'::text, 'refund_failed'::text])))
);

CREATE TABLE payments.session (
    id uuid NOT NULL,
    team_id integer NOT NULL,
    install_id integer,
    app_slug text NOT NULL,
    app_name text NOT NULL,
    booking_id bigint,
    amount bigint NOT NULL,
    currency text NOT NULL,
    test boolean NOT NULL,
    status text NOT NULL,
    request text NOT NULL,
    reference text,
    reject_code text,
    reject_message text,
    pending_reason text,
    last_failure text,
    settlement text,
    version integer DEFAULT 1 NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL,
    booking_version integer DEFAULT 0 NOT NULL,
    storefront_id integer,
    method text,
    effect text,
    paid_before bigint,
    statement_id bigint,
    statement_number text,
    reversal_version integer DEFAULT 0 NOT NULL,
    CONSTRAINT session_amount_check CHECK ((amount >= 0)),
    CONSTRAINT session_check CHECK (((status = 'RESOLVED'::text) = (reference IS NOT NULL))),
    CONSTRAINT session_check1 CHECK (((settlement IS NULL) OR (status = 'RESOLVED'::text))),
    CONSTRAINT session_check2 CHECK (((status = 'REJECTED'::text) = (reject_code IS NOT NULL))),
    CONSTRAINT session_effect_check CHECK ((effect = ANY (ARRAY['confirm'::text, 'extend_hold'::text]))),
    CONSTRAINT session_install_or_method CHECK ((((method IS NULL) = (install_id IS NOT NULL)) AND ((method IS NULL) = (effect IS NULL)) AND ((method IS NULL) = (storefront_id IS NULL)))),
    CONSTRAINT session_method_check CHECK ((method = ANY (ARRAY['pay_at_property'::text, 'bank_transfer'::text, 'test'::text]))),
    CONSTRAINT session_settlement_check CHECK ((settlement = ANY (ARRAY['confirmed'::text, 'balance_paid'::text, 'booking_released'::text, 'booking_cancelled'::text, 'already_paid'::text, 'amount_too_low'::text, 'statement_paid'::text, 'statement_credited'::text]))),
    CONSTRAINT session_status_check CHECK ((status = ANY (ARRAY['INITIATED'::text, 'REDIRECTED'::text, 'PENDING'::text, 'RESOLVED'::text, 'REJECTED'::text, 'EXPIRED'::text, 'CANCELED'::text]))),
    CONSTRAINT session_subject CHECK ((((booking_id IS NULL) = (statement_id IS NOT NULL)) AND ((statement_id IS NULL) = (statement_number IS NULL))))
);

CREATE TABLE backups (
    id integer DEFAULT 1 NOT NULL,
    finished_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    CONSTRAINT backups_id_check CHECK ((id = 1))
);

CREATE TABLE clock (
    id integer DEFAULT 1 NOT NULL,
    seen_at timestamp with time zone NOT NULL,
    CONSTRAINT clock_id_check CHECK ((id = 1))
);

CREATE TABLE definitions (
    folder text NOT NULL,
    hash text NOT NULL,
    applied_at timestamp with time zone DEFAULT now() NOT NULL
);

CREATE TABLE migrations (
    id integer NOT NULL,
    name character varying(255) NOT NULL,
    executed_at timestamp(6) with time zone DEFAULT CURRENT_TIMESTAMP(6) NOT NULL
);

CREATE SEQUENCE migrations_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

ALTER SEQUENCE migrations_id_seq OWNED BY migrations.id;

CREATE TABLE oldest_release (
    id integer DEFAULT 1 NOT NULL,
    migration text NOT NULL,
    CONSTRAINT oldest_release_id_check CHECK ((id = 1))
);

CREATE UNLOGGED TABLE rate_limits (
    key text NOT NULL,
    used bigint NOT NULL,
    ends_at timestamp with time zone NOT NULL
);

CREATE TABLE secret_keys (
    key_id text NOT NULL,
    canary text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL
);

CREATE TABLE team_events (
    id bigint NOT NULL,
    team_id integer NOT NULL,
    kind text NOT NULL,
    at timestamp with time zone NOT NULL,
    account_id integer,
    install_id integer,
    address text,
    subject text,
    change text
);

ALTER TABLE team_events ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME team_events_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE tasks.booking_heard (
    booking_id bigint NOT NULL,
    version integer NOT NULL,
    stay_version integer DEFAULT 0 NOT NULL,
    unit_type_id bigint,
    unit_id bigint,
    called_off boolean DEFAULT false NOT NULL,
    property_id bigint,
    check_in date,
    check_out date,
    time_zone text
);

CREATE TABLE tasks.install_heard (
    team_id bigint NOT NULL,
    app text NOT NULL,
    version integer NOT NULL,
    ended boolean DEFAULT false NOT NULL
);

CREATE TABLE tasks.property_turn (
    property_id bigint NOT NULL,
    at timestamp(3) with time zone NOT NULL
);

CREATE TABLE tasks.rule_turn (
    team_id bigint NOT NULL,
    task_type text NOT NULL,
    next_at timestamp(3) with time zone NOT NULL
);

CREATE TABLE tasks.task (
    id bigint NOT NULL,
    team_id bigint NOT NULL,
    task_type text NOT NULL,
    status text NOT NULL,
    property_id bigint NOT NULL,
    booking_id bigint,
    due_at timestamp(3) with time zone,
    assignee_type text,
    assignee_name text,
    assigned_by text,
    sla_ms integer NOT NULL,
    assign_by timestamp(3) with time zone NOT NULL,
    custom_fields jsonb DEFAULT '[]'::jsonb NOT NULL,
    due_noted boolean DEFAULT false NOT NULL,
    version integer NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL,
    unit_type_id bigint,
    unit_id bigint,
    title text,
    note text,
    created_by_app text,
    external_id text,
    made_by text,
    blocks_guest_ready boolean DEFAULT false NOT NULL,
    due_on text,
    assignee_account_id bigint,
    checklist jsonb DEFAULT '[]'::jsonb NOT NULL,
    unit_chosen boolean DEFAULT false NOT NULL,
    completed_by_account_id bigint,
    CONSTRAINT task_assignee_type_check CHECK ((assignee_type = ANY (ARRAY['user'::text, 'app'::text, 'external'::text]))),
    CONSTRAINT task_check CHECK (((assigned_by IS NULL) = ((assignee_name IS NULL) AND (assignee_type IS NULL)))),
    CONSTRAINT task_check1 CHECK (((status <> 'OPEN'::text) OR (assigned_by IS NULL))),
    CONSTRAINT task_check2 CHECK (((status = ANY (ARRAY['OPEN'::text, 'CANCELLED'::text])) OR (assigned_by IS NOT NULL))),
    CONSTRAINT task_check3 CHECK (((due_on IS NULL) OR ((booking_id IS NOT NULL) AND (due_at IS NOT NULL)))),
    CONSTRAINT task_due_on_check CHECK ((due_on = ANY (ARRAY['check_in'::text, 'check_out'::text]))),
    CONSTRAINT task_status_check CHECK ((status = ANY (ARRAY['OPEN'::text, 'ASSIGNED'::text, 'IN_PROGRESS'::text, 'COMPLETED'::text, 'VERIFIED'::text, 'CANCELLED'::text])))
);

CREATE TABLE tasks.task_comments (
    id bigint NOT NULL,
    team_id bigint NOT NULL,
    task_id bigint NOT NULL,
    text text NOT NULL,
    author_name text NOT NULL,
    author_account_id bigint,
    author_app text,
    created_at timestamp(3) with time zone NOT NULL
);

ALTER TABLE tasks.task_comments ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME tasks.task_comments_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

ALTER TABLE tasks.task ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME tasks.task_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE tasks.task_rules (
    id bigint NOT NULL,
    team_id bigint NOT NULL,
    task_type text NOT NULL,
    trigger text NOT NULL,
    every_nights integer,
    days_before integer,
    date date,
    checklist jsonb NOT NULL,
    property_ids jsonb NOT NULL,
    enabled boolean NOT NULL,
    began_at timestamp(3) with time zone NOT NULL,
    next_at timestamp(3) with time zone NOT NULL,
    external_id text,
    CONSTRAINT task_rules_trigger_check CHECK ((trigger = ANY (ARRAY['check_out'::text, 'in_house'::text, 'before_arrival'::text, 'date'::text])))
);

ALTER TABLE tasks.task_rules ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME tasks.task_rules_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE tasks.task_type (
    team_id bigint NOT NULL,
    key text NOT NULL,
    name text NOT NULL,
    provider_app text,
    sla_ms integer NOT NULL,
    at_check_out boolean NOT NULL,
    app text,
    description text DEFAULT ''::text NOT NULL,
    icon text,
    state text DEFAULT 'enabled'::text NOT NULL,
    retired_because text,
    registered boolean DEFAULT false NOT NULL,
    blocks_guest_ready boolean DEFAULT false NOT NULL,
    fields jsonb DEFAULT '[]'::jsonb NOT NULL,
    rules jsonb DEFAULT '[]'::jsonb NOT NULL,
    own_work_verified boolean DEFAULT false NOT NULL,
    CONSTRAINT task_type_check CHECK (((app IS NULL) OR starts_with(key, (app || '/'::text)))),
    CONSTRAINT task_type_check1 CHECK (((state = 'retired'::text) = (retired_because IS NOT NULL))),
    CONSTRAINT task_type_sla_ms_check CHECK ((sla_ms > 0)),
    CONSTRAINT task_type_state_check CHECK ((state = ANY (ARRAY['offered'::text, 'enabled'::text, 'disabled'::text, 'retired'::text])))
);

CREATE TABLE tasks.turn (
    team_id bigint NOT NULL,
    at timestamp(3) with time zone NOT NULL
);

ALTER TABLE ONLY catalog.storefront_domain ALTER COLUMN id SET DEFAULT nextval('catalog.storefront_domain_id_seq'::regclass);

ALTER TABLE ONLY catalog.transfer ALTER COLUMN id SET DEFAULT nextval('catalog.transfer_id_seq'::regclass);

ALTER TABLE ONLY payments.method ALTER COLUMN id SET DEFAULT nextval('payments.method_id_seq'::regclass);

ALTER TABLE ONLY migrations ALTER COLUMN id SET DEFAULT nextval('migrations_id_seq'::regclass);

ALTER TABLE ONLY apps.access_tokens
    ADD CONSTRAINT access_tokens_pkey PRIMARY KEY (id);

ALTER TABLE ONLY apps.access_tokens
    ADD CONSTRAINT access_tokens_token_hash_key UNIQUE (token_hash);

ALTER TABLE ONLY apps.account_events
    ADD CONSTRAINT account_events_pkey PRIMARY KEY (id);

ALTER TABLE ONLY apps.accounts
    ADD CONSTRAINT accounts_email_key UNIQUE (email);

ALTER TABLE ONLY apps.accounts
    ADD CONSTRAINT accounts_pkey PRIMARY KEY (id);

ALTER TABLE ONLY apps.app_balances
    ADD CONSTRAINT app_balances_pkey PRIMARY KEY (product, product_id, currency);

ALTER TABLE ONLY apps.app_invoice_series
    ADD CONSTRAINT app_invoice_series_pkey PRIMARY KEY (kind, year);

ALTER TABLE ONLY apps.app_invoices
    ADD CONSTRAINT app_invoices_number_key UNIQUE (number);

ALTER TABLE ONLY apps.app_invoices
    ADD CONSTRAINT app_invoices_permalink_id_key UNIQUE (permalink_id);

ALTER TABLE ONLY apps.app_invoices
    ADD CONSTRAINT app_invoices_pkey PRIMARY KEY (id);

ALTER TABLE ONLY apps.app_payouts
    ADD CONSTRAINT app_payouts_app_id_reference_key UNIQUE (app_id, reference);

ALTER TABLE ONLY apps.app_payouts
    ADD CONSTRAINT app_payouts_pkey PRIMARY KEY (id);

ALTER TABLE ONLY apps.app_revenue
    ADD CONSTRAINT app_revenue_pkey PRIMARY KEY (month, currency, product, product_id);

ALTER TABLE ONLY apps.app_versions
    ADD CONSTRAINT app_versions_app_id_id_key UNIQUE (app_id, id);

ALTER TABLE ONLY apps.app_versions
    ADD CONSTRAINT app_versions_app_id_number_key UNIQUE (app_id, number);

ALTER TABLE ONLY apps.app_versions
    ADD CONSTRAINT app_versions_pkey PRIMARY KEY (id);

ALTER TABLE ONLY apps.apps
    ADD CONSTRAINT apps_client_id_key UNIQUE (client_id);

ALTER TABLE ONLY apps.apps
    ADD CONSTRAINT apps_pkey PRIMARY KEY (id);

ALTER TABLE ONLY apps.apps
    ADD CONSTRAINT apps_slug_key UNIQUE (slug);

ALTER TABLE ONLY apps.authorization_codes
    ADD CONSTRAINT authorization_codes_code_hash_key UNIQUE (code_hash);

ALTER TABLE ONLY apps.authorization_codes
    ADD CONSTRAINT authorization_codes_pkey PRIMARY KEY (id);

ALTER TABLE ONLY apps.charges
    ADD CONSTRAINT charges_pkey PRIMARY KEY (id);

ALTER TABLE ONLY apps.deliveries
    ADD CONSTRAINT deliveries_install_id_event_id_key UNIQUE (install_id, event_id);

ALTER TABLE ONLY apps.deliveries
    ADD CONSTRAINT deliveries_pkey PRIMARY KEY (id);

ALTER TABLE ONLY apps.delivery_hours
    ADD CONSTRAINT delivery_hours_pkey PRIMARY KEY (install_id, hour);

ALTER TABLE ONLY apps.device_codes
    ADD CONSTRAINT device_codes_pkey PRIMARY KEY (device_code_hash);

ALTER TABLE ONLY apps.device_codes
    ADD CONSTRAINT device_codes_user_code_hash_key UNIQUE (user_code_hash);

ALTER TABLE ONLY apps.factors
    ADD CONSTRAINT factors_credential_id_key UNIQUE (credential_id);

ALTER TABLE ONLY apps.factors
    ADD CONSTRAINT factors_pkey PRIMARY KEY (id);

ALTER TABLE ONLY apps.host_sessions
    ADD CONSTRAINT host_sessions_pkey PRIMARY KEY (id);

ALTER TABLE ONLY apps.host_sessions
    ADD CONSTRAINT host_sessions_token_hash_key UNIQUE (token_hash);

ALTER TABLE ONLY apps.install_settings
    ADD CONSTRAINT install_settings_pkey PRIMARY KEY (id);

ALTER TABLE ONLY apps.installs
    ADD CONSTRAINT installs_app_id_team_id_key UNIQUE (app_id, team_id);

ALTER TABLE ONLY apps.installs
    ADD CONSTRAINT installs_pkey PRIMARY KEY (id);

ALTER TABLE ONLY apps.ledger_entries
    ADD CONSTRAINT ledger_entries_pkey PRIMARY KEY (id);

ALTER TABLE ONLY apps.listing_media
    ADD CONSTRAINT listing_media_pkey PRIMARY KEY (id);

ALTER TABLE ONLY apps.listings
    ADD CONSTRAINT listings_pkey PRIMARY KEY (app_id);

ALTER TABLE ONLY apps.mail_tokens
    ADD CONSTRAINT mail_tokens_pkey PRIMARY KEY (id);

ALTER TABLE ONLY apps.mail_tokens
    ADD CONSTRAINT mail_tokens_token_hash_key UNIQUE (token_hash);

ALTER TABLE ONLY apps.mails
    ADD CONSTRAINT mails_key_key UNIQUE (key);

ALTER TABLE ONLY apps.mails
    ADD CONSTRAINT mails_pkey PRIMARY KEY (id);

ALTER TABLE ONLY apps.memberships
    ADD CONSTRAINT memberships_pkey PRIMARY KEY (account_id, team_id);

ALTER TABLE ONLY apps.passkey_challenges
    ADD CONSTRAINT passkey_challenges_pkey PRIMARY KEY (session_id, purpose);

ALTER TABLE ONLY apps.past_installs
    ADD CONSTRAINT past_installs_pkey PRIMARY KEY (id);

ALTER TABLE ONLY apps.plans
    ADD CONSTRAINT plans_app_id_key_version_key UNIQUE (app_id, key, version);

ALTER TABLE ONLY apps.plans
    ADD CONSTRAINT plans_pkey PRIMARY KEY (id);

ALTER TABLE ONLY apps.platform
    ADD CONSTRAINT platform_pkey PRIMARY KEY (one);

ALTER TABLE ONLY apps.queue_samples
    ADD CONSTRAINT queue_samples_pkey PRIMARY KEY (at);

ALTER TABLE ONLY apps.runtime_tokens
    ADD CONSTRAINT runtime_tokens_pkey PRIMARY KEY (id);

ALTER TABLE ONLY apps.runtime_tokens
    ADD CONSTRAINT runtime_tokens_token_hash_key UNIQUE (token_hash);

ALTER TABLE ONLY apps.setting_versions
    ADD CONSTRAINT setting_versions_pkey PRIMARY KEY (install_id, per, object_id);

ALTER TABLE ONLY apps.sign_in_failures
    ADD CONSTRAINT sign_in_failures_pkey PRIMARY KEY (key);

ALTER TABLE ONLY apps.statement_payments
    ADD CONSTRAINT statement_payments_pkey PRIMARY KEY (session_id);

ALTER TABLE ONLY apps.subscriptions
    ADD CONSTRAINT subscriptions_pkey PRIMARY KEY (id);

ALTER TABLE ONLY apps.team_invitations
    ADD CONSTRAINT team_invitations_pkey PRIMARY KEY (id);

ALTER TABLE ONLY apps.team_invitations
    ADD CONSTRAINT team_invitations_shown_token_hash_key UNIQUE (shown_token_hash);

ALTER TABLE ONLY apps.team_invitations
    ADD CONSTRAINT team_invitations_token_hash_key UNIQUE (token_hash);

ALTER TABLE ONLY apps.teams
    ADD CONSTRAINT teams_pkey PRIMARY KEY (id);

ALTER TABLE ONLY apps.teams
    ADD CONSTRAINT teams_slug_key UNIQUE (slug);

ALTER TABLE ONLY apps.theme_copies
    ADD CONSTRAINT theme_copies_pkey PRIMARY KEY (id);

ALTER TABLE ONLY apps.theme_trial_days
    ADD CONSTRAINT theme_trial_days_pkey PRIMARY KEY (team_id, theme_id, test, day);

ALTER TABLE ONLY apps.theme_versions
    ADD CONSTRAINT theme_versions_pkey PRIMARY KEY (id);

ALTER TABLE ONLY apps.themes
    ADD CONSTRAINT themes_pkey PRIMARY KEY (id);

ALTER TABLE ONLY apps.trial_days
    ADD CONSTRAINT trial_days_pkey PRIMARY KEY (team_id, app_id, test, day);

ALTER TABLE ONLY apps.usage_records
    ADD CONSTRAINT usage_records_install_id_idempotency_key_key UNIQUE (install_id, idempotency_key);

ALTER TABLE ONLY apps.usage_records
    ADD CONSTRAINT usage_records_pkey PRIMARY KEY (id);

ALTER TABLE ONLY apps.webhook_hours
    ADD CONSTRAINT webhook_hours_pkey PRIMARY KEY (hour);

ALTER TABLE ONLY catalog.acp_timestamp
    ADD CONSTRAINT acp_timestamp_pkey PRIMARY KEY (storefront_id, signed_at);

ALTER TABLE ONLY catalog.cancellation_policy
    ADD CONSTRAINT cancellation_policy_pkey PRIMARY KEY (id);

ALTER TABLE ONLY catalog.cancellation_policy
    ADD CONSTRAINT cancellation_policy_storefront_id_external_id_key UNIQUE (storefront_id, external_id);

ALTER TABLE ONLY catalog.channel_change
    ADD CONSTRAINT channel_change_pkey PRIMARY KEY (connection_id, unit_type_id);

ALTER TABLE ONLY catalog.channel_connection
    ADD CONSTRAINT channel_connection_pkey PRIMARY KEY (id);

ALTER TABLE ONLY catalog.channel_look
    ADD CONSTRAINT channel_look_pkey PRIMARY KEY (one);

ALTER TABLE ONLY catalog.channel_message
    ADD CONSTRAINT channel_message_pkey PRIMARY KEY (id);

ALTER TABLE ONLY catalog.channel_night
    ADD CONSTRAINT channel_night_pkey PRIMARY KEY (unit_type_id, night, hold_id);

ALTER TABLE ONLY catalog.channel_push
    ADD CONSTRAINT channel_push_pkey PRIMARY KEY (connection_id);

ALTER TABLE ONLY catalog.channel_rate
    ADD CONSTRAINT channel_rate_pkey PRIMARY KEY (connection_id, channel_room_id, channel_rate_id);

ALTER TABLE ONLY catalog.channel_room
    ADD CONSTRAINT channel_room_pkey PRIMARY KEY (connection_id, channel_room_id);

ALTER TABLE ONLY catalog.channel_unmapped_room
    ADD CONSTRAINT channel_unmapped_room_pkey PRIMARY KEY (connection_id, channel_room_id, channel_rate_id);

ALTER TABLE ONLY catalog.closed_unit_nights
    ADD CONSTRAINT closed_unit_nights_pkey PRIMARY KEY (unit_id, night);

ALTER TABLE ONLY catalog.fee
    ADD CONSTRAINT fee_pkey PRIMARY KEY (id);

ALTER TABLE ONLY catalog.freed_nights
    ADD CONSTRAINT freed_nights_pkey PRIMARY KEY (hold_id, unit_type_id, night);

ALTER TABLE ONLY catalog.ical_event
    ADD CONSTRAINT ical_event_pkey PRIMARY KEY (feed_id, external_id);

ALTER TABLE ONLY catalog.ical_export
    ADD CONSTRAINT ical_export_pkey PRIMARY KEY (id);

ALTER TABLE ONLY catalog.ical_export
    ADD CONSTRAINT ical_export_token_hash_key UNIQUE (token_hash);

ALTER TABLE ONLY catalog.ical_feed
    ADD CONSTRAINT ical_feed_pkey PRIMARY KEY (id);

ALTER TABLE ONLY catalog.ical_night
    ADD CONSTRAINT ical_night_pkey PRIMARY KEY (unit_type_id, night, feed_id);

ALTER TABLE ONLY catalog.ical_shown
    ADD CONSTRAINT ical_shown_pkey PRIMARY KEY (export_id, check_in, check_out);

ALTER TABLE ONLY catalog.injection_check
    ADD CONSTRAINT injection_check_pkey PRIMARY KEY (app_slug, url);

ALTER TABLE ONLY catalog.injection_placement
    ADD CONSTRAINT injection_placement_pkey PRIMARY KEY (id);

ALTER TABLE ONLY catalog.injection_suspension
    ADD CONSTRAINT injection_suspension_pkey PRIMARY KEY (app_slug);

ALTER TABLE ONLY catalog.media
    ADD CONSTRAINT media_pkey PRIMARY KEY (id);

ALTER TABLE ONLY catalog.night
    ADD CONSTRAINT night_pkey PRIMARY KEY (unit_type_id, night);

ALTER TABLE ONLY catalog.property
    ADD CONSTRAINT property_pkey PRIMARY KEY (id);

ALTER TABLE ONLY catalog.rate_plan
    ADD CONSTRAINT rate_plan_pkey PRIMARY KEY (id);

ALTER TABLE ONLY catalog.stay_holds
    ADD CONSTRAINT stay_hold_pkey PRIMARY KEY (id);

ALTER TABLE ONLY catalog.storefront
    ADD CONSTRAINT storefront_domain_key UNIQUE (domain);

ALTER TABLE ONLY catalog.storefront_domain
    ADD CONSTRAINT storefront_domain_pkey PRIMARY KEY (id);

ALTER TABLE ONLY catalog.storefront_looks
    ADD CONSTRAINT storefront_looks_pkey PRIMARY KEY (storefront_id);

ALTER TABLE ONLY catalog.storefront
    ADD CONSTRAINT storefront_pkey PRIMARY KEY (id);

ALTER TABLE ONLY catalog.storefront
    ADD CONSTRAINT storefront_slug_key UNIQUE (slug);

ALTER TABLE ONLY catalog.storefront_themes
    ADD CONSTRAINT storefront_themes_pkey PRIMARY KEY (id);

ALTER TABLE ONLY catalog.tax
    ADD CONSTRAINT tax_pkey PRIMARY KEY (id);

ALTER TABLE ONLY catalog.transfer_piece
    ADD CONSTRAINT transfer_piece_pkey PRIMARY KEY (transfer_id, n);

ALTER TABLE ONLY catalog.transfer
    ADD CONSTRAINT transfer_pkey PRIMARY KEY (id);

ALTER TABLE ONLY catalog.transfer_row
    ADD CONSTRAINT transfer_row_pkey PRIMARY KEY (transfer_id, n);

ALTER TABLE ONLY catalog.unit
    ADD CONSTRAINT unit_pkey PRIMARY KEY (id);

ALTER TABLE ONLY catalog.unit_type
    ADD CONSTRAINT unit_type_pkey PRIMARY KEY (id);

ALTER TABLE ONLY catalog.unit
    ADD CONSTRAINT unit_unit_type_id_place_key UNIQUE (unit_type_id, place);

ALTER TABLE ONLY catalog.unpaid_sums
    ADD CONSTRAINT unpaid_sums_pkey PRIMARY KEY (storefront_id, kind, holder);

ALTER TABLE ONLY checkout.attachments
    ADD CONSTRAINT attachments_pkey PRIMARY KEY (id);

ALTER TABLE ONLY checkout.booking_change_requests
    ADD CONSTRAINT booking_change_requests_pkey PRIMARY KEY (id);

ALTER TABLE ONLY checkout.booking_requests
    ADD CONSTRAINT booking_requests_id_key UNIQUE (id);

ALTER TABLE ONLY checkout.booking_requests
    ADD CONSTRAINT booking_requests_pkey PRIMARY KEY (number);

ALTER TABLE ONLY checkout.booking_requests
    ADD CONSTRAINT booking_requests_reference_key UNIQUE (reference);

ALTER TABLE ONLY checkout.booking_views
    ADD CONSTRAINT booking_views_pkey PRIMARY KEY (id);

ALTER TABLE ONLY checkout.bookings
    ADD CONSTRAINT bookings_checkout UNIQUE (checkout_id);

ALTER TABLE ONLY checkout.bookings
    ADD CONSTRAINT bookings_hold UNIQUE (hold_id);

ALTER TABLE ONLY checkout.bookings
    ADD CONSTRAINT bookings_permalink UNIQUE (permalink_id);

ALTER TABLE ONLY checkout.bookings
    ADD CONSTRAINT bookings_pkey PRIMARY KEY (id);

ALTER TABLE ONLY checkout.bookings
    ADD CONSTRAINT bookings_reference UNIQUE (reference);

ALTER TABLE checkout.bookings
    ADD CONSTRAINT bookings_refund_due_check CHECK ((refund_due >= 0)) NOT VALID;

ALTER TABLE ONLY checkout.contact_keys
    ADD CONSTRAINT contact_keys_once PRIMARY KEY (contact_id, kind, value);

ALTER TABLE ONLY checkout.contacts
    ADD CONSTRAINT contacts_pkey PRIMARY KEY (id);

ALTER TABLE ONLY checkout.conversation_stays
    ADD CONSTRAINT conversation_stays_pkey PRIMARY KEY (id);

ALTER TABLE ONLY checkout.conversations
    ADD CONSTRAINT conversations_pkey PRIMARY KEY (id);

ALTER TABLE ONLY checkout.folio_entries
    ADD CONSTRAINT folio_entries_id_key UNIQUE (id);

ALTER TABLE ONLY checkout.folio_entries
    ADD CONSTRAINT folio_entries_pkey PRIMARY KEY (number);

ALTER TABLE ONLY checkout.idempotency
    ADD CONSTRAINT idempotency_key PRIMARY KEY (storefront_id, surface, operation, checkout_id, key_hash);

ALTER TABLE ONLY checkout.invoice_series
    ADD CONSTRAINT invoice_series_pkey PRIMARY KEY (team_id, series, year);

ALTER TABLE ONLY checkout.invoices
    ADD CONSTRAINT invoices_pkey PRIMARY KEY (id);

ALTER TABLE ONLY checkout.merged_bookings
    ADD CONSTRAINT merged_bookings_pkey PRIMARY KEY (contact_id, booking_id);

ALTER TABLE ONLY checkout.merged_conversations
    ADD CONSTRAINT merged_conversations_pkey PRIMARY KEY (contact_id, conversation_id);

ALTER TABLE ONLY checkout.message_rules
    ADD CONSTRAINT message_rules_pkey PRIMARY KEY (id);

ALTER TABLE ONLY checkout.message_templates
    ADD CONSTRAINT message_templates_pkey PRIMARY KEY (id);

ALTER TABLE ONLY checkout.messages
    ADD CONSTRAINT messages_pkey PRIMARY KEY (id);

ALTER TABLE ONLY checkout.payments
    ADD CONSTRAINT payments_pkey PRIMARY KEY (session_id);

ALTER TABLE ONLY checkout.report_bookings
    ADD CONSTRAINT report_bookings_pkey PRIMARY KEY (booking_id);

ALTER TABLE ONLY checkout.report_cells
    ADD CONSTRAINT report_cells_pkey PRIMARY KEY (team_id, basis, dimension, day, property_id, key, currency);

ALTER TABLE ONLY checkout.report_progress
    ADD CONSTRAINT report_progress_pkey PRIMARY KEY (team_id);

ALTER TABLE ONLY checkout.rule_messages
    ADD CONSTRAINT rule_messages_pkey PRIMARY KEY (id);

ALTER TABLE ONLY checkout.sessions
    ADD CONSTRAINT sessions_pkey PRIMARY KEY (id);

ALTER TABLE ONLY checkout.stray_holds
    ADD CONSTRAINT stray_holds_pkey PRIMARY KEY (hold_id);

ALTER TABLE ONLY checkout.task_photos
    ADD CONSTRAINT task_photos_pkey PRIMARY KEY (id);

ALTER TABLE ONLY checkout.unit_statuses
    ADD CONSTRAINT unit_statuses_pkey PRIMARY KEY (unit_id);

ALTER TABLE ONLY payments.method
    ADD CONSTRAINT method_once UNIQUE (storefront_id, kind);

ALTER TABLE ONLY payments.method
    ADD CONSTRAINT method_pkey PRIMARY KEY (id);

ALTER TABLE ONLY payments.refund
    ADD CONSTRAINT refund_pkey PRIMARY KEY (id);

ALTER TABLE ONLY payments.reversals
    ADD CONSTRAINT reversals_pkey PRIMARY KEY (session_id, reference);

ALTER TABLE ONLY payments.session
    ADD CONSTRAINT session_pkey PRIMARY KEY (id);

ALTER TABLE ONLY backups
    ADD CONSTRAINT backups_pkey PRIMARY KEY (id);

ALTER TABLE ONLY clock
    ADD CONSTRAINT clock_pkey PRIMARY KEY (id);

ALTER TABLE ONLY definitions
    ADD CONSTRAINT definitions_pkey PRIMARY KEY (folder);

ALTER TABLE ONLY migrations
    ADD CONSTRAINT migrations_pkey PRIMARY KEY (id);

ALTER TABLE ONLY oldest_release
    ADD CONSTRAINT oldest_release_pkey PRIMARY KEY (id);

ALTER TABLE ONLY rate_limits
    ADD CONSTRAINT rate_limits_pkey PRIMARY KEY (key);

ALTER TABLE ONLY secret_keys
    ADD CONSTRAINT secret_keys_pkey PRIMARY KEY (key_id);

ALTER TABLE ONLY team_events
    ADD CONSTRAINT team_events_pkey PRIMARY KEY (id);

ALTER TABLE ONLY tasks.booking_heard
    ADD CONSTRAINT booking_heard_pkey PRIMARY KEY (booking_id);

ALTER TABLE ONLY tasks.install_heard
    ADD CONSTRAINT install_heard_pkey PRIMARY KEY (team_id, app);

ALTER TABLE ONLY tasks.property_turn
    ADD CONSTRAINT property_turn_pkey PRIMARY KEY (property_id);

ALTER TABLE ONLY tasks.rule_turn
    ADD CONSTRAINT rule_turn_pkey PRIMARY KEY (team_id, task_type);

ALTER TABLE ONLY tasks.task_comments
    ADD CONSTRAINT task_comments_pkey PRIMARY KEY (id);

ALTER TABLE ONLY tasks.task
    ADD CONSTRAINT task_pkey PRIMARY KEY (id);

ALTER TABLE ONLY tasks.task_rules
    ADD CONSTRAINT task_rules_pkey PRIMARY KEY (id);

ALTER TABLE ONLY tasks.task_type
    ADD CONSTRAINT task_type_pkey PRIMARY KEY (team_id, key);

ALTER TABLE ONLY tasks.turn
    ADD CONSTRAINT turn_pkey PRIMARY KEY (team_id);

CREATE INDEX access_tokens_account_id_idx ON apps.access_tokens USING btree (account_id) WHERE (revoked_at IS NULL);

CREATE INDEX access_tokens_revoked ON apps.access_tokens USING btree (revoked_at) WHERE (revoked_at IS NOT NULL);

CREATE INDEX account_events_at ON apps.account_events USING btree (at);

CREATE INDEX account_events_of_account ON apps.account_events USING btree (account_id, id);

CREATE INDEX accounts_unverified ON apps.accounts USING btree (created_at) WHERE (verified_at IS NULL);

CREATE INDEX app_invoices_by_status ON apps.app_invoices USING btree (status, id);

CREATE UNIQUE INDEX app_invoices_monthly ON apps.app_invoices USING btree (team_id, currency, month) WHERE (kind = 'statement'::text);

CREATE INDEX app_invoices_of_team ON apps.app_invoices USING btree (team_id, id);

CREATE INDEX app_invoices_open ON apps.app_invoices USING btree (due_at) WHERE (status = 'open'::text);

CREATE INDEX app_invoices_search ON apps.app_invoices USING gin (lower(number) gin_trgm_ops);

CREATE INDEX app_payouts_of_app ON apps.app_payouts USING btree (app_id, id);

CREATE UNIQUE INDEX app_payouts_of_theme ON apps.app_payouts USING btree (theme_id, reference) WHERE (theme_id IS NOT NULL);

CREATE INDEX apps_in_order ON apps.apps USING btree (account_id, id);

CREATE INDEX authorization_codes_expires_at_idx ON apps.authorization_codes USING btree (expires_at);

CREATE INDEX charges_of_invoice ON apps.charges USING btree (invoice_id, id) WHERE (invoice_id IS NOT NULL);

CREATE INDEX charges_unbilled ON apps.charges USING btree (team_id, currency, day) WHERE (invoice_id IS NULL);

CREATE INDEX deliveries_install_id_id_idx ON apps.deliveries USING btree (install_id, id DESC);

CREATE INDEX delivery_age ON apps.deliveries USING brin (created_at);

CREATE INDEX delivery_due ON apps.deliveries USING btree (install_id, next_attempt_at, id) WHERE (status = ANY (ARRAY['pending'::text, 'retrying'::text]));

CREATE INDEX delivery_failures ON apps.deliveries USING btree (install_id, topic, sent_at) WHERE (status = ANY (ARRAY['retrying'::text, 'failed'::text]));

CREATE INDEX delivery_handed_over ON apps.deliveries USING btree (install_id) WHERE handed_over;

CREATE INDEX delivery_hours_age ON apps.delivery_hours USING btree (hour);

CREATE INDEX delivery_of_resource ON apps.deliveries USING btree (install_id, resource_key) WHERE (status = ANY (ARRAY['pending'::text, 'retrying'::text]));

CREATE INDEX device_codes_account ON apps.device_codes USING btree (account_id) WHERE (account_id IS NOT NULL);

CREATE INDEX device_codes_ended ON apps.device_codes USING btree (expires_at);

CREATE INDEX factors_of_account ON apps.factors USING btree (account_id);

CREATE INDEX host_sessions_expires_at_idx ON apps.host_sessions USING btree (expires_at);

CREATE UNIQUE INDEX install_settings_once ON apps.install_settings USING btree (install_id, per, object_id, key);

CREATE INDEX install_settings_removed ON apps.install_settings USING btree (removed_at) WHERE (removed_at IS NOT NULL);

CREATE INDEX installs_newest ON apps.installs USING btree (team_id, installed_at, id);

CREATE INDEX ledger_entries_of_app ON apps.ledger_entries USING btree (app_id, id);

CREATE INDEX ledger_entries_of_charge ON apps.ledger_entries USING btree (charge_id) WHERE (charge_id IS NOT NULL);

CREATE INDEX ledger_entries_of_invoice ON apps.ledger_entries USING btree (invoice_id) WHERE (invoice_id IS NOT NULL);

CREATE INDEX ledger_entries_of_theme ON apps.ledger_entries USING btree (theme_id, id) WHERE (theme_id IS NOT NULL);

CREATE INDEX listing_media_by_digest ON apps.listing_media USING btree (sha256);

CREATE INDEX listing_media_idle ON apps.listing_media USING btree (updated_at);

CREATE UNIQUE INDEX listing_media_of_app ON apps.listing_media USING btree (app_id, sha256);

CREATE INDEX listings_in_review ON apps.listings USING btree (submitted_at, app_id) WHERE (draft_status = 'in_review'::text);

CREATE INDEX mail_tokens_ended ON apps.mail_tokens USING btree (expires_at);

CREATE INDEX mail_tokens_of_account ON apps.mail_tokens USING btree (account_id, purpose);

CREATE INDEX mails_due ON apps.mails USING btree (due_at) WHERE (status = 'queued'::text);

CREATE INDEX mails_ended ON apps.mails USING btree (ended_at) WHERE (status <> 'queued'::text);

CREATE INDEX mails_of_booking ON apps.mails USING btree (booking_id) WHERE (booking_id IS NOT NULL);

CREATE INDEX mails_of_budget ON apps.mails USING btree (budget, created_at) WHERE (budget IS NOT NULL);

CREATE INDEX mails_of_conversation ON apps.mails USING btree (conversation_id, created_at) WHERE (conversation_id IS NOT NULL);

CREATE INDEX mails_of_request ON apps.mails USING btree (request_id) WHERE (request_id IS NOT NULL);

CREATE INDEX mails_to ON apps.mails USING btree (recipient, created_at);

CREATE INDEX members_in_order ON apps.memberships USING btree (team_id, created_at, account_id);

CREATE UNIQUE INDEX one_version_in_review ON apps.app_versions USING btree (app_id) WHERE (status = 'in_review'::text);

CREATE INDEX past_installs_age ON apps.past_installs USING btree (uninstalled_at);

CREATE INDEX past_installs_of_app ON apps.past_installs USING btree (app_id, uninstalled_at);

CREATE UNIQUE INDEX plans_current ON apps.plans USING btree (app_id, key) WHERE is_current;

CREATE UNIQUE INDEX plans_of_theme ON apps.plans USING btree (theme_id, key, version) WHERE (theme_id IS NOT NULL);

CREATE UNIQUE INDEX plans_of_theme_current ON apps.plans USING btree (theme_id, key) WHERE (is_current AND (theme_id IS NOT NULL));

CREATE INDEX reviews_in_order ON apps.app_versions USING btree (submitted_at, id) WHERE (status = 'in_review'::text);

CREATE INDEX runtime_tokens_install_id_idx ON apps.runtime_tokens USING btree (install_id) WHERE (revoked_at IS NULL);

CREATE INDEX runtime_tokens_revoked ON apps.runtime_tokens USING btree (revoked_at) WHERE (revoked_at IS NOT NULL);

CREATE INDEX sign_in_failures_ends_at_idx ON apps.sign_in_failures USING btree (ends_at);

CREATE INDEX statement_payments_of_invoice ON apps.statement_payments USING btree (invoice_id);

CREATE INDEX subscriptions_cancelling ON apps.subscriptions USING btree (cancel_at) WHERE (status <> 'cancelled'::text);

CREATE UNIQUE INDEX subscriptions_live ON apps.subscriptions USING btree (install_id) WHERE (status <> 'cancelled'::text);

CREATE INDEX subscriptions_of_install ON apps.subscriptions USING btree (install_id, id);

CREATE INDEX subscriptions_of_team ON apps.subscriptions USING btree (team_id, app_id, id);

CREATE INDEX subscriptions_of_theme ON apps.subscriptions USING btree (team_id, theme_id, id) WHERE (theme_id IS NOT NULL);

CREATE UNIQUE INDEX subscriptions_of_theme_live ON apps.subscriptions USING btree (team_id, theme_id) WHERE ((status <> 'cancelled'::text) AND (theme_id IS NOT NULL));

CREATE INDEX subscriptions_owing ON apps.subscriptions USING btree (install_id) WHERE (status = ANY (ARRAY['past_due'::text, 'frozen'::text]));

CREATE INDEX subscriptions_renewing ON apps.subscriptions USING btree (period_end) WHERE (status <> 'cancelled'::text);

CREATE INDEX team_invitations_ended ON apps.team_invitations USING btree (COALESCE(ended_at, expires_at));

CREATE INDEX team_invitations_expires_at_idx ON apps.team_invitations USING btree (expires_at);

CREATE INDEX team_invitations_team_id_id_idx ON apps.team_invitations USING btree (team_id, id);

CREATE INDEX teams_search ON apps.teams USING gin (lower(((name || ' '::text) || slug)) gin_trgm_ops);

CREATE INDEX theme_copies_package ON apps.theme_copies USING btree (sha256);

CREATE UNIQUE INDEX theme_copies_place ON apps.theme_copies USING btree (account_id, storefront_id, slug);

CREATE INDEX theme_versions_in_review ON apps.theme_versions USING btree (submitted_at, id) WHERE (status = 'in_review'::text);

CREATE UNIQUE INDEX theme_versions_number ON apps.theme_versions USING btree (theme_id, number);

CREATE INDEX theme_versions_package ON apps.theme_versions USING btree (sha256);

CREATE INDEX themes_account ON apps.themes USING btree (account_id, id);

CREATE UNIQUE INDEX themes_slug ON apps.themes USING btree (slug);

CREATE INDEX usage_records_age ON apps.usage_records USING btree (created_at);

CREATE INDEX channel_connection_of_team ON catalog.channel_connection USING btree (team_id);

CREATE UNIQUE INDEX channel_connection_once ON catalog.channel_connection USING btree (install_id, channel_property_id) WHERE (status <> 'disconnected'::text);

CREATE INDEX channel_message_age ON catalog.channel_message USING btree (sent_at);

CREATE INDEX channel_message_of_connection ON catalog.channel_message USING btree (connection_id, sequence);

CREATE INDEX channel_night_age ON catalog.channel_night USING btree (night);

CREATE INDEX channel_night_of_hold ON catalog.channel_night USING btree (hold_id);

CREATE INDEX channel_night_overbooked ON catalog.channel_night USING btree (connection_id, night) WHERE (taken < wanted);

CREATE INDEX channel_push_due ON catalog.channel_push USING btree (next_attempt_at) WHERE (next_attempt_at IS NOT NULL);

CREATE INDEX channel_push_message ON catalog.channel_push USING btree (message_id) WHERE (message_id IS NOT NULL);

CREATE INDEX channel_room_of_unit_type ON catalog.channel_room USING btree (unit_type_id);

CREATE INDEX closed_unit_nights_age ON catalog.closed_unit_nights USING btree (night);

CREATE INDEX closed_unit_nights_of_hold ON catalog.closed_unit_nights USING btree (hold_id) WHERE (hold_id IS NOT NULL);

CREATE INDEX closed_unit_nights_of_type ON catalog.closed_unit_nights USING btree (unit_type_id, night);

CREATE UNIQUE INDEX fee_external_id ON catalog.fee USING btree (property_id, external_id);

CREATE INDEX fee_property ON catalog.fee USING btree (property_id);

CREATE INDEX freed_nights_age ON catalog.freed_nights USING btree (night);

CREATE UNIQUE INDEX ical_export_of_feed ON catalog.ical_export USING btree (feed_id);

CREATE UNIQUE INDEX ical_export_of_unit_type ON catalog.ical_export USING btree (unit_type_id) WHERE (feed_id IS NULL);

CREATE UNIQUE INDEX ical_feed_added ON catalog.ical_feed USING btree (unit_type_id, url_hash) WHERE (removed_at IS NULL);

CREATE INDEX ical_feed_due ON catalog.ical_feed USING btree (next_read_at) WHERE ((removed_at IS NULL) AND (status <> 'paused'::text));

CREATE INDEX injection_check_due ON catalog.injection_check USING btree (next_at);

CREATE INDEX injection_placement_of_app ON catalog.injection_placement USING btree (app_slug);

CREATE INDEX injection_placement_of_install ON catalog.injection_placement USING btree (install_id);

CREATE UNIQUE INDEX injection_placement_once ON catalog.injection_placement USING btree (storefront_id, install_id, handle, target);

CREATE INDEX media_by_digest ON catalog.media USING btree (sha256);

CREATE INDEX media_by_source ON catalog.media USING btree (team_id, source_url) WHERE (source_url IS NOT NULL);

CREATE INDEX media_idle ON catalog.media USING btree (updated_at);

CREATE UNIQUE INDEX media_of_team ON catalog.media USING btree (team_id, sha256);

CREATE INDEX media_to_process ON catalog.media USING btree (team_id, id) WHERE ((status = ANY (ARRAY['uploaded'::text, 'processing'::text])) AND (removed_at IS NULL));

CREATE INDEX night_change_xid ON catalog.night_change USING btree (xid);

CREATE UNIQUE INDEX property_external_id ON catalog.property USING btree (storefront_id, external_id);

CREATE INDEX property_storefront ON catalog.property USING btree (storefront_id);

CREATE INDEX rate_plan_cancellation_policy ON catalog.rate_plan USING btree (cancellation_policy_id);

CREATE UNIQUE INDEX rate_plan_external_id ON catalog.rate_plan USING btree (unit_type_id, external_id);

CREATE INDEX stay_hold_guest ON catalog.stay_holds USING btree (storefront_id, guest_email) WHERE (state = 'held'::text);

CREATE INDEX stay_hold_released ON catalog.stay_holds USING btree (check_out) WHERE (state = 'released'::text);

CREATE INDEX stay_hold_unannounced ON catalog.stay_holds USING btree (updated_at) WHERE (announced <> (state <> 'released'::text));

CREATE INDEX stay_holds_of_address ON catalog.stay_holds USING btree (storefront_id, agent_address, held_until) WHERE ((state = 'held'::text) AND (agent_address IS NOT NULL));

CREATE INDEX stay_holds_of_profile ON catalog.stay_holds USING btree (storefront_id, agent_profile, held_until) WHERE ((state = 'held'::text) AND (agent_profile IS NOT NULL));

CREATE UNIQUE INDEX storefront_domain_added ON catalog.storefront_domain USING btree (storefront_id, domain) WHERE (status <> 'removed'::text);

CREATE UNIQUE INDEX storefront_domain_claimed ON catalog.storefront_domain USING btree (domain) WHERE (status = ANY (ARRAY['verified'::text, 'active'::text, 'failing'::text]));

CREATE INDEX storefront_domain_due ON catalog.storefront_domain USING btree (next_check_at) WHERE (status <> 'removed'::text);

CREATE INDEX storefront_domain_search ON catalog.storefront_domain USING gin (domain gin_trgm_ops);

CREATE INDEX storefront_looks_media ON catalog.storefront_looks USING gin (media_ids);

CREATE INDEX storefront_search ON catalog.storefront USING gin (lower(((name || ' '::text) || domain)) gin_trgm_ops);

CREATE INDEX storefront_team ON catalog.storefront USING btree (team_id);

CREATE UNIQUE INDEX storefront_themes_published ON catalog.storefront_themes USING btree (storefront_id) WHERE (status = 'published'::text);

CREATE INDEX storefront_themes_slug ON catalog.storefront_themes USING btree (slug, storefront_id);

CREATE INDEX storefront_themes_storefront ON catalog.storefront_themes USING btree (storefront_id, id);

CREATE UNIQUE INDEX tax_external_id ON catalog.tax USING btree (property_id, external_id);

CREATE INDEX tax_property ON catalog.tax USING btree (property_id);

CREATE INDEX transfer_age ON catalog.transfer USING btree (created_at);

CREATE INDEX transfer_of_team ON catalog.transfer USING btree (team_id, id);

CREATE INDEX transfer_open ON catalog.transfer USING btree (id) WHERE (status = ANY (ARRAY['uploaded'::text, 'applying'::text, 'running'::text]));

CREATE UNIQUE INDEX unit_type_external_id ON catalog.unit_type USING btree (property_id, external_id);

CREATE INDEX unit_type_property ON catalog.unit_type USING btree (property_id);

CREATE INDEX unit_type_rate_plan ON catalog.unit_type USING btree (rate_plan_id);

CREATE INDEX attachments_idle ON checkout.attachments USING btree (created_at) WHERE (message_id IS NULL);

CREATE INDEX attachments_of_message ON checkout.attachments USING btree (message_id, "position") WHERE (message_id IS NOT NULL);

CREATE INDEX attachments_of_team ON checkout.attachments USING btree (team_id) INCLUDE (bytes);

CREATE INDEX attachments_removed ON checkout.attachments USING btree (removed_at) WHERE (removed_at IS NOT NULL);

CREATE INDEX attachments_to_fetch ON checkout.attachments USING btree (team_id, id) WHERE ((status = 'fetching'::text) AND (removed_at IS NULL));

CREATE INDEX booking_change_requests_of_booking ON checkout.booking_change_requests USING btree (booking_id, id);

CREATE INDEX booking_change_requests_of_team ON checkout.booking_change_requests USING btree (team_id, id);

CREATE UNIQUE INDEX booking_change_requests_open ON checkout.booking_change_requests USING btree (booking_id) WHERE (status = 'pending'::text);

CREATE INDEX booking_change_requests_waiting ON checkout.booking_change_requests USING btree (expires_at) WHERE (status = 'pending'::text);

CREATE UNIQUE INDEX booking_requests_booked ON checkout.booking_requests USING btree (booking_id) WHERE (booking_id IS NOT NULL);

CREATE INDEX booking_requests_changed ON checkout.booking_requests USING btree (team_id, updated_at, number);

CREATE INDEX booking_requests_of_guest ON checkout.booking_requests USING btree (guest_email, created_at);

CREATE INDEX booking_requests_of_storefront ON checkout.booking_requests USING btree (storefront_id) WHERE (status = 'pending'::text);

CREATE INDEX booking_requests_unverified ON checkout.booking_requests USING btree (created_at) WHERE (status = 'unverified'::text);

CREATE INDEX booking_requests_waiting ON checkout.booking_requests USING btree (respond_by) WHERE (status = 'pending'::text);

CREATE INDEX booking_views_of_team ON checkout.booking_views USING btree (team_id, account_id);

CREATE INDEX bookings_arrivals ON checkout.bookings USING btree (team_id, ((check_in - '1970-01-01'::date)), id);

CREATE INDEX bookings_arriving ON checkout.bookings USING btree (check_in) WHERE ((status = 'confirmed'::text) AND (checked_in_at IS NULL));

CREATE INDEX bookings_at_property ON checkout.bookings USING btree (property_id, check_in);

CREATE INDEX bookings_balance ON checkout.bookings USING btree (team_id, COALESCE(balance_due_on, check_in)) WHERE ((status = 'confirmed'::text) AND (paid < total));

CREATE INDEX bookings_balance_due ON checkout.bookings USING btree (team_id, ((COALESCE(balance_due_on, check_in) - '1970-01-01'::date)), id) WHERE ((status = ANY (ARRAY['confirmed'::text, 'cancelled'::text])) AND (((paid + excess_paid) - refunded) < COALESCE(charged, total)));

CREATE INDEX bookings_by_guest ON checkout.bookings USING btree (team_id, lower(((guest_last_name || ' '::text) || guest_first_name)), id);

CREATE INDEX bookings_by_import ON checkout.bookings USING btree (team_id, import_id) WHERE (import_id IS NOT NULL);

CREATE INDEX bookings_by_total ON checkout.bookings USING btree (team_id, ((- total)), id);

CREATE INDEX bookings_by_unit ON checkout.bookings USING gin (assigned_units jsonb_path_ops);

CREATE INDEX bookings_by_unit_type ON checkout.bookings USING gin (checkout.booked_unit_types(lines));

CREATE INDEX bookings_changes ON checkout.bookings USING btree (team_id, updated_at, id);

CREATE UNIQUE INDEX bookings_channel ON checkout.bookings USING btree (channel_connection_id, source_external_id) WHERE (channel_connection_id IS NOT NULL);

CREATE INDEX bookings_departures ON checkout.bookings USING btree (team_id, ((check_out - '1970-01-01'::date)), id);

CREATE UNIQUE INDEX bookings_entered ON checkout.bookings USING btree (team_id, COALESCE(entered_by, 0), source_external_id) WHERE ((entered_revision IS NOT NULL) AND (source_external_id IS NOT NULL));

CREATE INDEX bookings_expected ON checkout.bookings USING btree (check_in) WHERE ((status = 'confirmed'::text) AND (stay_state = 'expected'::text));

CREATE INDEX bookings_external ON checkout.bookings USING btree (team_id, source_external_id) WHERE (source_external_id IS NOT NULL);

CREATE INDEX bookings_held ON checkout.bookings USING btree (hold_expires_at) WHERE (status = 'held'::text);

CREATE INDEX bookings_in_house ON checkout.bookings USING btree (check_out) WHERE ((status = 'confirmed'::text) AND (stay_state = 'in_house'::text));

CREATE INDEX bookings_in_units ON checkout.bookings USING btree (property_id, COALESCE(nights_until, check_out), check_in) WHERE ((status = ANY (ARRAY['held'::text, 'confirmed'::text])) AND (assigned_units <> '[]'::jsonb));

CREATE INDEX bookings_leaving ON checkout.bookings USING btree (check_out) WHERE ((status = 'confirmed'::text) AND (checked_out_at IS NULL));

CREATE INDEX bookings_newest ON checkout.bookings USING btree (team_id, ((((- EXTRACT(epoch FROM (created_at AT TIME ZONE 'UTC'::text))) * (1000000)::numeric))::bigint), id);

CREATE INDEX bookings_of_contact ON checkout.bookings USING btree (contact_id, updated_at, id);

CREATE INDEX bookings_of_property ON checkout.bookings USING btree (property_id, updated_at, id);

CREATE INDEX bookings_owed ON checkout.bookings USING btree (team_id, COALESCE(balance_due_on, check_in)) WHERE ((status = 'confirmed'::text) AND (paid < COALESCE(charged, total)));

CREATE INDEX bookings_owed_by_day ON checkout.bookings USING btree (team_id, ((check_in - '1970-01-01'::date)), id) WHERE ((status = 'confirmed'::text) AND (paid < COALESCE(charged, total)));

CREATE INDEX bookings_owing ON checkout.bookings USING btree (team_id, ((check_in - '1970-01-01'::date)), id) WHERE ((status = 'confirmed'::text) AND (paid < total));

CREATE INDEX bookings_search ON checkout.bookings USING gin (lower(((((((reference || ' '::text) || guest_first_name) || ' '::text) || guest_last_name) || ' '::text) || COALESCE(guest_email, ''::text))) gin_trgm_ops);

CREATE INDEX bookings_under_change ON checkout.bookings USING btree (changing_since) WHERE (changing IS NOT NULL);

CREATE INDEX bookings_unpaid ON checkout.bookings USING btree (team_id, (((EXTRACT(epoch FROM (hold_expires_at AT TIME ZONE 'UTC'::text)) * (1000000)::numeric))::bigint), id) WHERE (status = 'held'::text);

CREATE INDEX bookings_unsynced ON checkout.bookings USING btree (updated_at) WHERE ((status <> 'held'::text) AND (nights_synced_at IS NULL));

CREATE INDEX bookings_without_contact ON checkout.bookings USING btree (id) WHERE (contact_id IS NULL);

CREATE UNIQUE INDEX contact_keys_email ON checkout.contact_keys USING btree (team_id, value) WHERE (kind = 'email'::text);

CREATE INDEX contact_keys_phone ON checkout.contact_keys USING btree (team_id, value, contact_id) WHERE (kind = 'phone'::text);

CREATE INDEX contacts_changes ON checkout.contacts USING btree (team_id, updated_at, id) WHERE (merged_into IS NULL);

CREATE INDEX contacts_merged ON checkout.contacts USING btree (merged_into) WHERE (merged_into IS NOT NULL);

CREATE INDEX contacts_merged_at ON checkout.contacts USING btree (merged_at) WHERE (merged_at IS NOT NULL);

CREATE INDEX contacts_newest ON checkout.contacts USING btree (team_id, id DESC) WHERE (merged_into IS NULL);

CREATE INDEX contacts_search ON checkout.contacts USING gin (checkout.contact_text(first_name, last_name, emails, phones) gin_trgm_ops) WHERE (merged_into IS NULL);

CREATE UNIQUE INDEX conversation_stays_booking ON checkout.conversation_stays USING btree (conversation_id, booking_id) WHERE (booking_id IS NOT NULL);

CREATE INDEX conversation_stays_of_booking ON checkout.conversation_stays USING btree (booking_id) WHERE (booking_id IS NOT NULL);

CREATE INDEX conversation_stays_of_request ON checkout.conversation_stays USING btree (request_id) WHERE (request_id IS NOT NULL);

CREATE UNIQUE INDEX conversation_stays_request ON checkout.conversation_stays USING btree (conversation_id, request_id) WHERE (request_id IS NOT NULL);

CREATE INDEX conversations_changed ON checkout.conversations USING btree (team_id, updated_at, id);

CREATE INDEX conversations_latest ON checkout.conversations USING btree (team_id, last_message_at, id);

CREATE INDEX conversations_of_contact ON checkout.conversations USING btree (contact_id);

CREATE UNIQUE INDEX conversations_once ON checkout.conversations USING btree (team_id, provider, external_id) WHERE (external_id IS NOT NULL);

CREATE INDEX conversations_quiet ON checkout.conversations USING btree (last_message_at) WHERE (status = ANY (ARRAY['open'::text, 'answered'::text]));

CREATE INDEX folio_entries_charged ON checkout.folio_entries USING btree (team_id, date) WHERE (entry = 'charge'::text);

CREATE INDEX folio_entries_disputed ON checkout.folio_entries USING btree (team_id, booking_id) WHERE (dispute_status = 'open'::text);

CREATE INDEX folio_entries_due ON checkout.folio_entries USING btree (team_id, booking_id) WHERE ((entry = 'refund'::text) AND (status = 'due'::text));

CREATE INDEX folio_entries_of_booking ON checkout.folio_entries USING btree (booking_id, number);

CREATE INDEX folio_entries_paid ON checkout.folio_entries USING btree (team_id, received_at) WHERE (entry = 'payment'::text);

CREATE UNIQUE INDEX folio_entries_payment_session ON checkout.folio_entries USING btree (payment_session_id) WHERE (entry = 'payment'::text);

CREATE INDEX folio_entries_refund_failures ON checkout.folio_entries USING btree (team_id, updated_at) WHERE ((entry = 'refund'::text) AND (status = 'failed'::text) AND (refunded_at IS NOT NULL));

CREATE UNIQUE INDEX folio_entries_refund_session ON checkout.folio_entries USING btree (refund_session_id) WHERE (refund_session_id IS NOT NULL);

CREATE INDEX folio_entries_returned ON checkout.folio_entries USING btree (team_id, COALESCE(refunded_at, updated_at)) WHERE ((entry = 'refund'::text) AND ((status = 'refunded'::text) OR (refunded_at IS NOT NULL)));

CREATE UNIQUE INDEX folio_entries_reversed_once ON checkout.folio_entries USING btree (reverses) WHERE (reverses IS NOT NULL);

CREATE INDEX idempotency_created ON checkout.idempotency USING btree (created_at);

CREATE INDEX invoices_credit_notes ON checkout.invoices USING btree (credit_note_of) WHERE (credit_note_of IS NOT NULL);

CREATE UNIQUE INDEX invoices_in_series ON checkout.invoices USING btree (team_id, series, year, sequence);

CREATE INDEX invoices_of_booking ON checkout.invoices USING btree (booking_id, id);

CREATE INDEX invoices_of_team ON checkout.invoices USING btree (team_id, id);

CREATE UNIQUE INDEX invoices_open ON checkout.invoices USING btree (booking_id) WHERE is_open;

CREATE INDEX message_rules_of_team ON checkout.message_rules USING btree (team_id, id);

CREATE INDEX message_rules_of_template ON checkout.message_rules USING btree (template_id);

CREATE INDEX message_templates_of_team ON checkout.message_templates USING btree (team_id, id);

CREATE INDEX messages_due ON checkout.messages USING btree (next_attempt_at) WHERE (next_attempt_at IS NOT NULL);

CREATE INDEX messages_in_order ON checkout.messages USING btree (conversation_id, sent_at, id);

CREATE UNIQUE INDEX messages_key ON checkout.messages USING btree (sender, idempotency_key) WHERE (idempotency_key IS NOT NULL);

CREATE INDEX messages_of_booking ON checkout.messages USING btree (booking_id, sent_at, id) WHERE (booking_id IS NOT NULL);

CREATE INDEX messages_of_install ON checkout.messages USING btree (install_id, created_at) WHERE (install_id IS NOT NULL);

CREATE INDEX messages_of_request ON checkout.messages USING btree (request_id, sent_at, id) WHERE (request_id IS NOT NULL);

CREATE UNIQUE INDEX messages_once ON checkout.messages USING btree (conversation_id, external_id) WHERE (external_id IS NOT NULL);

CREATE UNIQUE INDEX payments_one_confirms ON checkout.payments USING btree (booking_id) WHERE (outcome = 'confirmed'::text);

CREATE INDEX rule_messages_of_booking ON checkout.rule_messages USING btree (booking_id, ended_at);

CREATE UNIQUE INDEX rule_messages_once ON checkout.rule_messages USING btree (rule_id, booking_id, event);

CREATE INDEX rule_messages_skipped ON checkout.rule_messages USING btree (team_id, ended_at) WHERE ((status = 'skipped'::text) AND (reason = ANY (ARRAY['empty'::text, 'overdue'::text])));

CREATE INDEX rule_messages_waiting ON checkout.rule_messages USING btree (team_id, next_attempt_at, id) WHERE (status = 'waiting'::text);

CREATE INDEX sessions_abandoned ON checkout.sessions USING btree (updated_at) WHERE (status = 'canceled'::text);

CREATE INDEX sessions_completing ON checkout.sessions USING btree (completing_since) WHERE (status = 'complete_in_progress'::text);

CREATE INDEX sessions_guests ON checkout.sessions USING btree (updated_at) WHERE (guests IS NOT NULL);

CREATE INDEX sessions_guests_until ON checkout.sessions USING btree (COALESCE((quote ->> 'checkOut'::text), ''::text)) WHERE (guests IS NOT NULL);

CREATE INDEX sessions_open ON checkout.sessions USING btree (expires_at) WHERE (status = ANY (ARRAY['incomplete'::text, 'ready_for_complete'::text]));

CREATE INDEX task_photos_of_task ON checkout.task_photos USING btree (task_id, id);

CREATE INDEX task_photos_of_team ON checkout.task_photos USING btree (team_id) INCLUDE (bytes);

CREATE INDEX task_photos_removed ON checkout.task_photos USING btree (removed_at) WHERE (removed_at IS NOT NULL);

CREATE INDEX unit_statuses_waiting ON checkout.unit_statuses USING btree (unit_id) WHERE (NOT nights_synced);

CREATE INDEX refund_session ON payments.refund USING btree (session_id);

CREATE INDEX session_booking ON payments.session USING btree (booking_id, created_at);

CREATE INDEX session_due ON payments.session USING btree (expires_at) WHERE (status = ANY (ARRAY['INITIATED'::text, 'REDIRECTED'::text, 'PENDING'::text]));

CREATE UNIQUE INDEX session_method_open ON payments.session USING btree (booking_id, method) WHERE (status = ANY (ARRAY['INITIATED'::text, 'REDIRECTED'::text, 'PENDING'::text]));

CREATE UNIQUE INDEX session_open ON payments.session USING btree (booking_id, install_id) WHERE (status = ANY (ARRAY['INITIATED'::text, 'REDIRECTED'::text, 'PENDING'::text]));

CREATE INDEX session_statement ON payments.session USING btree (statement_id, created_at) WHERE (statement_id IS NOT NULL);

CREATE UNIQUE INDEX session_statement_open ON payments.session USING btree (statement_id, install_id) WHERE ((statement_id IS NOT NULL) AND (status = ANY (ARRAY['INITIATED'::text, 'REDIRECTED'::text, 'PENDING'::text])));

CREATE INDEX session_unsettled ON payments.session USING btree (updated_at) WHERE ((status = 'RESOLVED'::text) AND (settlement IS NULL));

CREATE INDEX rate_limits_ends_at ON rate_limits USING btree (ends_at);

CREATE INDEX team_events_at ON team_events USING btree (at);

CREATE INDEX team_events_of_install ON team_events USING btree (install_id, kind, at) WHERE (install_id IS NOT NULL);

CREATE INDEX team_events_of_team ON team_events USING btree (team_id, id);

CREATE INDEX task_blocking ON tasks.task USING btree (property_id, status) WHERE blocks_guest_ready;

CREATE INDEX task_board ON tasks.task USING btree (team_id, status, updated_at, id);

CREATE INDEX task_board_due ON tasks.task USING btree (team_id, status, due_at, id);

CREATE INDEX task_booking ON tasks.task USING btree (booking_id) WHERE (booking_id IS NOT NULL);

CREATE INDEX task_changes ON tasks.task USING btree (team_id, updated_at, id);

CREATE INDEX task_comments_of_task ON tasks.task_comments USING btree (task_id, id);

CREATE INDEX task_created_by ON tasks.task USING btree (team_id, created_by_app, created_at) WHERE (created_by_app IS NOT NULL);

CREATE INDEX task_due ON tasks.task USING btree (due_at) WHERE (blocks_guest_ready AND (NOT due_noted) AND (status = ANY (ARRAY['OPEN'::text, 'ASSIGNED'::text, 'IN_PROGRESS'::text])));

CREATE UNIQUE INDEX task_external ON tasks.task USING btree (team_id, created_by_app, external_id) WHERE (external_id IS NOT NULL);

CREATE UNIQUE INDEX task_made_by ON tasks.task USING btree (team_id, task_type, made_by) WHERE (made_by IS NOT NULL);

CREATE INDEX task_of_assignee ON tasks.task USING btree (team_id, assignee_account_id, due_at, id) WHERE (assignee_account_id IS NOT NULL);

CREATE INDEX task_of_property ON tasks.task USING btree (property_id, updated_at, id);

CREATE INDEX task_overdue ON tasks.task USING btree (assign_by) WHERE (status = 'OPEN'::text);

CREATE INDEX task_rules_due ON tasks.task_rules USING btree (next_at) WHERE (enabled AND (trigger <> 'check_out'::text));

CREATE UNIQUE INDEX task_rules_external_id ON tasks.task_rules USING btree (team_id, external_id) WHERE (external_id IS NOT NULL);

CREATE INDEX task_rules_of_team ON tasks.task_rules USING btree (team_id, id);

CREATE INDEX task_type_repeating ON tasks.task_type USING btree (team_id, key) WHERE ((rules @> '[{"enabled": true, "trigger": "every"}]'::jsonb) AND (state = 'enabled'::text));

CREATE TRIGGER add_to_balance AFTER INSERT ON apps.ledger_entries FOR EACH ROW EXECUTE FUNCTION apps.add_ledger_entry();

CREATE TRIGGER count_as_earned AFTER UPDATE OF status ON apps.app_invoices FOR EACH ROW WHEN (((new.status = 'paid'::text) <> (old.status = 'paid'::text))) EXECUTE FUNCTION apps.count_paid_invoice();

CREATE TRIGGER count_as_paid_out AFTER INSERT ON apps.app_payouts FOR EACH ROW EXECUTE FUNCTION apps.count_payout();

CREATE TRIGGER number_version BEFORE INSERT ON apps.app_versions FOR EACH ROW WHEN ((new.number IS NULL)) EXECUTE FUNCTION apps.number_version();

CREATE TRIGGER bump AFTER INSERT OR DELETE OR UPDATE ON catalog.fee FOR EACH ROW EXECUTE FUNCTION catalog.bump_property();

CREATE TRIGGER bump BEFORE UPDATE ON catalog.night FOR EACH ROW WHEN (((((((old.rate IS DISTINCT FROM new.rate) OR (old.min_stay IS DISTINCT FROM new.min_stay)) OR (old.max_stay IS DISTINCT FROM new.max_stay)) OR (old.closed_to_arrival IS DISTINCT FROM new.closed_to_arrival)) OR (old.closed_to_departure IS DISTINCT FROM new.closed_to_departure)) OR (old.stop_sell IS DISTINCT FROM new.stop_sell))) EXECUTE FUNCTION catalog.bump_night();

CREATE TRIGGER bump AFTER UPDATE OF currency, time_zone ON catalog.property FOR EACH ROW EXECUTE FUNCTION catalog.bump_property();

CREATE TRIGGER bump AFTER INSERT OR DELETE OR UPDATE ON catalog.tax FOR EACH ROW EXECUTE FUNCTION catalog.bump_property();

CREATE TRIGGER bump BEFORE UPDATE ON catalog.unit_type FOR EACH ROW EXECUTE FUNCTION catalog.bump_unit_type();

CREATE TRIGGER count_changed BEFORE UPDATE ON catalog.property FOR EACH ROW WHEN (((((((old.storefront_id IS DISTINCT FROM new.storefront_id) OR (old.name IS DISTINCT FROM new.name)) OR (old.time_zone IS DISTINCT FROM new.time_zone)) OR (old.currency IS DISTINCT FROM new.currency)) OR (old.guest_ready IS DISTINCT FROM new.guest_ready)) OR (old.custom_fields IS DISTINCT FROM new.custom_fields))) EXECUTE FUNCTION catalog.count_change();

CREATE TRIGGER count_unpaid AFTER INSERT OR DELETE OR UPDATE OF state, unit_nights, storefront_id, agent_address, agent_profile ON catalog.stay_holds FOR EACH ROW EXECUTE FUNCTION catalog.count_unpaid();

CREATE TRIGGER forget_holder BEFORE UPDATE OF state ON catalog.stay_holds FOR EACH ROW WHEN ((new.state <> 'held'::text)) EXECUTE FUNCTION catalog.forget_holder();

CREATE TRIGGER keep_units AFTER INSERT OR UPDATE OF units ON catalog.unit_type FOR EACH ROW EXECUTE FUNCTION catalog.keep_units();

CREATE TRIGGER note_changed BEFORE UPDATE ON catalog.property FOR EACH ROW WHEN (((((((old.storefront_id IS DISTINCT FROM new.storefront_id) OR (old.name IS DISTINCT FROM new.name)) OR (old.time_zone IS DISTINCT FROM new.time_zone)) OR (old.currency IS DISTINCT FROM new.currency)) OR (old.guest_ready IS DISTINCT FROM new.guest_ready)) OR (old.custom_fields IS DISTINCT FROM new.custom_fields))) EXECUTE FUNCTION catalog.note_change();

CREATE TRIGGER note_changed BEFORE UPDATE ON catalog.unit_type FOR EACH ROW EXECUTE FUNCTION catalog.note_change();

CREATE TRIGGER note_inserted BEFORE INSERT ON catalog.property FOR EACH ROW EXECUTE FUNCTION catalog.note_change();

CREATE TRIGGER note_inserted BEFORE INSERT ON catalog.unit_type FOR EACH ROW EXECUTE FUNCTION catalog.note_change();

CREATE TRIGGER tell AFTER INSERT OR DELETE OR UPDATE ON catalog.fee FOR EACH ROW EXECUTE FUNCTION catalog.tell_storefront();

CREATE TRIGGER tell AFTER INSERT OR DELETE OR UPDATE ON catalog.property FOR EACH ROW EXECUTE FUNCTION catalog.tell_storefront();

CREATE TRIGGER tell AFTER INSERT OR DELETE OR UPDATE ON catalog.storefront FOR EACH ROW EXECUTE FUNCTION catalog.tell_storefront();

CREATE TRIGGER tell AFTER INSERT OR DELETE OR UPDATE ON catalog.tax FOR EACH ROW EXECUTE FUNCTION catalog.tell_storefront();

CREATE TRIGGER tell AFTER INSERT OR DELETE OR UPDATE ON catalog.unit_type FOR EACH ROW EXECUTE FUNCTION catalog.tell_storefront();

CREATE TRIGGER tell_deleted AFTER DELETE ON catalog.night REFERENCING OLD TABLE AS rows FOR EACH STATEMENT EXECUTE FUNCTION catalog.tell_nights();

CREATE TRIGGER tell_inserted AFTER INSERT ON catalog.night REFERENCING NEW TABLE AS rows FOR EACH STATEMENT EXECUTE FUNCTION catalog.tell_nights();

CREATE TRIGGER tell_truncated AFTER TRUNCATE ON catalog.fee FOR EACH STATEMENT EXECUTE FUNCTION catalog.tell_everything();

CREATE TRIGGER tell_truncated AFTER TRUNCATE ON catalog.night FOR EACH STATEMENT EXECUTE FUNCTION catalog.tell_everything();

CREATE TRIGGER tell_truncated AFTER TRUNCATE ON catalog.property FOR EACH STATEMENT EXECUTE FUNCTION catalog.tell_everything();

CREATE TRIGGER tell_truncated AFTER TRUNCATE ON catalog.rate_plan FOR EACH STATEMENT EXECUTE FUNCTION catalog.tell_everything();

CREATE TRIGGER tell_truncated AFTER TRUNCATE ON catalog.storefront FOR EACH STATEMENT EXECUTE FUNCTION catalog.tell_everything();

CREATE TRIGGER tell_truncated AFTER TRUNCATE ON catalog.tax FOR EACH STATEMENT EXECUTE FUNCTION catalog.tell_everything();

CREATE TRIGGER tell_truncated AFTER TRUNCATE ON catalog.unit_type FOR EACH STATEMENT EXECUTE FUNCTION catalog.tell_everything();

CREATE TRIGGER tell_updated AFTER UPDATE ON catalog.night REFERENCING NEW TABLE AS rows FOR EACH STATEMENT EXECUTE FUNCTION catalog.tell_nights();

CREATE TRIGGER keep_contact_keys AFTER INSERT OR UPDATE OF emails, phones, merged_into ON checkout.contacts FOR EACH ROW EXECUTE FUNCTION checkout.keep_contact_keys();

CREATE TRIGGER keep_nights_settled BEFORE INSERT OR UPDATE OF nights_synced_at, nights_settled_at ON checkout.bookings FOR EACH ROW EXECUTE FUNCTION checkout.keep_nights_settled();

CREATE TRIGGER note_changed BEFORE UPDATE ON checkout.bookings FOR EACH ROW WHEN (((new.version IS DISTINCT FROM old.version) OR (new.updated_at IS DISTINCT FROM old.updated_at))) EXECUTE FUNCTION checkout.note_change();

CREATE TRIGGER note_changed BEFORE UPDATE ON checkout.contacts FOR EACH ROW WHEN ((new.version IS DISTINCT FROM old.version)) EXECUTE FUNCTION checkout.note_change();

CREATE TRIGGER note_inserted BEFORE INSERT ON checkout.bookings FOR EACH ROW EXECUTE FUNCTION checkout.note_change();

CREATE TRIGGER note_inserted BEFORE INSERT ON checkout.contacts FOR EACH ROW EXECUTE FUNCTION checkout.note_change();

ALTER TABLE ONLY apps.access_tokens
    ADD CONSTRAINT access_tokens_account_id_fkey FOREIGN KEY (account_id) REFERENCES apps.accounts(id);

ALTER TABLE ONLY apps.account_events
    ADD CONSTRAINT account_events_account_id_fkey FOREIGN KEY (account_id) REFERENCES apps.accounts(id) ON DELETE CASCADE;

ALTER TABLE ONLY apps.app_invoices
    ADD CONSTRAINT app_invoices_credit_note_of_fkey FOREIGN KEY (credit_note_of) REFERENCES apps.app_invoices(id);

ALTER TABLE ONLY apps.app_payouts
    ADD CONSTRAINT app_payouts_app_id_fkey FOREIGN KEY (app_id) REFERENCES apps.apps(id);

ALTER TABLE ONLY apps.app_payouts
    ADD CONSTRAINT app_payouts_theme_id_fkey FOREIGN KEY (theme_id) REFERENCES apps.themes(id);

ALTER TABLE ONLY apps.app_versions
    ADD CONSTRAINT app_versions_app_id_fkey FOREIGN KEY (app_id) REFERENCES apps.apps(id);

ALTER TABLE ONLY apps.app_versions
    ADD CONSTRAINT app_versions_reviewed_by_fkey FOREIGN KEY (reviewed_by) REFERENCES apps.accounts(id);

ALTER TABLE ONLY apps.apps
    ADD CONSTRAINT apps_account_id_fkey FOREIGN KEY (account_id) REFERENCES apps.accounts(id);

ALTER TABLE ONLY apps.apps
    ADD CONSTRAINT apps_id_live_version_id_fkey FOREIGN KEY (id, live_version_id) REFERENCES apps.app_versions(app_id, id);

ALTER TABLE ONLY apps.authorization_codes
    ADD CONSTRAINT authorization_codes_account_id_fkey FOREIGN KEY (account_id) REFERENCES apps.accounts(id);

ALTER TABLE ONLY apps.authorization_codes
    ADD CONSTRAINT authorization_codes_app_id_fkey FOREIGN KEY (app_id) REFERENCES apps.apps(id);

ALTER TABLE ONLY apps.authorization_codes
    ADD CONSTRAINT authorization_codes_install_id_fkey FOREIGN KEY (install_id) REFERENCES apps.installs(id) ON DELETE CASCADE;

ALTER TABLE ONLY apps.authorization_codes
    ADD CONSTRAINT authorization_codes_team_id_fkey FOREIGN KEY (team_id) REFERENCES apps.teams(id);

ALTER TABLE ONLY apps.charges
    ADD CONSTRAINT charges_invoice_id_fkey FOREIGN KEY (invoice_id) REFERENCES apps.app_invoices(id);

ALTER TABLE ONLY apps.device_codes
    ADD CONSTRAINT device_codes_account_id_fkey FOREIGN KEY (account_id) REFERENCES apps.accounts(id) ON DELETE CASCADE;

ALTER TABLE ONLY apps.factors
    ADD CONSTRAINT factors_account_id_fkey FOREIGN KEY (account_id) REFERENCES apps.accounts(id) ON DELETE CASCADE;

ALTER TABLE ONLY apps.host_sessions
    ADD CONSTRAINT host_sessions_account_id_fkey FOREIGN KEY (account_id) REFERENCES apps.accounts(id);

ALTER TABLE ONLY apps.install_settings
    ADD CONSTRAINT install_settings_install_id_fkey FOREIGN KEY (install_id) REFERENCES apps.installs(id) ON DELETE CASCADE;

ALTER TABLE ONLY apps.installs
    ADD CONSTRAINT installs_app_id_fkey FOREIGN KEY (app_id) REFERENCES apps.apps(id);

ALTER TABLE ONLY apps.installs
    ADD CONSTRAINT installs_team_id_fkey FOREIGN KEY (team_id) REFERENCES apps.teams(id);

ALTER TABLE ONLY apps.ledger_entries
    ADD CONSTRAINT ledger_entries_charge_id_fkey FOREIGN KEY (charge_id) REFERENCES apps.charges(id);

ALTER TABLE ONLY apps.ledger_entries
    ADD CONSTRAINT ledger_entries_invoice_id_fkey FOREIGN KEY (invoice_id) REFERENCES apps.app_invoices(id);

ALTER TABLE ONLY apps.listing_media
    ADD CONSTRAINT listing_media_app_id_fkey FOREIGN KEY (app_id) REFERENCES apps.apps(id) ON DELETE CASCADE;

ALTER TABLE ONLY apps.listings
    ADD CONSTRAINT listings_app_id_fkey FOREIGN KEY (app_id) REFERENCES apps.apps(id) ON DELETE CASCADE;

ALTER TABLE ONLY apps.mail_tokens
    ADD CONSTRAINT mail_tokens_account_id_fkey FOREIGN KEY (account_id) REFERENCES apps.accounts(id) ON DELETE CASCADE;

ALTER TABLE ONLY apps.memberships
    ADD CONSTRAINT memberships_account_id_fkey FOREIGN KEY (account_id) REFERENCES apps.accounts(id);

ALTER TABLE ONLY apps.memberships
    ADD CONSTRAINT memberships_team_id_fkey FOREIGN KEY (team_id) REFERENCES apps.teams(id);

ALTER TABLE ONLY apps.passkey_challenges
    ADD CONSTRAINT passkey_challenges_session_id_fkey FOREIGN KEY (session_id) REFERENCES apps.host_sessions(id) ON DELETE CASCADE;

ALTER TABLE ONLY apps.plans
    ADD CONSTRAINT plans_app_id_fkey FOREIGN KEY (app_id) REFERENCES apps.apps(id);

ALTER TABLE ONLY apps.plans
    ADD CONSTRAINT plans_theme_id_fkey FOREIGN KEY (theme_id) REFERENCES apps.themes(id);

ALTER TABLE ONLY apps.runtime_tokens
    ADD CONSTRAINT runtime_tokens_install_id_fkey FOREIGN KEY (install_id) REFERENCES apps.installs(id);

ALTER TABLE ONLY apps.setting_versions
    ADD CONSTRAINT setting_versions_install_id_fkey FOREIGN KEY (install_id) REFERENCES apps.installs(id) ON DELETE CASCADE;

ALTER TABLE ONLY apps.statement_payments
    ADD CONSTRAINT statement_payments_invoice_id_fkey FOREIGN KEY (invoice_id) REFERENCES apps.app_invoices(id);

ALTER TABLE ONLY apps.subscriptions
    ADD CONSTRAINT subscriptions_install_id_fkey FOREIGN KEY (install_id) REFERENCES apps.installs(id);

ALTER TABLE ONLY apps.subscriptions
    ADD CONSTRAINT subscriptions_next_plan_id_fkey FOREIGN KEY (next_plan_id) REFERENCES apps.plans(id);

ALTER TABLE ONLY apps.subscriptions
    ADD CONSTRAINT subscriptions_plan_id_fkey FOREIGN KEY (plan_id) REFERENCES apps.plans(id);

ALTER TABLE ONLY apps.subscriptions
    ADD CONSTRAINT subscriptions_theme_id_fkey FOREIGN KEY (theme_id) REFERENCES apps.themes(id);

ALTER TABLE ONLY apps.team_invitations
    ADD CONSTRAINT team_invitations_invited_by_fkey FOREIGN KEY (invited_by) REFERENCES apps.accounts(id);

ALTER TABLE ONLY apps.team_invitations
    ADD CONSTRAINT team_invitations_team_id_fkey FOREIGN KEY (team_id) REFERENCES apps.teams(id);

ALTER TABLE ONLY apps.theme_copies
    ADD CONSTRAINT theme_copies_account_id_fkey FOREIGN KEY (account_id) REFERENCES apps.accounts(id);

ALTER TABLE ONLY apps.theme_versions
    ADD CONSTRAINT theme_versions_theme_id_fkey FOREIGN KEY (theme_id) REFERENCES apps.themes(id) ON DELETE CASCADE;

ALTER TABLE ONLY apps.themes
    ADD CONSTRAINT themes_account_id_fkey FOREIGN KEY (account_id) REFERENCES apps.accounts(id);

ALTER TABLE ONLY apps.themes
    ADD CONSTRAINT themes_live_version_id_fkey FOREIGN KEY (live_version_id) REFERENCES apps.theme_versions(id);

ALTER TABLE ONLY catalog.cancellation_policy
    ADD CONSTRAINT cancellation_policy_storefront_id_fkey FOREIGN KEY (storefront_id) REFERENCES catalog.storefront(id) ON DELETE CASCADE;

ALTER TABLE ONLY catalog.channel_change
    ADD CONSTRAINT channel_change_connection_id_fkey FOREIGN KEY (connection_id) REFERENCES catalog.channel_push(connection_id) ON DELETE CASCADE;

ALTER TABLE ONLY catalog.channel_connection
    ADD CONSTRAINT channel_connection_property_id_fkey FOREIGN KEY (property_id) REFERENCES catalog.property(id);

ALTER TABLE ONLY catalog.channel_night
    ADD CONSTRAINT channel_night_connection_id_fkey FOREIGN KEY (connection_id) REFERENCES catalog.channel_connection(id);

ALTER TABLE ONLY catalog.channel_night
    ADD CONSTRAINT channel_night_unit_type_id_fkey FOREIGN KEY (unit_type_id) REFERENCES catalog.unit_type(id);

ALTER TABLE ONLY catalog.channel_rate
    ADD CONSTRAINT channel_rate_connection_id_channel_room_id_fkey FOREIGN KEY (connection_id, channel_room_id) REFERENCES catalog.channel_room(connection_id, channel_room_id) ON DELETE CASCADE;

ALTER TABLE ONLY catalog.channel_room
    ADD CONSTRAINT channel_room_connection_id_fkey FOREIGN KEY (connection_id) REFERENCES catalog.channel_connection(id) ON DELETE CASCADE;

ALTER TABLE ONLY catalog.channel_room
    ADD CONSTRAINT channel_room_unit_type_id_fkey FOREIGN KEY (unit_type_id) REFERENCES catalog.unit_type(id);

ALTER TABLE ONLY catalog.channel_unmapped_room
    ADD CONSTRAINT channel_unmapped_room_connection_id_fkey FOREIGN KEY (connection_id) REFERENCES catalog.channel_connection(id) ON DELETE CASCADE;

ALTER TABLE ONLY catalog.closed_unit_nights
    ADD CONSTRAINT closed_unit_nights_unit_type_id_fkey FOREIGN KEY (unit_type_id) REFERENCES catalog.unit_type(id) ON DELETE CASCADE;

ALTER TABLE ONLY catalog.fee
    ADD CONSTRAINT fee_property_id_fkey FOREIGN KEY (property_id) REFERENCES catalog.property(id) ON DELETE CASCADE;

ALTER TABLE ONLY catalog.freed_nights
    ADD CONSTRAINT freed_nights_unit_type_id_fkey FOREIGN KEY (unit_type_id) REFERENCES catalog.unit_type(id) ON DELETE CASCADE;

ALTER TABLE ONLY catalog.ical_event
    ADD CONSTRAINT ical_event_feed_id_fkey FOREIGN KEY (feed_id) REFERENCES catalog.ical_feed(id) ON DELETE CASCADE;

ALTER TABLE ONLY catalog.ical_export
    ADD CONSTRAINT ical_export_feed_id_fkey FOREIGN KEY (feed_id) REFERENCES catalog.ical_feed(id) ON DELETE CASCADE;

ALTER TABLE ONLY catalog.ical_export
    ADD CONSTRAINT ical_export_unit_type_id_fkey FOREIGN KEY (unit_type_id) REFERENCES catalog.unit_type(id);

ALTER TABLE ONLY catalog.ical_feed
    ADD CONSTRAINT ical_feed_unit_type_id_fkey FOREIGN KEY (unit_type_id) REFERENCES catalog.unit_type(id);

ALTER TABLE ONLY catalog.ical_night
    ADD CONSTRAINT ical_night_feed_id_fkey FOREIGN KEY (feed_id) REFERENCES catalog.ical_feed(id) ON DELETE CASCADE;

ALTER TABLE ONLY catalog.ical_night
    ADD CONSTRAINT ical_night_unit_type_id_fkey FOREIGN KEY (unit_type_id) REFERENCES catalog.unit_type(id);

ALTER TABLE ONLY catalog.ical_shown
    ADD CONSTRAINT ical_shown_export_id_fkey FOREIGN KEY (export_id) REFERENCES catalog.ical_export(id) ON DELETE CASCADE;

ALTER TABLE ONLY catalog.injection_placement
    ADD CONSTRAINT injection_placement_storefront_id_fkey FOREIGN KEY (storefront_id) REFERENCES catalog.storefront(id);

ALTER TABLE ONLY catalog.night
    ADD CONSTRAINT night_unit_type_id_fkey FOREIGN KEY (unit_type_id) REFERENCES catalog.unit_type(id) ON DELETE CASCADE;

ALTER TABLE ONLY catalog.property
    ADD CONSTRAINT property_storefront_id_fkey FOREIGN KEY (storefront_id) REFERENCES catalog.storefront(id) ON DELETE CASCADE;

ALTER TABLE ONLY catalog.rate_plan
    ADD CONSTRAINT rate_plan_cancellation_policy_id_fkey FOREIGN KEY (cancellation_policy_id) REFERENCES catalog.cancellation_policy(id);

ALTER TABLE ONLY catalog.rate_plan
    ADD CONSTRAINT rate_plan_unit_type_id_fkey FOREIGN KEY (unit_type_id) REFERENCES catalog.unit_type(id) ON DELETE CASCADE;

ALTER TABLE ONLY catalog.stay_holds
    ADD CONSTRAINT stay_hold_storefront_id_fkey FOREIGN KEY (storefront_id) REFERENCES catalog.storefront(id) ON DELETE CASCADE;

ALTER TABLE ONLY catalog.storefront
    ADD CONSTRAINT storefront_cancellation_policy_id_fkey FOREIGN KEY (cancellation_policy_id) REFERENCES catalog.cancellation_policy(id);

ALTER TABLE ONLY catalog.storefront_domain
    ADD CONSTRAINT storefront_domain_storefront_id_fkey FOREIGN KEY (storefront_id) REFERENCES catalog.storefront(id);

ALTER TABLE ONLY catalog.storefront_looks
    ADD CONSTRAINT storefront_looks_storefront_id_fkey FOREIGN KEY (storefront_id) REFERENCES catalog.storefront(id) ON DELETE CASCADE;

ALTER TABLE ONLY catalog.storefront_themes
    ADD CONSTRAINT storefront_themes_storefront_id_fkey FOREIGN KEY (storefront_id) REFERENCES catalog.storefront(id) ON DELETE CASCADE;

ALTER TABLE ONLY catalog.tax
    ADD CONSTRAINT tax_property_id_fkey FOREIGN KEY (property_id) REFERENCES catalog.property(id) ON DELETE CASCADE;

ALTER TABLE ONLY catalog.transfer_piece
    ADD CONSTRAINT transfer_piece_transfer_id_fkey FOREIGN KEY (transfer_id) REFERENCES catalog.transfer(id) ON DELETE CASCADE;

ALTER TABLE ONLY catalog.transfer_row
    ADD CONSTRAINT transfer_row_transfer_id_fkey FOREIGN KEY (transfer_id) REFERENCES catalog.transfer(id) ON DELETE CASCADE;

ALTER TABLE ONLY catalog.transfer
    ADD CONSTRAINT transfer_storefront_id_fkey FOREIGN KEY (storefront_id) REFERENCES catalog.storefront(id);

ALTER TABLE ONLY catalog.unit_type
    ADD CONSTRAINT unit_type_property_id_fkey FOREIGN KEY (property_id) REFERENCES catalog.property(id) ON DELETE CASCADE;

ALTER TABLE ONLY catalog.unit_type
    ADD CONSTRAINT unit_type_rate_plan_id_fkey FOREIGN KEY (rate_plan_id) REFERENCES catalog.rate_plan(id);

ALTER TABLE ONLY catalog.unit
    ADD CONSTRAINT unit_unit_type_id_fkey FOREIGN KEY (unit_type_id) REFERENCES catalog.unit_type(id) ON DELETE CASCADE;

ALTER TABLE ONLY catalog.unpaid_sums
    ADD CONSTRAINT unpaid_sums_storefront_id_fkey FOREIGN KEY (storefront_id) REFERENCES catalog.storefront(id) ON DELETE CASCADE;

ALTER TABLE ONLY checkout.attachments
    ADD CONSTRAINT attachments_message_id_fkey FOREIGN KEY (message_id) REFERENCES checkout.messages(id);

ALTER TABLE ONLY checkout.booking_change_requests
    ADD CONSTRAINT booking_change_requests_booking_id_fkey FOREIGN KEY (booking_id) REFERENCES checkout.bookings(id);

ALTER TABLE ONLY checkout.booking_requests
    ADD CONSTRAINT booking_requests_booking_id_fkey FOREIGN KEY (booking_id) REFERENCES checkout.bookings(id);

ALTER TABLE ONLY checkout.bookings
    ADD CONSTRAINT bookings_checkout_id_fkey FOREIGN KEY (checkout_id) REFERENCES checkout.sessions(id);

ALTER TABLE ONLY checkout.bookings
    ADD CONSTRAINT bookings_contact_id_fkey FOREIGN KEY (contact_id) REFERENCES checkout.contacts(id);

ALTER TABLE ONLY checkout.contact_keys
    ADD CONSTRAINT contact_keys_contact_id_fkey FOREIGN KEY (contact_id) REFERENCES checkout.contacts(id) ON DELETE CASCADE;

ALTER TABLE ONLY checkout.contacts
    ADD CONSTRAINT contacts_merged_into_fkey FOREIGN KEY (merged_into) REFERENCES checkout.contacts(id);

ALTER TABLE ONLY checkout.conversation_stays
    ADD CONSTRAINT conversation_stays_conversation_id_fkey FOREIGN KEY (conversation_id) REFERENCES checkout.conversations(id) ON DELETE CASCADE;

ALTER TABLE ONLY checkout.conversations
    ADD CONSTRAINT conversations_contact_id_fkey FOREIGN KEY (contact_id) REFERENCES checkout.contacts(id);

ALTER TABLE ONLY checkout.folio_entries
    ADD CONSTRAINT folio_entries_booking_id_fkey FOREIGN KEY (booking_id) REFERENCES checkout.bookings(id);

ALTER TABLE ONLY checkout.invoices
    ADD CONSTRAINT invoices_booking_id_fkey FOREIGN KEY (booking_id) REFERENCES checkout.bookings(id);

ALTER TABLE ONLY checkout.invoices
    ADD CONSTRAINT invoices_credit_note_of_fkey FOREIGN KEY (credit_note_of) REFERENCES checkout.invoices(id);

ALTER TABLE ONLY checkout.merged_bookings
    ADD CONSTRAINT merged_bookings_booking_id_fkey FOREIGN KEY (booking_id) REFERENCES checkout.bookings(id);

ALTER TABLE ONLY checkout.merged_bookings
    ADD CONSTRAINT merged_bookings_contact_id_fkey FOREIGN KEY (contact_id) REFERENCES checkout.contacts(id) ON DELETE CASCADE;

ALTER TABLE ONLY checkout.merged_conversations
    ADD CONSTRAINT merged_conversations_contact_id_fkey FOREIGN KEY (contact_id) REFERENCES checkout.contacts(id) ON DELETE CASCADE;

ALTER TABLE ONLY checkout.merged_conversations
    ADD CONSTRAINT merged_conversations_conversation_id_fkey FOREIGN KEY (conversation_id) REFERENCES checkout.conversations(id) ON DELETE CASCADE;

ALTER TABLE ONLY checkout.message_rules
    ADD CONSTRAINT message_rules_template_id_fkey FOREIGN KEY (template_id) REFERENCES checkout.message_templates(id);

ALTER TABLE ONLY checkout.messages
    ADD CONSTRAINT messages_conversation_id_fkey FOREIGN KEY (conversation_id) REFERENCES checkout.conversations(id) ON DELETE CASCADE;

ALTER TABLE ONLY checkout.payments
    ADD CONSTRAINT payments_booking_id_fkey FOREIGN KEY (booking_id) REFERENCES checkout.bookings(id);

ALTER TABLE ONLY checkout.report_bookings
    ADD CONSTRAINT report_bookings_booking_id_fkey FOREIGN KEY (booking_id) REFERENCES checkout.bookings(id) ON DELETE CASCADE;

ALTER TABLE ONLY checkout.rule_messages
    ADD CONSTRAINT rule_messages_booking_id_fkey FOREIGN KEY (booking_id) REFERENCES checkout.bookings(id);

ALTER TABLE ONLY payments.refund
    ADD CONSTRAINT refund_session_id_fkey FOREIGN KEY (session_id) REFERENCES payments.session(id);

ALTER TABLE ONLY payments.reversals
    ADD CONSTRAINT reversals_session_id_fkey FOREIGN KEY (session_id) REFERENCES payments.session(id);

ALTER TABLE ONLY tasks.rule_turn
    ADD CONSTRAINT rule_turn_team_id_task_type_fkey FOREIGN KEY (team_id, task_type) REFERENCES tasks.task_type(team_id, key) ON DELETE CASCADE;

ALTER TABLE ONLY tasks.task_comments
    ADD CONSTRAINT task_comments_task_id_fkey FOREIGN KEY (task_id) REFERENCES tasks.task(id) ON DELETE CASCADE;

ALTER TABLE ONLY tasks.task
    ADD CONSTRAINT task_team_id_task_type_fkey FOREIGN KEY (team_id, task_type) REFERENCES tasks.task_type(team_id, key);


INSERT INTO apps.platform DEFAULT VALUES;
INSERT INTO clock (seen_at) VALUES (clock_timestamp());
INSERT INTO migrations (name) VALUES
  ('20261101-schemas'),
  ('20261102-catalog-tables'),
  ('20261102-checkout'),
  ('20261102-rate-limits'),
  ('20261103-apps'),
  ('20261103-catalog-changes'),
  ('20261104-catalog-holds'),
  ('20261104-tasks'),
  ('20261105-webhooks'),
  ('20261106-catalog-announcements'),
  ('20261106-guest-ready'),
  ('20261107-oauth'),
  ('20261108-payments'),
  ('20261109-developer-api'),
  ('20261110-catalog-updates'),
  ('20261110-host-bookings'),
  ('20261111-holds-generic-plan'),
  ('20261112-host-tasks'),
  ('20261112-lean-deliveries'),
  ('20261113-booking-days'),
  ('20261114-old-deliveries'),
  ('20261115-list-orders'),
  ('20261116-team-invitations'),
  ('20261121-tasks-due'),
  ('20261122-abandoned-sessions'),
  ('20261122-acp-timestamps'),
  ('20261122-closed-reason'),
  ('20261122-closed-units'),
  ('20261122-hold-first-end'),
  ('20261122-hold-limits'),
  ('20261122-platform-id'),
  ('20261122-sandbox-storefronts'),
  ('20261122-secret-keys'),
  ('20261122-team-events'),
  ('20261122-unchecked-installs'),
  ('20261123-booking-truth'),
  ('20261123-contacts'),
  ('20261123-nested-lists'),
  ('20261124-entered-bookings'),
  ('20261124-task-types'),
  ('20261124-version-numbers'),
  ('20261125-accounts-and-mail'),
  ('20261125-contact-search'),
  ('20261125-ended-installs'),
  ('20261125-host-content'),
  ('20261125-payment-prices'),
  ('20261125-task-stays'),
  ('20261125-team-roles'),
  ('20261125-team-states'),
  ('20261125-version-number-default'),
  ('20261126-definitions'),
  ('20261127-booking-requests'),
  ('20261127-cancellation-policies'),
  ('20261127-fees-by-api'),
  ('20261127-last-definitions'),
  ('20261127-media'),
  ('20261127-passkeys'),
  ('20261127-payment-methods'),
  ('20261127-storefront-domains'),
  ('20261127-transfers'),
  ('20261128-ical-feeds'),
  ('20261128-import-sources'),
  ('20261128-operators'),
  ('20261128-rate-plans'),
  ('20261128-request-settings'),
  ('20261129-deposits'),
  ('20261129-guest-languages'),
  ('20261129-team-closing'),
  ('20261130-delivery-traces'),
  ('20261130-device-codes'),
  ('20261130-ical-paths'),
  ('20261201-lodging-draft'),
  ('20261201-property-turns'),
  ('20261201-team-suspension'),
  ('20261202-history'),
  ('20261202-listings'),
  ('20261202-team-bookings'),
  ('20261202-wide-ids'),
  ('20261203-channel-connections'),
  ('20261204-channel-push'),
  ('20261204-install-settings'),
  ('20261205-channel-locks'),
  ('20261206-conversations'),
  ('20261206-injections'),
  ('20261206-message-mails'),
  ('20261207-placement-settings'),
  ('20261208-channel-horizon'),
  ('20261208-inbox-bookings'),
  ('20261209-channel-degraded'),
  ('20261210-message-outbox'),
  ('20261211-channel-rates'),
  ('20261211-injection-check'),
  ('20261212-attachments'),
  ('20261212-consent-settings'),
  ('20261213-channel-copy'),
  ('20261213-channel-mapped'),
  ('20261213-infected-files'),
  ('20261213-setting-versions'),
  ('20261214-agent-holds'),
  ('20261214-calendar-identity'),
  ('20261214-clock'),
  ('20261214-import-attempts'),
  ('20261214-recovery-codes'),
  ('20261214-tax-rates'),
  ('20261215-account-links'),
  ('20261215-fetched-files'),
  ('20261215-listing-alt'),
  ('20261215-mail-budgets'),
  ('20261216-photo-turns'),
  ('20261217-open-invitations'),
  ('20261218-agent-held'),
  ('20261219-nights-synced'),
  ('20261219-stay-holds'),
  ('20261220-folio'),
  ('20261220-operator-recovery'),
  ('20261220-storefront-look'),
  ('20261221-backups'),
  ('20261221-folio-entries'),
  ('20261222-storefront-locale'),
  ('20261223-changed-stays'),
  ('20261223-refunds-beyond-price'),
  ('20261224-themes'),
  ('20261225-folio-indexes'),
  ('20261226-booking-cancellations'),
  ('20261227-guest-cancellation'),
  ('20261227-stay-states'),
  ('20261229-change-requests'),
  ('20261230-automatic-refunds'),
  ('20261230-unit-statuses'),
  ('20261231-theme-copies'),
  ('20270101-automatic-messages'),
  ('20270102-arrival-times'),
  ('20270103-task-assignees'),
  ('20270103-workable-tasks'),
  ('20270104-automatic-units'),
  ('20270104-desk-bookings'),
  ('20270105-skipped-messages'),
  ('20270106-booking-orders'),
  ('20270107-task-rules'),
  ('20270108-store-codes'),
  ('20270109-imported-bookings'),
  ('20270110-booking-unit-indexes'),
  ('20270110-booking-views'),
  ('20270110-payment-disputes'),
  ('20270111-task-photos'),
  ('20270112-task-rule-external-ids'),
  ('20270116-invoices'),
  ('20270117-report-indexes'),
  ('20270117-report-sums'),
  ('20270119-extras'),
  ('20270119-invoice-logos'),
  ('20270120-app-health'),
  ('20270122-booked-stays'),
  ('20270122-platform-history'),
  ('20270122-refund-times'),
  ('20270123-paid-apps'),
  ('20270126-default-api-version'),
  ('20270127-owing-subscriptions'),
  ('20270128-statement-payments'),
  ('20270131-paid-themes'),
  ('20270201-app-balances'),
  ('20270202-registered-documents'),
  ('20270204-unpaid-sums'),
  ('20270206-statement-reversals');
