import { Migration } from '@mikro-orm/migrations';

/** Housekeeping: units' statuses, and the nights of units that are out of order. */
export class UnitStatuses extends Migration {
  override up(): void {
    this.addSql(`
      CREATE TABLE checkout.unit_statuses (
        unit_id integer PRIMARY KEY,
        team_id integer NOT NULL,
        property_id integer NOT NULL,
        unit_type_id integer NOT NULL,
        time_zone text NOT NULL,
        status text NOT NULL CHECK (status IN ('clean', 'dirty', 'inspected')),
        out_from date,
        out_until date,
        out_reason text,
        displaced jsonb NOT NULL DEFAULT '[]',
        left_booking_id bigint,
        left_at timestamptz,
        status_before text,
        nights_version integer NOT NULL DEFAULT 0,
        nights_synced boolean NOT NULL DEFAULT true,
        version integer NOT NULL DEFAULT 1,
        updated_at timestamptz NOT NULL
      );
      CREATE INDEX unit_statuses_waiting ON checkout.unit_statuses (unit_id) WHERE NOT nights_synced;
      ALTER TABLE catalog.unit ADD COLUMN nights_version integer NOT NULL DEFAULT 0;
      CREATE TABLE catalog.closed_unit_nights (
        unit_id integer NOT NULL,
        night date NOT NULL,
        unit_type_id integer NOT NULL REFERENCES catalog.unit_type (id) ON DELETE CASCADE,
        taken boolean NOT NULL,
        hold_id uuid,
        PRIMARY KEY (unit_id, night)
      );
      CREATE INDEX closed_unit_nights_of_type ON catalog.closed_unit_nights (unit_type_id, night);
      CREATE INDEX closed_unit_nights_of_hold ON catalog.closed_unit_nights (hold_id) WHERE hold_id IS NOT NULL;
      CREATE INDEX closed_unit_nights_age ON catalog.closed_unit_nights (night);
    `);
  }
}
