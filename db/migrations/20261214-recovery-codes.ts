import { Migration } from '@mikro-orm/migrations';

/**
 * Recovery codes become keyed hashes: HMAC-SHA-256 under the random key that `secret_sealed` of the same row holds. Codes with an argon2id
 * hash in `code_hash` stay usable. The release before skips rows whose `code_hash` is null, so it doesn't accept the new codes.
 */
export class RecoveryCodes extends Migration {
  override up(): void {
    this.addSql(`ALTER TABLE apps.factors ADD COLUMN code_digest text;`);
  }
}
