import { Migration } from '@mikro-orm/migrations';

/** A storefront's setting for automatic refunds, and the index that lists the refunds that a person has to pay back. */
export class AutomaticRefunds extends Migration {
  override up(): void {
    this.addSql(`
      ALTER TABLE catalog.storefront ADD COLUMN automatic_refunds boolean NOT NULL DEFAULT true;
      CREATE INDEX folio_entries_due ON checkout.folio_entries (team_id, booking_id) WHERE entry = 'refund' AND status = 'due';
    `);
  }
}
