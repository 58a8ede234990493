import { Migration } from '@mikro-orm/migrations';

/** Message files can be marked as infected by the operator's scanner. */
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
