import { Migration } from '@mikro-orm/migrations';

/**
 * What a host writes about a storefront, a property and a unit type. Storefronts that were there before drafts existed have been
 * opened. What is archived is never sold again, and gets no further nights.
 */
export class HostContent extends Migration {
  override up(): void {
    this.addSql(`
      ALTER TABLE catalog.storefront
        ADD COLUMN slug text UNIQUE,
        ADD COLUMN opened_at timestamptz,
        ADD COLUMN closed_at timestamptz;
      UPDATE catalog.storefront SET opened_at = now();

      ALTER TABLE catalog.property
        ADD COLUMN kind text,
        ADD COLUMN address jsonb,
        ADD COLUMN geo jsonb,
        ADD COLUMN check_in_from text,
        ADD COLUMN check_in_until text,
        ADD COLUMN check_out_until text,
        ADD COLUMN descriptions jsonb NOT NULL DEFAULT '[]',
        ADD COLUMN amenities jsonb NOT NULL DEFAULT '[]',
        ADD COLUMN house_rules jsonb,
        ADD COLUMN licences jsonb NOT NULL DEFAULT '[]',
        ADD COLUMN contact jsonb,
        ADD COLUMN external_id text,
        ADD COLUMN archived_at timestamptz;
      CREATE UNIQUE INDEX property_external_id ON catalog.property (storefront_id, external_id);

      ALTER TABLE catalog.unit_type
        ADD COLUMN kind text,
        ADD COLUMN bedrooms integer,
        ADD COLUMN beds jsonb NOT NULL DEFAULT '[]',
        ADD COLUMN bathrooms integer,
        ADD COLUMN area_m2 integer,
        ADD COLUMN max_adults integer CHECK (max_adults >= 1),
        ADD COLUMN max_children integer CHECK (max_children >= 0),
        ADD COLUMN descriptions jsonb NOT NULL DEFAULT '[]',
        ADD COLUMN amenities jsonb NOT NULL DEFAULT '[]',
        ADD COLUMN position integer NOT NULL DEFAULT 0,
        ADD COLUMN external_id text,
        ADD COLUMN archived_at timestamptz,
        ADD CONSTRAINT unit_type_archived_off CHECK (archived_at IS NULL OR NOT active);
      CREATE UNIQUE INDEX unit_type_external_id ON catalog.unit_type (property_id, external_id);
    `);
  }
}
