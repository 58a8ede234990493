import { Migration } from '@mikro-orm/migrations';

/** Settings that a host fills in at an app's consent, sealed until the app exchanges its code. */
export class ConsentSettings extends Migration {
  override up(): void {
    this.addSql('ALTER TABLE apps.authorization_codes ADD COLUMN settings_sealed text;');
  }
}
