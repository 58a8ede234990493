import { Migration } from '@mikro-orm/migrations';

/**
 * Listings of public apps, and their pictures. The two texts of a listing are kept as they were written: only the store searches
 * them. Pictures hold no foreign keys to listings: one that a listing names is never removed (listings/commands/purge-listing-media.ts).
 * Public apps that are live stay in the store, with nothing written about them yet.
 */
export class Listings extends Migration {
  override up(): void {
    this.addSql(`
      CREATE TABLE apps.listings (
        app_id integer PRIMARY KEY REFERENCES apps.apps (id) ON DELETE CASCADE,
        draft jsonb NOT NULL,
        draft_status text NOT NULL CHECK (draft_status IN ('draft', 'in_review', 'rejected', 'published')),
        revision integer NOT NULL,
        published jsonb,
        is_unlisted boolean NOT NULL DEFAULT false,
        suspension_reason text,
        rejection_reason text,
        reviewed_by integer,
        submitted_at timestamptz,
        published_at timestamptz,
        CHECK (draft_status <> 'published' OR published IS NOT NULL),
        CHECK (published IS NOT NULL OR NOT is_unlisted),
        CHECK ((draft_status = 'rejected') = (rejection_reason IS NOT NULL)),
        CHECK (draft_status <> 'in_review' OR submitted_at IS NOT NULL)
      );
      CREATE INDEX listings_in_review ON apps.listings (submitted_at, app_id) WHERE draft_status = 'in_review';
      CREATE TABLE apps.listing_media (
        id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        app_id integer NOT NULL REFERENCES apps.apps (id) ON DELETE CASCADE,
        kind text NOT NULL CHECK (kind IN ('icon', 'gallery')),
        sha256 text NOT NULL CHECK (sha256 ~ '^[0-9a-f]{64}$'),
        bytes integer NOT NULL CHECK (bytes >= 0),
        status text NOT NULL,
        problem text,
        attempts integer NOT NULL DEFAULT 0,
        width integer,
        height integer,
        removed_at timestamptz,
        updated_at timestamptz NOT NULL,
        CHECK ((status = 'ready') = (width IS NOT NULL AND height IS NOT NULL)),
        CHECK ((status = 'rejected') = (problem IS NOT NULL))
      );
      CREATE UNIQUE INDEX listing_media_of_app ON apps.listing_media (app_id, sha256);
      CREATE INDEX listing_media_by_digest ON apps.listing_media (sha256);
      CREATE INDEX listing_media_idle ON apps.listing_media (updated_at);
    `);
    const empty = `jsonb_build_object('tagline', NULL, 'description', NULL, 'icon', NULL, 'gallery', '[]'::jsonb,
      'videoUrl', NULL, 'categories', '[]'::jsonb, 'languages', '[]'::jsonb, 'supportEmail', NULL, 'supportUrl', NULL,
      'privacyUrl', NULL, 'termsUrl', NULL, 'demoUrl', NULL, 'changelog', NULL)`;
    this.addSql(`
      INSERT INTO apps.listings (app_id, draft, draft_status, revision, published, published_at)
      SELECT id, ${empty}, 'published', 0, ${empty}, now() FROM apps.apps
      WHERE distribution = 'public' AND live_version_id IS NOT NULL`);
  }
}
