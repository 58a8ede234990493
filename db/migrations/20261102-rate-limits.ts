import { Migration } from '@mikro-orm/migrations';

/** Spent budgets. UNLOGGED: losing them in a crash costs a minute of limits and saves the write-ahead log. */
export class RateLimits extends Migration {
  override up(): void {
    this.addSql(
      'CREATE UNLOGGED TABLE rate_limits (key text PRIMARY KEY, used bigint NOT NULL, ends_at timestamptz NOT NULL)',
    );
    this.addSql('CREATE INDEX rate_limits_ends_at ON rate_limits (ends_at)');
  }
}
