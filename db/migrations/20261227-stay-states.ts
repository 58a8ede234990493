import { Migration } from '@mikro-orm/migrations';

/**
 * Stays: whether the guests have arrived or left, as recorded by the desk or assumed at the property's times.
 *
 * A booking without a state has the one that its days imply (`checked_in_at`, `checked_out_at`), so existing bookings and those of the
 * previous release's processes need no backfill.
 */
export class StayStates extends Migration {
  override up(): void {
    this.addSql(`
      ALTER TABLE checkout.bookings
        ADD COLUMN stay_state text,
        ADD COLUMN stay_checked_in_at timestamptz,
        ADD COLUMN stay_checked_out_at timestamptz,
        ADD COLUMN stay_assumed boolean NOT NULL DEFAULT true,
        ADD COLUMN assume_after timestamptz,
        ADD COLUMN nights_until date,
        ADD COLUMN stay_undo jsonb;
      CREATE INDEX bookings_expected ON checkout.bookings (check_in) WHERE status = 'confirmed' AND stay_state = 'expected';
      CREATE INDEX bookings_in_house ON checkout.bookings (check_out) WHERE status = 'confirmed' AND stay_state = 'in_house';
      ALTER TABLE catalog.property ADD COLUMN manual_check_in boolean NOT NULL DEFAULT false;
      CREATE TABLE catalog.freed_nights (
        hold_id uuid NOT NULL,
        unit_type_id integer NOT NULL REFERENCES catalog.unit_type (id) ON DELETE CASCADE,
        night date NOT NULL,
        units integer NOT NULL CHECK (units > 0),
        connection_id integer,
        since timestamptz,
        PRIMARY KEY (hold_id, unit_type_id, night)
      );
      CREATE INDEX freed_nights_age ON catalog.freed_nights (night);
    `);
  }
}
