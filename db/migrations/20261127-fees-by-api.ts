import { Migration } from '@mikro-orm/migrations';

/**
 * What hosts and apps set of fees and taxes: when they are paid, for which nights, and who is exempt: where nothing is said,
 * everyone who is no adult.
 */
export class FeesByApi extends Migration {
  override up(): void {
    this.addSql(`
      ALTER TABLE catalog.fee
        ADD COLUMN collect text NOT NULL DEFAULT 'booking' CHECK (collect IN ('booking', 'property')),
        ADD COLUMN valid_from date,
        ADD COLUMN valid_until date,
        ADD COLUMN external_id text,
        ADD CHECK (valid_from <= valid_until);
      CREATE UNIQUE INDEX fee_external_id ON catalog.fee (property_id, external_id);

      ALTER TABLE catalog.tax
        ADD COLUMN exempt_under_age integer CHECK (exempt_under_age BETWEEN 0 AND 18),
        ADD COLUMN collect text NOT NULL DEFAULT 'booking' CHECK (collect IN ('booking', 'property')),
        ADD COLUMN valid_from date,
        ADD COLUMN valid_until date,
        ADD COLUMN external_id text,
        ADD CHECK (valid_from <= valid_until),
        ADD CHECK (collect = 'booking' OR NOT inclusive);
      CREATE UNIQUE INDEX tax_external_id ON catalog.tax (property_id, external_id);

      ALTER TABLE checkout.bookings ADD COLUMN due_at_property json NOT NULL DEFAULT '[]';
    `);
  }
}
