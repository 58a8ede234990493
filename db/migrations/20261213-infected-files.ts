import { Migration } from '@mikro-orm/migrations';

/** A file of a message may be one in which the operator's scanner found something. */
export class InfectedFiles extends Migration {
  override up(): void {
    this.addSql(`
      ALTER TABLE checkout.attachments
        DROP CONSTRAINT attachments_status_check,
        ADD CONSTRAINT attachments_status_check
          CHECK (status IN ('announced', 'ready', 'rejected', 'infected', 'fetching', 'unavailable'));
    `);
  }
}
