import { Migration } from '@mikro-orm/migrations';

/**
 * The look of a storefront's site: its draft, the published look with up to five earlier ones, and the photos that any of them uses,
 * which therefore aren't deleted as unused.
 */
export class StorefrontLook extends Migration {
  override up(): void {
    this.addSql(`
      CREATE TABLE catalog.storefront_looks (
        storefront_id integer PRIMARY KEY REFERENCES catalog.storefront ON DELETE CASCADE,
        version integer NOT NULL CHECK (version > 0),
        draft jsonb NOT NULL,
        live jsonb,
        history jsonb NOT NULL DEFAULT '[]' CHECK (jsonb_array_length(history) <= 5),
        media_ids integer[] NOT NULL DEFAULT '{}'
      );
      CREATE INDEX storefront_looks_media ON catalog.storefront_looks USING gin (media_ids);
    `);
  }
}
