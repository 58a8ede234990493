import { Migration } from '@mikro-orm/migrations';

/** Units are assigned automatically unless a property turns that off, and found by the nights that they're taken. */
export class AutomaticUnits extends Migration {
  override up(): void {
    this.addSql(`
      ALTER TABLE catalog.property ADD COLUMN auto_assign_units boolean NOT NULL DEFAULT true;
      CREATE INDEX bookings_in_units ON checkout.bookings (property_id, coalesce(nights_until, check_out), check_in)
        WHERE status IN ('held', 'confirmed') AND assigned_units <> '[]';
    `);
  }
}
