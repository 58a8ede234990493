import { Migration } from '@mikro-orm/migrations';

/** Passkeys as second factors: how a browser reaches each, and the challenges that sessions were given. */
export class Passkeys extends Migration {
  override up(): void {
    this.addSql(`
      ALTER TABLE apps.factors ADD COLUMN transports text[];

      CREATE TABLE apps.passkey_challenges (
        session_id int NOT NULL REFERENCES apps.host_sessions ON DELETE CASCADE,
        purpose text NOT NULL CHECK (purpose IN ('create', 'get')),
        challenge text NOT NULL,
        expires_at timestamptz NOT NULL,
        PRIMARY KEY (session_id, purpose)
      );`);
  }
}
