import { Migration } from '@mikro-orm/migrations';

/** Domains of a host's own that lead to a storefront, and a version for events about storefronts. */
export class StorefrontDomains extends Migration {
  override up(): void {
    this.addSql(`
      ALTER TABLE catalog.storefront ADD COLUMN version integer NOT NULL DEFAULT 1;

      CREATE TABLE catalog.storefront_domain (
        id serial PRIMARY KEY,
        storefront_id integer NOT NULL REFERENCES catalog.storefront,
        domain text NOT NULL,
        challenge text NOT NULL,
        status text NOT NULL DEFAULT 'pending'
          CHECK (status IN ('pending', 'verified', 'active', 'failing', 'removed')),
        problem text,
        created_at timestamptz NOT NULL,
        verified_at timestamptz,
        active_at timestamptz,
        failing_since timestamptz,
        removed_at timestamptz,
        last_good_at timestamptz,
        last_checked_at timestamptz,
        next_check_at timestamptz NOT NULL,
        attempts integer NOT NULL DEFAULT 0
      );
      CREATE UNIQUE INDEX storefront_domain_claimed ON catalog.storefront_domain (domain)
        WHERE status IN ('verified', 'active', 'failing');
      CREATE UNIQUE INDEX storefront_domain_added ON catalog.storefront_domain (storefront_id, domain)
        WHERE status <> 'removed';
      CREATE INDEX storefront_domain_due ON catalog.storefront_domain (next_check_at) WHERE status <> 'removed';
    `);
  }
}
