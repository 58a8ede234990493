import { Migration } from '@mikro-orm/migrations';

/** Imports and exports of what a storefront sells: their files in pieces, and the rows of a dry run. */
export class Transfers extends Migration {
  override up(): void {
    this.addSql(`
      CREATE TABLE catalog.transfer (
        id serial PRIMARY KEY,
        team_id integer NOT NULL,
        account_id integer NOT NULL,
        storefront_id integer NOT NULL REFERENCES catalog.storefront,
        direction text NOT NULL CHECK (direction IN ('import', 'export')),
        kind text NOT NULL,
        status text NOT NULL
          CHECK (status IN ('waiting', 'uploaded', 'checked', 'applying', 'running', 'done', 'failed')),
        problem text,
        properties integer NOT NULL DEFAULT 0,
        applied integer NOT NULL DEFAULT 0,
        claimed_until timestamptz,
        created_at timestamptz NOT NULL
      );
      CREATE INDEX transfer_of_team ON catalog.transfer (team_id, id);
      CREATE INDEX transfer_open ON catalog.transfer (id) WHERE status IN ('uploaded', 'applying', 'running');
      CREATE TABLE catalog.transfer_piece (
        transfer_id integer NOT NULL REFERENCES catalog.transfer ON DELETE CASCADE,
        n integer NOT NULL,
        content bytea NOT NULL,
        PRIMARY KEY (transfer_id, n)
      );
      CREATE TABLE catalog.transfer_row (
        transfer_id integer NOT NULL REFERENCES catalog.transfer ON DELETE CASCADE,
        n integer NOT NULL,
        property integer NOT NULL,
        line integer,
        path text NOT NULL,
        kind text NOT NULL,
        external_id text,
        action text NOT NULL CHECK (action IN ('create', 'update', 'same', 'error')),
        field text,
        code text,
        message text,
        PRIMARY KEY (transfer_id, n)
      );
    `);
  }
}
