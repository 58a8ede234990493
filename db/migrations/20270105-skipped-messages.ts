import { Migration } from '@mikro-orm/migrations';

/** Index for the skipped messages that *Today* lists. */
export class SkippedMessages extends Migration {
  override up(): void {
    this.addSql(`
      CREATE INDEX rule_messages_skipped ON checkout.rule_messages (team_id, ended_at)
      WHERE status = 'skipped' AND reason IN ('empty', 'overdue')`);
  }
}
