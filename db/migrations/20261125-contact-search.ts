import { Migration } from '@mikro-orm/migrations';

/** Contacts are found by any part of a name, an address or a number without reading all of them. */
export class ContactSearch extends Migration {
  override up(): void {
    this.addSql(`
      CREATE EXTENSION IF NOT EXISTS pg_trgm;
      CREATE FUNCTION checkout.contact_text(first_name text, last_name text, emails text[], phones text[]) RETURNS text
      LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
        SELECT lower(concat_ws(' ', first_name, last_name, array_to_string(emails || phones, ' ')))
      $$;
      CREATE INDEX contacts_search ON checkout.contacts
        USING gin (checkout.contact_text(first_name, last_name, emails, phones) gin_trgm_ops) WHERE merged_into IS NULL;
    `);
  }
}
