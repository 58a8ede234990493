import { Migration } from '@mikro-orm/migrations';

/** Optional fees, the extras that a guest chose while booking, and the fee behind an extra's charge. */
export class Extras extends Migration {
  override up(): void {
    this.addSql(`
      ALTER TABLE catalog.fee
        ADD COLUMN optional boolean NOT NULL DEFAULT false,
        ADD COLUMN max_per_booking integer;
      ALTER TABLE checkout.sessions ADD COLUMN extras json;
      ALTER TABLE checkout.folio_entries ADD COLUMN fee_id integer;
    `);
  }
}
