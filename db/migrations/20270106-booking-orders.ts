import { Migration } from '@mikro-orm/migrations';

/** Indexes for a host's list of bookings by total and by guest (`bookings/queries/list-host-bookings.ts`). */
export class BookingOrders extends Migration {
  override up(): void {
    this.addSql(`CREATE INDEX bookings_by_total ON checkout.bookings (team_id, (-total), id)`);
    this.addSql(`
      CREATE INDEX bookings_by_guest ON checkout.bookings
        (team_id, lower(guest_last_name || ' ' || guest_first_name), id)
    `);
  }
}
