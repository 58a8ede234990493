import { Migration } from '@mikro-orm/migrations';

/**
 * Themes with their versions, and themes on storefronts: at most one published per storefront, next to drafts and five replaced ones.
 */
export class Themes extends Migration {
  override up(): void {
    this.addSql(`
      CREATE TABLE apps.themes (
        id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        account_id integer NOT NULL REFERENCES apps.accounts (id),
        slug text NOT NULL,
        name text NOT NULL,
        distribution text NOT NULL CHECK (distribution IN ('private', 'public')),
        live_version_id integer,
        created_at timestamptz NOT NULL
      );
      CREATE UNIQUE INDEX themes_slug ON apps.themes (slug);
      CREATE INDEX themes_account ON apps.themes (account_id, id);
      CREATE TABLE apps.theme_versions (
        id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        theme_id integer NOT NULL REFERENCES apps.themes (id) ON DELETE CASCADE,
        number integer NOT NULL,
        label text NOT NULL,
        name text NOT NULL,
        status text NOT NULL CHECK (status IN ('draft', 'in_review', 'approved', 'rejected', 'withdrawn')),
        sha256 text NOT NULL CHECK (sha256 ~ '^[0-9a-f]{64}$'),
        files jsonb NOT NULL,
        settings jsonb NOT NULL,
        created_at timestamptz NOT NULL,
        submitted_at timestamptz,
        released_at timestamptz,
        reviewed_by integer,
        rejection_reason text
      );
      CREATE UNIQUE INDEX theme_versions_number ON apps.theme_versions (theme_id, number);
      CREATE INDEX theme_versions_package ON apps.theme_versions (sha256);
      CREATE INDEX theme_versions_in_review ON apps.theme_versions (submitted_at, id) WHERE status = 'in_review';
      ALTER TABLE apps.themes ADD FOREIGN KEY (live_version_id) REFERENCES apps.theme_versions (id);
      CREATE TABLE catalog.storefront_themes (
        id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        storefront_id integer NOT NULL REFERENCES catalog.storefront (id) ON DELETE CASCADE,
        team_id integer NOT NULL,
        slug text NOT NULL,
        name text NOT NULL,
        number integer NOT NULL CHECK (number > 0),
        label text NOT NULL,
        sha256 text NOT NULL CHECK (sha256 ~ '^[0-9a-f]{64}$'),
        status text NOT NULL CHECK (status IN ('installed', 'draft', 'published', 'previous')),
        settings jsonb NOT NULL DEFAULT '{}',
        settings_version integer NOT NULL CHECK (settings_version > 0),
        published_at timestamptz,
        replaced_at timestamptz,
        problem text,
        failures jsonb NOT NULL DEFAULT '[]' CHECK (jsonb_array_length(failures) <= 20),
        created_at timestamptz NOT NULL,
        CHECK ((status IN ('published', 'previous')) <= (published_at IS NOT NULL)),
        CHECK ((status = 'previous') = (replaced_at IS NOT NULL))
      );
      CREATE UNIQUE INDEX storefront_themes_published ON catalog.storefront_themes (storefront_id) WHERE status = 'published';
      CREATE INDEX storefront_themes_storefront ON catalog.storefront_themes (storefront_id, id);
      CREATE INDEX storefront_themes_slug ON catalog.storefront_themes (slug, storefront_id);
    `);
  }
}
