import { Migration } from '@mikro-orm/migrations';

/** Codes that the store issues for the install that it just created. */
export class StoreCodes extends Migration {
  override up(): void {
    this.addSql(
      'ALTER TABLE apps.authorization_codes ADD COLUMN install_id int REFERENCES apps.installs ON DELETE CASCADE, ADD COLUMN installed_at timestamptz;',
    );
  }
}
