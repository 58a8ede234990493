import { Migration } from '@mikro-orm/migrations';

/**
 * Hosts find bookings by any part of a name, and those that wait for money, without reading all of the team's. Indexing takes about a second
 * for each 50,000 bookings, which those who book wait for.
 */
export class TeamBookings extends Migration {
  override up(): void {
    this.addSql(`
      CREATE INDEX bookings_search ON checkout.bookings
        USING gin (lower(reference || ' ' || guest_first_name || ' ' || guest_last_name || ' ' || coalesce(guest_email, '')) gin_trgm_ops);
      CREATE INDEX bookings_unpaid ON checkout.bookings
        (team_id, ((extract(epoch FROM hold_expires_at AT TIME ZONE 'UTC') * 1000000)::bigint), id) WHERE status = 'held';
      CREATE INDEX bookings_owing ON checkout.bookings (team_id, ((check_in - DATE '1970-01-01')), id)
        WHERE status = 'confirmed' AND paid < total;
    `);
  }
}
