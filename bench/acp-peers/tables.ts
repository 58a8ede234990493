/**
 * Tables for both peers: the product's booking tables, without the parts that booking doesn't touch. Each
 * unit type has one rate, so a peer's only pricing work is a sum.
 */
export const TABLES = `
  DROP SCHEMA IF EXISTS peer CASCADE;
  CREATE SCHEMA peer;
  CREATE TABLE peer.night (
    unit_type_id integer NOT NULL, night date NOT NULL, rate bigint NOT NULL, total integer NOT NULL,
    held integer NOT NULL DEFAULT 0, PRIMARY KEY (unit_type_id, night), CHECK (held <= total)
  ) WITH (fillfactor = 75);
  CREATE TABLE peer.session (
    id uuid PRIMARY KEY, status text NOT NULL, unit_type_id integer NOT NULL, check_in date NOT NULL,
    check_out date NOT NULL, quantity integer NOT NULL, buyer json NOT NULL, total bigint NOT NULL,
    created_at timestamptz NOT NULL, expires_at timestamptz NOT NULL
  ) WITH (fillfactor = 70);
  CREATE TABLE peer.hold (
    id uuid PRIMARY KEY, state text NOT NULL, unit_type_id integer NOT NULL, check_in date NOT NULL,
    check_out date NOT NULL, quantity integer NOT NULL
  );
  CREATE TABLE peer.booking (
    id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY, session_id uuid NOT NULL UNIQUE, hold_id uuid NOT NULL UNIQUE,
    reference text NOT NULL UNIQUE, permalink_id uuid NOT NULL UNIQUE, status text NOT NULL, total bigint NOT NULL,
    guest json NOT NULL, hold_expires_at timestamptz NOT NULL
  );
  CREATE TABLE peer.idempotency (
    session_id uuid NOT NULL, key text NOT NULL, fingerprint text NOT NULL, answer json, PRIMARY KEY (session_id, key)
  );
  INSERT INTO peer.night (unit_type_id, night, rate, total)
  SELECT unit_type, current_date + day, 18900, 1000000 FROM generate_series(1, 8) unit_type, generate_series(0, 730) day;
`;

/** A client's create request to a peer. */
export interface Create {
  readonly unitTypeId: number;
  readonly checkIn: string;
  readonly checkOut: string;
  readonly quantity: number;
  readonly buyer: { readonly first_name: string; readonly last_name: string; readonly email: string };
}
