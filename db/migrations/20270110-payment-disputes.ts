import { Migration } from '@mikro-orm/migrations';

/** Disputes of payments, on the payment's folio entry, and the index that lists the open ones. */
export class PaymentDisputes extends Migration {
  override up(): void {
    this.addSql(`
      ALTER TABLE checkout.folio_entries
        ADD COLUMN dispute_amount bigint,
        ADD COLUMN dispute_status text,
        ADD COLUMN dispute_reference text;
      CREATE INDEX folio_entries_disputed ON checkout.folio_entries (team_id, booking_id) WHERE dispute_status = 'open';
    `);
  }
}
