-- The only definitions of checkout's functions and triggers. A changed definition is applied once after the
-- migrations (db/migrate/definitions.ts); migrations create tables, and call these functions if necessary.

-- The index contacts_search uses this function: changing it requires rebuilding the index.
CREATE OR REPLACE FUNCTION checkout.contact_text(first_name text, last_name text, emails text[], phones text[])
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
        SELECT lower(concat_ws(' ', first_name, last_name, array_to_string(emails || phones, ' ')))
      $function$;

-- The index bookings_by_unit_type uses this function: changing it requires rebuilding the index.
CREATE OR REPLACE FUNCTION checkout.booked_unit_types(lines json)
 RETURNS integer[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
        SELECT ARRAY(SELECT (line ->> 'unitTypeId')::integer FROM json_array_elements(lines) line)
      $function$;

CREATE OR REPLACE FUNCTION checkout.adopt_guests(most integer)
 RETURNS integer
 LANGUAGE plpgsql
AS $function$
      DECLARE
        booking record;
        adopted integer := 0;
      BEGIN
        FOR booking IN SELECT * FROM checkout.bookings b WHERE b.contact_id IS NULL ORDER BY b.id LIMIT most
          FOR UPDATE SKIP LOCKED
        LOOP
          UPDATE checkout.bookings SET contact_id = checkout.guest_contact(booking.team_id, booking.guest_first_name,
              booking.guest_last_name, booking.guest_email, booking.guest_phone, booking.created_at)
            WHERE id = booking.id;
          adopted := adopted + 1;
        END LOOP;
        RETURN adopted;
      END $function$;

CREATE OR REPLACE FUNCTION checkout.guest_contact(team integer, first text, last text, email text, phone text, since timestamp with time zone)
 RETURNS bigint
 LANGUAGE plpgsql
AS $function$
      DECLARE
        mail text := checkout.normal_email(email);
        number text := checkout.normal_phone(phone);
        found bigint;
      BEGIN
        PERFORM pg_advisory_xact_lock_shared(7310889, team);
        PERFORM pg_advisory_xact_lock(7310890, waiting.holder) FROM (
          SELECT DISTINCT hashtext(team || ' ' || given) AS holder FROM unnest(ARRAY[mail, number]) AS given
          WHERE given IS NOT NULL ORDER BY 1) AS waiting;

        SELECT k.contact_id INTO found FROM checkout.contact_keys k
          WHERE k.team_id = team AND k.kind = 'email' AND k.value = mail;
        IF found IS NULL AND number IS NOT NULL THEN
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
      END $function$;

-- Called by processes from the previous release.
CREATE OR REPLACE FUNCTION checkout.contact_of(team integer, first text, last text, email text, phone text, since timestamp with time zone)
 RETURNS integer
 LANGUAGE sql
RETURN checkout.guest_contact(team, first, last, email, phone, since)::integer;

CREATE OR REPLACE FUNCTION checkout.keep_contact_keys()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
      END $function$;

CREATE OR REPLACE FUNCTION checkout.lock_contacts(team integer)
 RETURNS void
 LANGUAGE sql
AS $function$
        SELECT pg_advisory_xact_lock(7310889, team)
      $function$;

CREATE OR REPLACE FUNCTION checkout.normal_email(given text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN NULLIF(lower(btrim(given)), ''::text);

CREATE OR REPLACE FUNCTION checkout.normal_phone(given text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
AS $function$
      DECLARE
        international text := regexp_replace(btrim(given), '^00', '+');
        digits text;
      BEGIN
        IF international !~ '^\+[0-9 ().\-/]+$' THEN RETURN nullif(btrim(given), ''); END IF;
        digits := regexp_replace(regexp_replace(international, '\(0\)', ''), '[^0-9]', '', 'g');
        RETURN CASE WHEN digits ~ '^[1-9][0-9]{6,14}$' THEN '+' || digits ELSE btrim(given) END;
      END $function$;

-- An issued invoice or credit note is never changed or deleted; only its credit notes are counted.
CREATE OR REPLACE FUNCTION checkout.keep_invoice()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      BEGIN
        IF TG_OP = 'UPDATE' AND (to_jsonb(NEW) - 'credited' - 'is_open') = (to_jsonb(OLD) - 'credited' - 'is_open') THEN
          RETURN NEW;
        END IF;
        RAISE EXCEPTION 'An issued invoice can''t be changed.';
      END $function$;

-- Keeps the column's old name in sync with `nights_synced_at`, for processes of the previous release.
CREATE OR REPLACE FUNCTION checkout.keep_nights_settled()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      BEGIN
        IF TG_OP = 'INSERT' THEN
          NEW.nights_synced_at := coalesce(NEW.nights_synced_at, NEW.nights_settled_at);
        ELSIF NEW.nights_settled_at IS DISTINCT FROM OLD.nights_settled_at THEN
          NEW.nights_synced_at := NEW.nights_settled_at;
        END IF;
        NEW.nights_settled_at := NEW.nights_synced_at;
        RETURN NEW;
      END $function$;

-- Updates stored charges when a process of the previous release changes or cancels a booking without its folio: by the difference in
-- price, or to the fee that this release computed. This release increases `folio_version` in the same statement instead.
CREATE OR REPLACE FUNCTION checkout.keep_charged()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      DECLARE
        is_cancelled CONSTANT boolean := NEW.status = 'cancelled' AND OLD.status <> 'cancelled';
        is_reinstated CONSTANT boolean := NEW.status = 'confirmed' AND OLD.status = 'cancelled';
        open_charges bigint := OLD.charged;
      BEGIN
        IF is_cancelled OR is_reinstated THEN
          INSERT INTO checkout.folio_entries (id, team_id, booking_id, entry, kind, name, amount, quantity, tax_ids, date, sold, added_to,
              reverses, created_at, updated_at)
            SELECT e.id || '-reversed', e.team_id, e.booking_id, e.entry, e.kind, e.name, -e.amount, e.quantity, e.tax_ids,
              greatest(e.date, (NEW.updated_at AT TIME ZONE 'UTC')::date), e.sold, e.added_to, e.id, NEW.updated_at, NEW.updated_at
            FROM checkout.folio_entries e
            WHERE e.booking_id = NEW.id AND e.entry = 'charge' AND e.reverses IS NULL
              AND NOT EXISTS (SELECT FROM checkout.folio_entries r WHERE r.reverses = e.id)
            ORDER BY e.number;
          open_charges := 0;
        END IF;
        NEW.charged := CASE WHEN is_cancelled THEN coalesce(NEW.paid - NEW.refund_due, 0) WHEN is_reinstated THEN NEW.total
          WHEN NEW.status = 'cancelled' THEN OLD.charged ELSE OLD.charged + NEW.total - OLD.total END;
        IF NEW.charged <> open_charges THEN
          INSERT INTO checkout.folio_entries (id, team_id, booking_id, entry, kind, name, amount, date, sold, created_at, updated_at)
            VALUES (NEW.id || '-' || gen_random_uuid(), NEW.team_id, NEW.id, 'charge',
              CASE WHEN is_cancelled THEN 'cancellation' ELSE 'adjustment' END,
              CASE WHEN is_cancelled THEN 'Cancellation' ELSE 'Difference' END, NEW.charged - open_charges, NEW.check_in, NOT is_cancelled,
              NEW.updated_at, NEW.updated_at);
        END IF;
        NEW.folio_version := OLD.folio_version + 1;
        RETURN NEW;
      END $function$;

CREATE OR REPLACE FUNCTION checkout.note_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      BEGIN
        PERFORM note_writer(checkout.writers_of(NEW.team_id));
        NEW.updated_at := clock_timestamp();
        RETURN NEW;
      END $function$;

-- Lock key for writers of a team's rows that apps poll (db/functions.sql).
CREATE OR REPLACE FUNCTION checkout.writers_of(team integer)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE
RETURN -4 * team - 2;

-- The time before which all changes to a team's rows are visible to statements that begin now.
CREATE OR REPLACE FUNCTION checkout.visible_before(team integer)
 RETURNS timestamp with time zone
 LANGUAGE sql
RETURN visible_before(checkout.writers_of(team));

-- The old name of `visible_before`, for processes of the previous release.
CREATE OR REPLACE FUNCTION checkout.settled_until(team integer)
 RETURNS timestamp with time zone
 LANGUAGE sql
AS $function$
        SELECT checkout.visible_before(team)
      $function$;

CREATE OR REPLACE TRIGGER note_changed BEFORE UPDATE ON checkout.booking_requests
  FOR EACH ROW WHEN (new.version IS DISTINCT FROM old.version)
  EXECUTE FUNCTION checkout.note_change();
CREATE OR REPLACE TRIGGER note_inserted BEFORE INSERT ON checkout.booking_requests
  FOR EACH ROW
  EXECUTE FUNCTION checkout.note_change();
CREATE OR REPLACE TRIGGER keep_charged BEFORE UPDATE OF status, total ON checkout.bookings
  FOR EACH ROW WHEN (
    old.charged IS NOT NULL AND new.charged = old.charged AND new.folio_version = old.folio_version
    AND (new.total <> old.total OR new.status <> old.status AND 'cancelled' IN (new.status, old.status))
  ) EXECUTE FUNCTION checkout.keep_charged();
CREATE OR REPLACE TRIGGER keep_nights_settled BEFORE INSERT OR UPDATE OF nights_synced_at, nights_settled_at ON checkout.bookings
  FOR EACH ROW
  EXECUTE FUNCTION checkout.keep_nights_settled();
CREATE OR REPLACE TRIGGER note_changed BEFORE UPDATE ON checkout.bookings
  FOR EACH ROW WHEN (
    new.version IS DISTINCT FROM old.version
    OR new.updated_at IS DISTINCT FROM old.updated_at
  ) EXECUTE FUNCTION checkout.note_change();
CREATE OR REPLACE TRIGGER note_inserted BEFORE INSERT ON checkout.bookings
  FOR EACH ROW
  EXECUTE FUNCTION checkout.note_change();
CREATE OR REPLACE TRIGGER keep_contact_keys AFTER INSERT OR UPDATE OF emails, phones, merged_into ON checkout.contacts
  FOR EACH ROW
  EXECUTE FUNCTION checkout.keep_contact_keys();
CREATE OR REPLACE TRIGGER note_changed BEFORE UPDATE ON checkout.contacts
  FOR EACH ROW WHEN (new.version IS DISTINCT FROM old.version)
  EXECUTE FUNCTION checkout.note_change();
CREATE OR REPLACE TRIGGER note_inserted BEFORE INSERT ON checkout.contacts
  FOR EACH ROW
  EXECUTE FUNCTION checkout.note_change();
CREATE OR REPLACE TRIGGER note_changed BEFORE UPDATE ON checkout.conversations
  FOR EACH ROW WHEN (new.version IS DISTINCT FROM old.version)
  EXECUTE FUNCTION checkout.note_change();
CREATE OR REPLACE TRIGGER note_inserted BEFORE INSERT ON checkout.conversations
  FOR EACH ROW
  EXECUTE FUNCTION checkout.note_change();
CREATE OR REPLACE TRIGGER invoices_kept BEFORE DELETE OR UPDATE ON checkout.invoices
  FOR EACH ROW
  EXECUTE FUNCTION checkout.keep_invoice();
