import { Migration } from '@mikro-orm/migrations';

/** Any numbers that only this product uses as the first key of an advisory lock. */
const TEAM_LOCK = 7_310_889;
const VALUE_LOCK = 7_310_890;

/**
 * Contacts: the guests of a team. `checkout.contact_of` finds or makes the one a booking is for, within the statement that makes
 * the booking. An e-mail address belongs to one contact of a team; a telephone number may be shared.
 *
 * Locks: whoever makes a booking shares a lock of the team and holds one on the address and the number, so that two bookings
 * of one guest come one after the other. Whoever changes, merges or redacts contacts (`checkout.lock_contacts`) has the team's
 * lock alone. Both take them before they change a booking.
 */
export class Contacts extends Migration {
  override up(): void {
    this.addSql(`
      CREATE TABLE checkout.contacts (
        id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        team_id integer NOT NULL,
        first_name text,
        last_name text,
        emails text[] NOT NULL DEFAULT '{}',
        phones text[] NOT NULL DEFAULT '{}',
        locale text,
        country text,
        notes text,
        tags text[] NOT NULL DEFAULT '{}',
        consent_given boolean NOT NULL DEFAULT false,
        consent_at timestamptz,
        consent_source text,
        version integer NOT NULL DEFAULT 1,
        merged_into integer REFERENCES checkout.contacts (id),
        merged_at timestamptz,
        merged_phones text[] NOT NULL DEFAULT '{}',
        redacted_at timestamptz,
        created_at timestamptz NOT NULL,
        updated_at timestamptz NOT NULL,
        CHECK ((merged_into IS NULL) = (merged_at IS NULL))
      );
      CREATE INDEX contacts_changes ON checkout.contacts (team_id, updated_at, id) WHERE merged_into IS NULL;
      CREATE INDEX contacts_newest ON checkout.contacts (team_id, id DESC) WHERE merged_into IS NULL;
      CREATE INDEX contacts_merged ON checkout.contacts (merged_into) WHERE merged_into IS NOT NULL;
      CREATE TRIGGER note_inserted BEFORE INSERT ON checkout.contacts
        FOR EACH ROW EXECUTE FUNCTION checkout.note_change();
      CREATE TRIGGER note_changed BEFORE UPDATE ON checkout.contacts
        FOR EACH ROW WHEN (NEW.version IS DISTINCT FROM OLD.version) EXECUTE FUNCTION checkout.note_change();

      -- What a contact is found by.
      CREATE TABLE checkout.contact_keys (
        contact_id integer NOT NULL REFERENCES checkout.contacts (id) ON DELETE CASCADE,
        kind text NOT NULL CHECK (kind IN ('email', 'phone')),
        value text NOT NULL,
        team_id integer NOT NULL,
        CONSTRAINT contact_keys_once PRIMARY KEY (contact_id, kind, value)
      );
      CREATE UNIQUE INDEX contact_keys_email ON checkout.contact_keys (team_id, value) WHERE kind = 'email';
      CREATE INDEX contact_keys_phone ON checkout.contact_keys (team_id, value, contact_id) WHERE kind = 'phone';

      CREATE FUNCTION checkout.normal_email(given text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
        RETURN nullif(lower(btrim(given)), '');

      -- E.164 where the number says its country; as it was given where it does not.
      CREATE FUNCTION checkout.normal_phone(given text) RETURNS text LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
      DECLARE
        international text := regexp_replace(btrim(given), '^00', '+');
        digits text;
      BEGIN
        IF international !~ '^\\+[0-9 ().\\-/]+$' THEN RETURN nullif(btrim(given), ''); END IF;
        digits := regexp_replace(regexp_replace(international, '\\(0\\)', ''), '[^0-9]', '', 'g');
        RETURN CASE WHEN digits ~ '^[1-9][0-9]{6,14}$' THEN '+' || digits ELSE btrim(given) END;
      END $$;

      CREATE FUNCTION checkout.keep_contact_keys() RETURNS trigger LANGUAGE plpgsql AS $$
      DECLARE
        findable boolean := NEW.merged_into IS NULL;
      BEGIN
        DELETE FROM checkout.contact_keys WHERE contact_id = NEW.id
          AND NOT (findable AND value = ANY (CASE kind WHEN 'email' THEN NEW.emails ELSE NEW.phones END));
        IF findable THEN
          INSERT INTO checkout.contact_keys (contact_id, kind, value, team_id)
            SELECT NEW.id, 'email', email, NEW.team_id FROM unnest(NEW.emails) AS email
            UNION ALL
            SELECT NEW.id, 'phone', phone, NEW.team_id FROM unnest(NEW.phones) AS phone WHERE phone ~ '^\\+[1-9][0-9]{6,14}$'
            ON CONFLICT ON CONSTRAINT contact_keys_once DO NOTHING;
        END IF;
        RETURN NULL;
      END $$;
      CREATE TRIGGER keep_contact_keys AFTER INSERT OR UPDATE OF emails, phones, merged_into ON checkout.contacts
        FOR EACH ROW EXECUTE FUNCTION checkout.keep_contact_keys();

      CREATE FUNCTION checkout.lock_contacts(team integer) RETURNS void LANGUAGE sql AS $$
        SELECT pg_advisory_xact_lock(${TEAM_LOCK}, team)
      $$;

      -- The contact of a guest: found by e-mail address, then by telephone number, else made. It learns an address and a number
      -- that are new, up to 20 of each; its name stays.
      CREATE FUNCTION checkout.contact_of(
        team integer, first text, last text, email text, phone text, since timestamptz
      ) RETURNS integer LANGUAGE plpgsql AS $$
      DECLARE
        mail text := checkout.normal_email(email);
        number text := checkout.normal_phone(phone);
        found integer;
      BEGIN
        PERFORM pg_advisory_xact_lock_shared(${TEAM_LOCK}, team);
        PERFORM pg_advisory_xact_lock(${VALUE_LOCK}, waiting.holder) FROM (
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

      ALTER TABLE checkout.bookings ALTER COLUMN guest_email DROP NOT NULL,
        ADD COLUMN contact_id integer REFERENCES checkout.contacts (id);
      CREATE INDEX bookings_of_contact ON checkout.bookings (contact_id, updated_at, id);
      CREATE INDEX bookings_without_contact ON checkout.bookings (id) WHERE contact_id IS NULL;
      -- Which contact a booking belonged to before that one was merged into another.
      CREATE TABLE checkout.merged_bookings (
        contact_id integer NOT NULL REFERENCES checkout.contacts (id) ON DELETE CASCADE,
        booking_id integer NOT NULL REFERENCES checkout.bookings (id),
        PRIMARY KEY (contact_id, booking_id)
      );

      -- Gives bookings from before there were contacts theirs, at most so many; returns how many it was. No change that
      -- apps would poll.
      CREATE FUNCTION checkout.adopt_guests(most integer) RETURNS integer LANGUAGE plpgsql AS $$
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

      -- A guest's address is kept with a hold for as long as unpaid holds are counted, and no longer.
      CREATE OR REPLACE FUNCTION catalog.forget_holder() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        NEW.guest_email := '';
        NEW.agent_address := NULL;
        NEW.agent_profile := NULL;
        RETURN NEW;
      END $$;
      UPDATE catalog.stay_hold SET guest_email = '' WHERE state <> 'held';
    `);
  }
}
