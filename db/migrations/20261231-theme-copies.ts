import { Migration } from '@mikro-orm/migrations';

/** Development copies of themes, each for one storefront. */
export class ThemeCopies extends Migration {
  override up(): void {
    this.addSql(`
      CREATE TABLE apps.theme_copies (
        id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        account_id integer NOT NULL REFERENCES apps.accounts (id),
        storefront_id integer NOT NULL,
        slug text NOT NULL,
        sha256 text NOT NULL CHECK (sha256 ~ '^[0-9a-f]{64}$'),
        version integer NOT NULL CHECK (version > 0),
        updated_at timestamptz NOT NULL
      );
      CREATE UNIQUE INDEX theme_copies_place ON apps.theme_copies (account_id, storefront_id, slug);
      CREATE INDEX theme_copies_package ON apps.theme_copies (sha256);
    `);
  }
}
