import { Migration } from '@mikro-orm/migrations';

/** The three orders in which a host reads bookings: the newest, the next arrivals, the next departures. */
export class HostBookings extends Migration {
  override up(): void {
    this.addSql(`
      CREATE INDEX bookings_newest ON checkout.bookings
        (team_id, ((-extract(epoch FROM created_at AT TIME ZONE 'UTC') * 1000000)::bigint), id);
      CREATE INDEX bookings_arrivals ON checkout.bookings (team_id, (check_in - DATE '1970-01-01'), id);
      CREATE INDEX bookings_departures ON checkout.bookings (team_id, (check_out - DATE '1970-01-01'), id);
    `);
  }
}
