import { Migration } from '@mikro-orm/migrations';

/** Sign-in of devices (RFC 8628): codes that wait for a decision, and which client an access token was issued to. */
export class DeviceCodes extends Migration {
  override up(): void {
    this.addSql(`
      ALTER TABLE apps.access_tokens ADD COLUMN client_id text;

      CREATE TABLE apps.device_codes (
        device_code_hash text PRIMARY KEY,
        user_code_hash text NOT NULL UNIQUE,
        client_id text NOT NULL,
        name text,
        address text NOT NULL,
        status text NOT NULL DEFAULT 'waiting' CHECK (status IN ('waiting', 'approved', 'denied')),
        account_id int REFERENCES apps.accounts ON DELETE CASCADE,
        interval_seconds int NOT NULL,
        polled_at timestamptz,
        created_at timestamptz NOT NULL,
        expires_at timestamptz NOT NULL
      );
      CREATE INDEX device_codes_account ON apps.device_codes (account_id) WHERE account_id IS NOT NULL;`);
  }
}
