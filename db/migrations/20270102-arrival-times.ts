import { Migration } from '@mikro-orm/migrations';

/** Arrival times that guests give when they book or request a stay. */
export class ArrivalTimes extends Migration {
  override up(): void {
    this.addSql(`ALTER TABLE checkout.sessions ADD COLUMN arrival_time text`);
    this.addSql(`ALTER TABLE checkout.booking_requests ADD COLUMN arrival_time text`);
  }
}
