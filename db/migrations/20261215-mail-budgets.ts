import { Migration } from '@mikro-orm/migrations';

/**
 * Emails that strangers trigger count against their recipient's address, in one form for all its spellings. Members can unsubscribe from
 * notices.
 */
export class MailBudgets extends Migration {
  override up(): void {
    this.addSql(`
      ALTER TABLE apps.mails ADD COLUMN budget text, ADD COLUMN notice jsonb;
      ALTER TABLE apps.memberships ADD COLUMN muted text[] NOT NULL DEFAULT '{}';
      CREATE INDEX mails_of_budget ON apps.mails (budget, created_at) WHERE budget IS NOT NULL;
    `);
  }
}
