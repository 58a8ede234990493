import { Migration } from '@mikro-orm/migrations';

/** Photos on invoices, which are kept after the look has another logo. */
export class InvoiceLogos extends Migration {
  override up(): void {
    this.addSql(`ALTER TABLE catalog.media ADD COLUMN on_invoices boolean NOT NULL DEFAULT false`);
  }
}
