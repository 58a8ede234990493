import { Migration } from '@mikro-orm/migrations';

/** The language of a storefront's pages for guests whose languages they don't have, and of its texts for agents. */
export class StorefrontLocale extends Migration {
  override up(): void {
    this.addSql(`ALTER TABLE catalog.storefront ADD COLUMN locale text NOT NULL DEFAULT 'en'`);
  }
}
