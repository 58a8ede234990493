import { Migration } from '@mikro-orm/migrations';

/** Indexes for a host's list of bookings by unit type and by unit (`bookings/queries/list-host-bookings.ts`). */
export class BookingUnitIndexes extends Migration {
  override up(): void {
    this.addSql(`
      CREATE FUNCTION checkout.booked_unit_types(lines json) RETURNS integer[]
       LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
        SELECT ARRAY(SELECT (line ->> 'unitTypeId')::integer FROM json_array_elements(lines) line)
      $$`);
    this.addSql(`
      CREATE INDEX bookings_by_unit_type ON checkout.bookings USING gin (checkout.booked_unit_types(lines));
      CREATE INDEX bookings_by_unit ON checkout.bookings USING gin (assigned_units jsonb_path_ops);
    `);
  }
}
