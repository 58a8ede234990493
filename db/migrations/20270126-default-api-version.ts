import { Migration } from '@mikro-orm/migrations';

/** An app's API version if its manifest doesn't choose one. Null means 2026-01, the default until now. */
export class DefaultApiVersion extends Migration {
  override up(): void {
    this.addSql('ALTER TABLE apps.apps ADD COLUMN default_api_version text;');
  }
}
