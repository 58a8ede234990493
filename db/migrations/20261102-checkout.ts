import { Migration } from '@mikro-orm/migrations';

/**
 * Sessions, bookings and idempotency keys. Columns are `json`, not `jsonb`: what a caller sent and what was answered are
 * kept as they were, U+0000 and lone surrogates included, and are never searched.
 */
export class Checkout extends Migration {
  override up(): void {
    this.addSql(`
      CREATE TABLE checkout.sessions (
        id uuid PRIMARY KEY,
        storefront_id integer NOT NULL,
        team_id integer NOT NULL,
        surface text NOT NULL,
        agent_profile text,
        status text NOT NULL CHECK
          (status IN ('incomplete', 'ready_for_complete', 'complete_in_progress', 'completed', 'canceled')),
        lines json NOT NULL,
        buyer json,
        quote json NOT NULL,
        notice json,
        revision integer NOT NULL DEFAULT 1,
        hold_id uuid,
        completing_since timestamptz,
        recovering_since timestamptz,
        created_at timestamptz NOT NULL,
        updated_at timestamptz NOT NULL,
        expires_at timestamptz NOT NULL,
        CHECK ((status = 'complete_in_progress') = (completing_since IS NOT NULL)),
        CHECK (status NOT IN ('complete_in_progress', 'completed') OR hold_id IS NOT NULL)
      ) WITH (fillfactor = 70)`);
    this.addSql(`CREATE INDEX sessions_open ON checkout.sessions (expires_at)
      WHERE status IN ('incomplete', 'ready_for_complete')`);
    this.addSql(`CREATE INDEX sessions_completing ON checkout.sessions (completing_since)
      WHERE status = 'complete_in_progress'`);

    this.addSql(`
      CREATE TABLE checkout.bookings (
        id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        checkout_id uuid NOT NULL CONSTRAINT bookings_checkout UNIQUE REFERENCES checkout.sessions (id),
        hold_id uuid NOT NULL CONSTRAINT bookings_hold UNIQUE,
        storefront_id integer NOT NULL,
        team_id integer NOT NULL,
        property_id integer NOT NULL,
        reference text NOT NULL CONSTRAINT bookings_reference UNIQUE,
        permalink_id uuid NOT NULL CONSTRAINT bookings_permalink UNIQUE,
        status text NOT NULL CHECK (status IN ('held', 'confirmed', 'released', 'cancelled')),
        version integer NOT NULL DEFAULT 1,
        check_in date NOT NULL,
        check_out date NOT NULL,
        currency text NOT NULL,
        total bigint NOT NULL,
        lines json NOT NULL,
        totals json NOT NULL,
        guest_first_name text NOT NULL,
        guest_last_name text NOT NULL,
        guest_email text NOT NULL,
        guest_phone text,
        agent_profile text,
        hold_expires_at timestamptz NOT NULL,
        nights_settled_at timestamptz,
        created_at timestamptz NOT NULL,
        updated_at timestamptz NOT NULL
      ) WITH (fillfactor = 80)`);
    this.addSql(`CREATE INDEX bookings_held ON checkout.bookings (hold_expires_at) WHERE status = 'held'`);
    this.addSql(`CREATE INDEX bookings_unsettled ON checkout.bookings (updated_at)
      WHERE status <> 'held' AND nights_settled_at IS NULL`);

    this.addSql(`
      CREATE TABLE checkout.idempotency (
        storefront_id integer NOT NULL,
        surface text NOT NULL,
        operation text NOT NULL,
        checkout_id uuid NOT NULL,
        key_hash text NOT NULL,
        fingerprint text NOT NULL,
        answer json,
        created_at timestamptz NOT NULL,
        CONSTRAINT idempotency_key PRIMARY KEY (storefront_id, surface, operation, checkout_id, key_hash)
      )`);
    this.addSql('CREATE INDEX idempotency_created ON checkout.idempotency (created_at)');

    this.addSql(`
      CREATE TABLE checkout.stray_holds (
        hold_id uuid PRIMARY KEY,
        since timestamptz NOT NULL
      )`);
  }
}
