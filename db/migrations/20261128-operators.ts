import { Migration } from '@mikro-orm/migrations';

/** Operators suspend storefronts with a reason, and find teams and storefronts by any part of a name without reading all of them. */
export class Operators extends Migration {
  override up(): void {
    this.addSql(`
      ALTER TABLE catalog.storefront ADD COLUMN suspended_at timestamptz, ADD COLUMN suspension_reason text,
        ADD CHECK ((suspended_at IS NULL) = (suspension_reason IS NULL));
      CREATE INDEX storefront_search ON catalog.storefront USING gin (lower(name || ' ' || domain) gin_trgm_ops);
      CREATE INDEX storefront_domain_search ON catalog.storefront_domain USING gin (domain gin_trgm_ops);
      CREATE INDEX teams_search ON apps.teams USING gin (lower(name || ' ' || slug) gin_trgm_ops);
    `);
  }
}
