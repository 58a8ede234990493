import { Migration } from '@mikro-orm/migrations';

/** What a storefront asks of requests to book, to the second and with questions of its own, and what guests answered. */
export class RequestSettings extends Migration {
  override up(): void {
    this.addSql(`
      ALTER TABLE catalog.storefront
        ADD COLUMN respond_within_seconds integer NOT NULL DEFAULT 86400 CHECK (respond_within_seconds BETWEEN 1 AND 259200),
        ADD COLUMN pay_within_seconds integer NOT NULL DEFAULT 86400 CHECK (pay_within_seconds BETWEEN 1 AND 259200),
        ADD COLUMN min_notice_seconds integer NOT NULL DEFAULT 0 CHECK (min_notice_seconds BETWEEN 0 AND 31536000),
        ADD COLUMN request_questions json NOT NULL DEFAULT '[]';
      UPDATE catalog.storefront SET respond_within_seconds = respond_within_hours * 3600,
        pay_within_seconds = pay_within_hours * 3600, min_notice_seconds = min_notice_hours * 3600;
      ALTER TABLE catalog.storefront DROP COLUMN respond_within_hours, DROP COLUMN pay_within_hours, DROP COLUMN min_notice_hours;

      ALTER TABLE checkout.booking_requests ADD COLUMN answers json NOT NULL DEFAULT '[]';
    `);
  }
}
