import { Migration } from '@mikro-orm/migrations';

/**
 * Links that recover an operator's account. The release before doesn't serve their pages, and they expire
 * within half an hour.
 */
export class OperatorRecovery extends Migration {
  override up(): void {
    this.addSql(`
      ALTER TABLE apps.mail_tokens
        DROP CONSTRAINT mail_tokens_purpose_check,
        ADD CONSTRAINT mail_tokens_purpose_check
          CHECK (purpose IN ('verify', 'reset', 'change', 'undo', 'stop', 'setup', 'recover'));
    `);
  }
}
