import { Migration } from '@mikro-orm/migrations';

/**
 * Sums of nights sold for reports, each booking's part of them, and how far they follow the team's bookings and
 * guests. A background job fills them.
 */
export class ReportSums extends Migration {
  override up(): void {
    this.addSql(`
      CREATE TABLE checkout.report_cells (
        team_id integer NOT NULL,
        basis text NOT NULL CHECK (basis IN ('stay', 'booking')),
        dimension text NOT NULL,
        day date NOT NULL,
        property_id integer NOT NULL,
        key text NOT NULL,
        currency text NOT NULL,
        sold bigint NOT NULL,
        revenue bigint NOT NULL,
        PRIMARY KEY (team_id, basis, dimension, day, property_id, key, currency)
      ) WITH (fillfactor = 80);
      CREATE TABLE checkout.report_bookings (
        booking_id bigint PRIMARY KEY REFERENCES checkout.bookings (id) ON DELETE CASCADE,
        team_id integer NOT NULL,
        sales jsonb NOT NULL
      );
      CREATE TABLE checkout.report_progress (
        team_id integer PRIMARY KEY,
        bookings_at timestamptz NOT NULL DEFAULT '-infinity',
        booking_id bigint NOT NULL DEFAULT 0,
        contacts_at timestamptz NOT NULL DEFAULT '-infinity',
        contact_id bigint NOT NULL DEFAULT 0
      );
    `);
  }
}
